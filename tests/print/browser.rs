//! The page played in a real browser: headless Chromium, driven over WebDriver with nothing but the standard library.

use crate::tools::{Folder, tool};
use kiebitz::print::{Format, Printing, Sheet};
use kiebitz::puzzle::bundled;
use kiebitz::words::Language;
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A browser with its driver; both end with it.
struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Nothing if no Chromium is installed, which a message says.
    fn start(folder: &Folder) -> Option<Browser> {
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(driver) = driver else {
            eprintln!("chromedriver is not installed: the page is not played");
            return None;
        };
        let mut browser = Browser { driver, port, session: String::new() };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "chromedriver does not answer");
            std::thread::sleep(Duration::from_millis(100));
        }
        let profile = format!("--user-data-dir={}", folder.0.join("profile").display());
        let args = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &profile,
        ];
        let options = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        } } });
        let answer = browser.ask("POST", "/session", &options);
        browser.session = answer["sessionId"].as_str().unwrap_or_else(|| panic!("{answer}")).to_string();
        Some(browser)
    }

    /// One request, and the value of its answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let body = if method == "POST" { body.to_string() } else { String::new() };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut bytes = Vec::new();
        let mut buffer = [0; 65_536];
        // The driver may keep the line open: the length says when all has come.
        loop {
            let text = String::from_utf8_lossy(&bytes);
            if let Some((head, _)) = text.split_once("\r\n\r\n") {
                let length = head
                    .to_lowercase()
                    .split_once("content-length:")
                    .and_then(|(_, rest)| rest.lines().next().unwrap_or("").trim().parse::<usize>().ok());
                if length.is_some_and(|length| bytes.len() >= head.len() + 4 + length) {
                    break;
                }
            }
            match stream.read(&mut buffer).unwrap() {
                0 => break,
                count => bytes.extend_from_slice(&buffer[..count]),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let value: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {text}"));
        value["value"].clone()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", &format!("/session/{}{path}", self.session), body);
        assert!(answer["error"].is_null(), "{path}: {answer}");
        answer
    }

    fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Runs a script in the page.
    fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    fn text(&self, selector: &str) -> String {
        let script =
            format!("const at = document.querySelector({selector:?}); return at ? at.textContent : ''");
        self.run(&script).as_str().unwrap_or("").to_string()
    }

    fn click(&self, selector: &str) {
        let found = self.run(&format!(
            "const at = document.querySelector({selector:?}); if (at) at.click(); return !!at"
        ));
        assert_eq!(found, true, "{selector}");
    }

    /// Presses a key on what has the focus.
    fn press(&self, key: &str) {
        let element = self.ask("GET", &format!("/session/{}/element/active", self.session), &Value::Null);
        let id = element.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_string();
        self.post(&format!("/element/{id}/value"), &json!({ "text": key }));
    }

    /// Plays what the hint shows until the puzzle is solved.
    fn solve(&self) {
        for _ in 0..12 {
            if self.run("return !!document.querySelector('.say.good')") == true {
                return;
            }
            self.click("#hint");
            self.click("#hint");
            self.click("button.card.hint");
        }
        panic!("not solved: {}", self.text("#say"));
    }

    /// A wrong first card of the puzzle.
    fn wrong_card(&self, puzzle: usize) -> String {
        let script = format!(
            "const moves = JSON.parse(document.getElementById('data').textContent).puzzles[{puzzle}].tree.m; \
             return Object.keys(moves).find((card) => typeof moves[card] === 'string')"
        );
        self.run(&script).as_str().unwrap().to_string()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.ask("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

#[test]
fn the_page_is_played() {
    let folder = Folder::new("browser");
    let names = ["kiebitz-grand-1.ron", "kiebitz-null-1.ron", "kiebitz-hearts-1.ron"];
    let find = |name: &str| bundled().find(|(file, _)| *file == name).unwrap().1;
    let sheet = Sheet::new(names.map(find).to_vec(), Language::German);
    let html = sheet.print(Format::Html, &Printing::default()).unwrap().swap_remove(0);
    println!("three puzzles: {} KB", html.len() / 1024);
    let path = folder.0.join("page.html");
    std::fs::write(&path, &html).unwrap();
    let Some(browser) = Browser::start(&folder) else { return };
    let url = format!("file://{}", path.display());
    browser.open(&url);
    assert_eq!(browser.text("#progress"), "0 von 3 Aufgaben gelöst");
    for at in 0..3 {
        browser.click(&format!("[data-puzzle='{at}']"));
        if at < 2 {
            // A wrong card is refuted to the end, and can be taken back.
            let wrong = browser.wrong_card(at);
            browser.click(&format!("[data-card='{wrong}']"));
            assert!(browser.text("#say").contains("verliert"), "{}", browser.text("#say"));
            assert_eq!(browser.run("return document.querySelectorAll('button.card.may').length"), 0);
            browser.click("#back");
            assert_eq!(
                browser.run(&format!("return !!document.querySelector(\"[data-card='{wrong}']\")")),
                true
            );
        }
        browser.solve();
        assert!(browser.text("#say").contains("Gelöst"), "{}", browser.text("#say"));
        browser.click("#list");
    }
    assert_eq!(browser.text("#progress"), "3 von 3 Aufgaben gelöst");
    // Loaded anew, the progress is still there; the language can be changed and is kept.
    browser.open(&url);
    assert_eq!(browser.text("#progress"), "3 von 3 Aufgaben gelöst");
    browser.click("#language");
    assert_eq!(browser.text("#progress"), "3 of 3 puzzles solved");
    browser.open(&url);
    assert_eq!(browser.run("return document.documentElement.lang"), "en");
    // By keyboard: the first card has the focus, an arrow goes on, Enter plays.
    browser.click("[data-puzzle='0']");
    let first = browser.run("return document.activeElement.dataset.card || ''");
    browser.press("\u{E014}");
    let second = browser.run("return document.activeElement.dataset.card || ''");
    assert!(first != second && first != "" && second != "", "{first} {second}");
    browser.press("\u{E007}");
    assert_eq!(browser.run("return !document.querySelector('#back').disabled"), true);
    // Every button and picture has a name.
    let nameless = browser.run(
        "return [...document.querySelectorAll('button, [role=img]')].filter((at) => !(at.getAttribute('aria-label') || at.textContent.trim())).length",
    );
    assert_eq!(nameless, 0);
    let complaints = browser.post("/se/log", &json!({ "type": "browser" }));
    assert_eq!(complaints, json!([]), "the console is silent");
    for entry in browser.post("/se/log", &json!({ "type": "performance" })).as_array().unwrap() {
        let entry: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
        let message = &entry["message"];
        // The browser's own start page is none of ours.
        let ours = message["params"]["documentURL"].as_str().is_some_and(|of| of.starts_with("file:"));
        if message["method"] == "Network.requestWillBeSent" && ours {
            let to = message["params"]["request"]["url"].as_str().unwrap_or("");
            assert!(to.starts_with("file:") || to.starts_with("data:"), "{to}");
        }
    }
}

/// Every bundled puzzle as a page of its own: small up to six cards, and carried whole; what is cut beyond says so.
#[test]
fn pages_are_small_and_few_trees_are_cut() {
    let all: Vec<_> = bundled().collect();
    let next = AtomicUsize::new(0);
    let cut: Mutex<Vec<&str>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let look = || {
        while let Some((name, puzzle)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let cards = puzzle.position.turn().map_or(0, |turn| puzzle.position.cards_left(turn));
            let begun = Instant::now();
            let sheet = Sheet::new(vec![puzzle.clone()], Language::German);
            let html = sheet.print(Format::Html, &Printing::default()).unwrap().swap_remove(0);
            let html = String::from_utf8(html).unwrap();
            let data = html.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
            let data: Value = serde_json::from_str(data).unwrap();
            let puzzle = &data["puzzles"][0];
            let ends = html.matches("\"c\":1").count();
            println!(
                "{name}: {cards} cards, {} KB, {ends} lines cut, {:?}",
                html.len() / 1024,
                begun.elapsed()
            );
            assert!(
                cards > 6 || html.len() < 300_000 && ends == 0,
                "{name}: {} bytes, {ends} cut",
                html.len()
            );
            // A reader can do something with every one of them.
            assert!(!puzzle["tree"].is_null() || !puzzle["ask"].is_null(), "{name} cannot be answered");
            if ends > 0 {
                cut.lock().unwrap().push(name);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(look);
        }
    });
    println!("cut: {:?}", cut.lock().unwrap());
}

/// Two cards to lay away, a number of points: wrong answers are told so, right ones count as solved.
#[test]
fn questions_are_answered_in_the_page() {
    let folder = Folder::new("answers");
    let find = |name: &str| bundled().find(|(file, _)| *file == name).unwrap().1;
    let puzzles = ["skatde-clubs-discard.ron", "gartenlaube-1887-01.ron"].map(find).to_vec();
    let html = Sheet::new(puzzles, Language::German).print(Format::Html, &Printing::default()).unwrap();
    let path = folder.0.join("answers.html");
    std::fs::write(&path, &html[0]).unwrap();
    let Some(browser) = Browser::start(&folder) else { return };
    browser.open(&format!("file://{}", path.display()));
    browser.click("[data-puzzle='0']");
    browser.click("#check");
    assert_eq!(browser.text("#say"), "Erst zwei Karten wählen.");
    let lay = |cards: [&str; 2]| cards.iter().for_each(|card| browser.click(&format!("[data-lay='{card}']")));
    lay(["DT", "DK"]);
    browser.click("#check");
    assert!(browser.text("#say").starts_with("Noch nicht"), "{}", browser.text("#say"));
    // A third card takes the place of the first.
    lay(["D9", "D7"]);
    browser.click("#check");
    assert_eq!(browser.text("#say"), "Richtig!");
    assert_eq!(browser.run("return document.querySelector('#solution').open"), true);
    browser.click("#next");
    for (number, says) in [("70", "zu viel"), ("9", "zu wenig"), ("x", "nicht richtig"), ("62", "Richtig!")] {
        browser.run(&format!(
            "const field = document.querySelector('#number'); field.value = '{number}'; \
             field.dispatchEvent(new Event('input')); document.querySelector('#check').click(); return true"
        ));
        assert!(browser.text("#say").contains(says), "{number}: {}", browser.text("#say"));
    }
    browser.click("#list");
    assert_eq!(browser.text("#progress"), "2 von 2 Aufgaben gelöst");
}

/// The page as a checker of HTML that is not ours sees it, with hostile texts in it.
#[test]
fn the_page_is_sound_html() {
    let folder = Folder::new("tidy");
    let mut puzzles: Vec<_> = bundled().map(|(_, puzzle)| puzzle).take(2).collect();
    puzzles[0].title.de = "<b>&amp; \"Titel\" </h2></main>".into();
    let html = Sheet::new(puzzles, Language::German).print(Format::Html, &Printing::default()).unwrap();
    let path = folder.0.join("page.html");
    std::fs::write(&path, &html[0]).unwrap();
    // It ends with an error where there is one, and the test with it.
    tool("tidy", &["-quiet", "-errors", "-utf8", path.to_str().unwrap()]);
}
