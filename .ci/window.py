"""The real window on a display of its own, found by its accessible names: what .ci/smoke, .ci/newcomer and .ci/pictures share.

Needs on Debian and Ubuntu: xvfb xdotool scrot dbus at-spi2-core python3-gi gir1.2-atspi-2.0, and what the window needs.
"""

import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OWN_BUS = "KIEBITZ_OWN_BUS"
# Nothing takes so long on a machine that works, however busy it is.
PATIENCE = 120

children = []
output = ROOT / "ci-output"
who = "window"
# What else was named on the command line.
extra = []


def say(what):
    print(f"{who}: {what}")


def fail(why):
    print(f"{who}: {why}", file=sys.stderr)
    subprocess.run(["scrot", "-o", str(output / "failure.png")], check=False)
    log = output / "window.log"
    if log.exists():
        print(log.read_text(errors="replace"), file=sys.stderr)
    sys.exit(1)


def until(what, condition):
    """Waits for something to become true, and returns it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.03)
    fail(f"waited in vain for {what}")


def xdotool(*args):
    return subprocess.run(["xdotool", *args], capture_output=True, text=True, check=False).stdout.strip()


def key(*keys):
    for one in keys:
        xdotool("key", one)


def words(text):
    xdotool("type", "--delay", "20", "--", text)


def picture(name):
    subprocess.run(["scrot", "-o", str(output / f"{name}.png")], check=True)


class Reader:
    """The window as a screen reader sees it."""

    def __init__(self, atspi):
        self.atspi = atspi
        self.desktop = atspi.get_desktop(0)

    def nodes(self):
        """Every node that there is now. The tree changes while it is read: what is gone is left out."""
        waiting = [self.desktop]
        while waiting:
            node = waiting.pop()
            try:
                waiting.extend(filter(None, (node.get_child_at_index(at) for at in range(node.get_child_count()))))
                yield node, node.get_role_name(), node.get_name() or ""
            except Exception:  # GLib's error for an object that has just gone
                continue

    def find(self, name, role=None):
        for node, its_role, its_name in self.nodes():
            if its_name == name and role in (None, its_role):
                return node
        return None

    def beginning(self, start):
        """What has a name that begins so, as that of a menu's line, which ends with its key."""
        return next((node for node, _, name in self.nodes() if name.startswith(start)), None)

    def says(self, part):
        return any(part in name for _, _, name in self.nodes())

    def wait(self, name, role=None):
        return until(f"“{name}”", lambda: self.find(name, role))

    def is_on(self, name):
        node = self.find(name)
        states = (self.atspi.StateType.CHECKED, self.atspi.StateType.PRESSED, self.atspi.StateType.SELECTED)
        return node is not None and any(node.get_state_set().contains(state) for state in states)

    def is_enabled(self, name):
        node = self.find(name)
        return node is not None and node.get_state_set().contains(self.atspi.StateType.ENABLED)

    def holds(self, name, text):
        """Whether a field has this text."""
        node = self.find(name, "entry")
        return node is not None and self.atspi.Text.get_text(node, 0, -1).strip() == text

    def click(self, name, role=None):
        """Clicks the middle of what has this name, with the mouse."""
        self.click_node(self.wait(name, role))

    def click_node(self, node):
        place = node.get_component_iface().get_extents(self.atspi.CoordType.SCREEN)
        xdotool("mousemove", str(place.x + place.width // 2), str(place.y + place.height // 2), "click", "1")


def start(*command, **more):
    child = subprocess.Popen(command, **more)
    children.append(child)
    return child


def end(child):
    if child.poll() is None:
        child.terminate()
        child.wait()
    children.remove(child)


def open_display(width, height):
    read, write = os.pipe()
    screen = f"{width}x{height}x24"
    start("Xvfb", "-displayfd", str(write), "-screen", "0", screen, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as number:
        os.environ["DISPLAY"] = ":" + number.readline().strip()


def open_ears():
    """The accessibility bus, switched on as a screen reader would."""
    start("/usr/libexec/at-spi-bus-launcher", "--launch-immediately", stderr=subprocess.DEVNULL)
    switch = [
        "dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus",
        "org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:IsEnabled", "variant:boolean:true",
    ]  # fmt: skip
    until("the accessibility bus", lambda: subprocess.run(switch, capture_output=True, check=False).returncode == 0)
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi

    Atspi.init()
    return Reader(Atspi)


def at_home(home, language="de"):
    """A person who has never started it, and speaks this language."""
    os.environ.update(
        HOME=str(home), XDG_DATA_HOME=str(home / "data"), XDG_CONFIG_HOME=str(home / "config"),
        LIBGL_ALWAYS_SOFTWARE="1", LANG={"de": "de_DE.UTF-8", "en": "en_GB.UTF-8"}[language], LC_ALL="", LANGUAGE=language,
    )  # fmt: skip


def open_window(program, *args):
    """Starts the program; its window has the focus. Returns the process and the milliseconds that it took to appear."""
    begun = time.monotonic()
    with open(output / "window.log", "wb") as log:
        process = start(program, *args, stdout=log, stderr=log)

    def found():
        if process.poll() is not None:
            fail(f"the program ended with {process.returncode}")
        return xdotool("search", "--onlyvisible", "--pid", str(process.pid), "--name", "Kiebitz").splitlines()[-1:]

    window = until("a window", found)[0]
    took = (time.monotonic() - begun) * 1000
    width, height = xdotool("getdisplaygeometry").split()
    xdotool("windowsize", window, width, height)
    xdotool("windowmove", window, "0", "0")

    def focused():
        xdotool("windowfocus", window)
        return xdotool("getwindowfocus") == window

    until("the focus", focused)
    return process, took


def main(name, run, needs_folder=False):
    """Runs `run(program, folder of its own)` on a bus of its own: nothing of the person's desktop is touched."""
    global output, who, extra
    if OWN_BUS not in os.environ:
        os.environ[OWN_BUS] = "1"
        os.execvp("dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv])
    warnings.simplefilter("ignore", DeprecationWarning)
    who = name
    args = sys.argv[1:]
    if needs_folder:
        if not args:
            sys.exit(f"{name}: where to? .ci/{name} FOLDER [PROGRAM]")
        output = Path(args.pop(0)).resolve()
    program = str(Path(args[0] if args else ROOT / "target/debug/kiebitz").resolve())
    extra = args[1:]
    output.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as home:
            run(program, Path(home))
    finally:
        for child in reversed(children):
            if child.poll() is None:
                child.terminate()
                child.wait()
