//! Another program as a player: it is asked on its standard input and answers on its standard output.

use crate::cards::{Card, Cards};
use crate::player::{Decides, Question, Sight, WireError, read_announcement, read_bid, read_card, read_hand};
use crate::rules::{Call, Contract};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long a program may think about one answer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running program. Once it has failed it is asked nothing more.
pub(super) struct External {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    /// The first thing that went wrong.
    pub(super) failed: Option<String>,
}

impl External {
    /// Starts a program: its path and arguments, divided by blanks.
    pub(super) fn start(command: &str) -> Result<External, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("no program is named")?;
        let started = Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("{program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program}: no way to talk to it"));
        };
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(External { child, input, answers, failed: None })
    }

    fn ask<T>(&mut self, question: Question, read: impl FnOnce(&str) -> Result<T, WireError>) -> Option<T> {
        if self.failed.is_some() {
            return None;
        }
        let line = question.to_string();
        let answered = writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| "the program has ended".to_string())
            .and_then(|()| self.answers.recv_timeout(PATIENCE).map_err(|_| "no answer".to_string()))
            .and_then(|answer| read(&answer).map_err(|error| error.to_string()));
        answered.map_err(|reason| self.failed = Some(format!("{reason}, asked: {line}"))).ok()
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Decides for External {
    fn call(&mut self, sight: &Sight) -> Call {
        self.ask(Question::Bid(sight.clone()), read_bid).unwrap_or(Call::Pass)
    }

    fn hand_game(&mut self, sight: &Sight) -> Option<Contract> {
        self.ask(Question::Hand(sight.clone()), read_hand).flatten()
    }

    fn announce(&mut self, sight: &Sight) -> Option<(Contract, Cards)> {
        self.ask(Question::Announce(sight.clone()), read_announcement)
    }

    fn card(&mut self, sight: &Sight) -> Option<Card> {
        self.ask(Question::Card(sight.clone()), read_card)
    }
}
