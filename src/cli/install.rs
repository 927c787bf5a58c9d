//! `kiebitz install`: everything around the program that a desktop and a shell want: menu entry, icons, file types, man pages,
//! completions.

use super::{Failure, Finding, Kiebitz, help, speech};
use crate::storage::{home, write_atomic};
use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Writes menu entry, icons, file types, man pages and completions for this program
#[derive(clap::Args)]
pub(super) struct Args {
    /// Where they belong; the person's own folder, ~/.local, if none is named
    #[arg(long, value_name = "FOLDER")]
    prefix: Option<PathBuf>,
    /// For packages: everything is written below this folder, as if it were the root of a system
    #[arg(long, value_name = "FOLDER", requires = "prefix")]
    system_root: Option<PathBuf>,
    /// Take them away again
    #[arg(long)]
    remove: bool,
}

const DESKTOP: &str = include_str!("../../assets/desktop/kiebitz.desktop");
const MIME: &str = include_str!("../../assets/desktop/kiebitz-mime.xml");
const METAINFO: &str = include_str!("../../assets/desktop/org.kiebitz.Kiebitz.metainfo.xml");
const ICON: &str = include_str!("../../icons/kiebitz.svg");
const ICON_64: &[u8] = include_bytes!("../../icons/kiebitz-64.png");
const ICON_256: &[u8] = include_bytes!("../../icons/kiebitz-256.png");

/// What belongs below a prefix: path and content.
type Files = Vec<(PathBuf, Vec<u8>)>;

pub(super) fn run(args: &Args) -> Result<Finding, Failure> {
    let words = speech::words();
    let prefix = match &args.prefix {
        Some(prefix) => std::path::absolute(prefix).map_err(|error| failed(prefix, error))?,
        None => home().ok_or_else(|| Failure::Input(words.t("install.no_home").into()))?.join(".local"),
    };
    let base = match &args.system_root {
        Some(root) => root.join(prefix.strip_prefix("/").unwrap_or(&prefix)),
        None => prefix.clone(),
    };
    let program = match args.system_root {
        Some(_) => "kiebitz".to_string(),
        None => program(&prefix),
    };
    let files = files(&program).map_err(Failure::Output)?;
    let mut done: usize = 0;
    for (path, content) in &files {
        let path = base.join(path);
        if args.remove {
            match std::fs::remove_file(&path) {
                Ok(()) => done += 1,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed(&path, error)),
            }
        } else {
            write(&path, content)?;
            done += 1;
        }
    }
    if args.system_root.is_none() {
        refresh(&prefix);
    }
    let (key, folder) = (if args.remove { "install.removed" } else { "install.done" }, base.display());
    let mut out = super::output::stdout();
    writeln!(out, "{}", words.fill(key, &[("n", &done), ("folder", &folder)]))?;
    Ok(Finding::Clean)
}

fn failed(path: &Path, error: io::Error) -> Failure {
    Failure::File { path: path.to_path_buf(), error }
}

fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    }
    write_atomic(path, content)
        .map_err(|error| Failure::Input(crate::problems::write_error(&speech::words(), &error)))
}

/// How the menu calls the program: by its name if it lies where this prefix has its programs, else by its whole path, which a
/// desktop finds though `~/.cargo/bin` is not on its path.
fn program(prefix: &Path) -> String {
    let here = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    match here {
        Some(path) if path.parent() != Some(&prefix.join("bin")) => quoted(&path.to_string_lossy()),
        _ => "kiebitz".to_string(),
    }
}

/// A path as the `Exec` line of a menu entry wants it.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if path.chars().all(plain) {
        return path.to_string();
    }
    let mut text = String::from("\"");
    for c in path.chars() {
        match c {
            '"' | '`' | '$' => text.extend(['\\', '\\', c]),
            '\\' => text.push_str("\\\\\\\\"),
            '%' => text.push_str("%%"),
            c => text.push(c),
        }
    }
    text + "\""
}

/// Everything that is written, with the paths below the prefix.
fn files(program: &str) -> io::Result<Files> {
    let share = Path::new("share");
    let icons = share.join("icons/hicolor");
    let entry = DESKTOP
        .replace("Exec=kiebitz %f", &format!("Exec={program} %f"))
        .replace("TryExec=kiebitz\n", if program == "kiebitz" { "TryExec=kiebitz\n" } else { "" });
    let mut files: Files = vec![
        (share.join("applications/kiebitz.desktop"), entry.into()),
        (share.join("mime/packages/kiebitz.xml"), MIME.into()),
        (share.join("metainfo/org.kiebitz.Kiebitz.metainfo.xml"), METAINFO.into()),
        (icons.join("scalable/apps/kiebitz.svg"), ICON.into()),
        (icons.join("64x64/apps/kiebitz.png"), ICON_64.into()),
        (icons.join("256x256/apps/kiebitz.png"), ICON_256.into()),
    ];
    let mut command = super::texts();
    for (shell, path) in [
        (Shell::Bash, "bash-completion/completions/kiebitz"),
        (Shell::Zsh, "zsh/site-functions/_kiebitz"),
        (Shell::Fish, "fish/vendor_completions.d/kiebitz.fish"),
    ] {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "kiebitz", &mut text);
        files.push((share.join(path), text));
    }
    let pages = |command: clap::Command| {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        command
    };
    man_pages(&pages(Kiebitz::command()), &share.join("man/man1"), &|page| page, &mut files)?;
    let german = |page: String| help::frame(&page);
    man_pages(&pages(help::in_german(Kiebitz::command())), &share.join("man/de/man1"), &german, &mut files)?;
    Ok(files)
}

/// The page of a command, and those of its own commands; `finish` gets each as it was written.
fn man_pages(
    command: &clap::Command,
    folder: &Path,
    finish: &dyn Fn(String) -> String,
    files: &mut Files,
) -> io::Result<()> {
    for own in command.get_subcommands().filter(|own| !own.is_hide_set()) {
        man_pages(own, folder, finish, files)?;
    }
    let page =
        Man::new(command.clone()).manual("Kiebitz").source(concat!("Kiebitz ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = finish(String::from_utf8_lossy(&text).into_owned());
    files.push((folder.join(page.get_filename()), text.into()));
    Ok(())
}

/// Tells the desktop that there is something new. Where these programs are missing, the desktop looks by itself.
fn refresh(prefix: &Path) {
    for (program, folder) in [
        ("update-desktop-database", "share/applications"),
        ("update-mime-database", "share/mime"),
        ("gtk-update-icon-cache", "share/icons/hicolor"),
    ] {
        let mut command = Command::new(program);
        if program == "gtk-update-icon-cache" {
            command.args(["-q", "-t", "-f"]);
        }
        let quiet = command.arg(prefix.join(folder)).stdin(Stdio::null()).stdout(Stdio::null());
        quiet.stderr(Stdio::null()).status().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_page_and_its_completion() {
        let files = files("kiebitz").unwrap();
        let text = |end: &str| {
            let found = files.iter().find(|(path, _)| path.to_string_lossy().ends_with(end));
            String::from_utf8(found.unwrap_or_else(|| panic!("{end}")).1.clone()).unwrap()
        };
        for command in Kiebitz::command().get_subcommands() {
            let name = command.get_name();
            assert!(text(&format!("share/man/man1/kiebitz-{name}.1")).contains(".SH SYNOPSIS"), "{name}");
            let german = text(&format!("share/man/de/man1/kiebitz-{name}.1"));
            assert!(german.contains(".SH ÜBERSICHT") && !german.contains("SYNOPSIS"), "{name}: {german}");
            for end in ["completions/kiebitz", "_kiebitz", "kiebitz.fish"] {
                assert!(text(end).contains(name), "{end} {name}");
            }
        }
        assert!(
            text("share/man/man1/kiebitz.1").contains("kiebitz\\-solve(1)"),
            "the main page names the others"
        );
        assert!(text("kiebitz.desktop").contains("\nExec=kiebitz %f\n"));
    }

    #[test]
    fn the_menu_finds_a_program_wherever_it_lies() {
        assert_eq!(quoted("/home/anna/.cargo/bin/kiebitz"), "/home/anna/.cargo/bin/kiebitz");
        assert_eq!(quoted("/home/anna b/100%/kiebitz"), "\"/home/anna b/100%%/kiebitz\"");
        let entry = files("/opt/kiebitz").unwrap().remove(0).1;
        let entry = String::from_utf8(entry).unwrap();
        assert!(entry.contains("\nExec=/opt/kiebitz %f\n") && !entry.contains("TryExec"), "{entry}");
    }
}
