//! The command line: one file for each subcommand.
//!
//! Exit codes: 0 done, 1 done with a negative finding, 2 bad input or usage, the reason on
//! standard error. Each subcommand prints for a person, or JSON with `--json`, an object a line.

mod alarm;
mod analyse;
mod archive;
mod bench;
mod bid;
mod chance;
mod check;
mod discards;
mod distributions;
mod duel;
#[cfg(feature = "print")]
mod export;
mod fewest;
mod generate;
mod help;
mod host;
mod input;
mod install;
mod learn;
#[cfg(feature = "print")]
mod manual;
mod out_file;
mod output;
mod play;
mod player;
mod progress;
mod prove;
mod query;
mod replay;
mod resources;
mod selfplay;
mod show;
mod solve;
mod speech;
mod sums;
mod trace;
mod verify;
mod worlds;

use crate::plain;
use crate::words::{Language, Words};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "kiebitz", version, about = "Skat: compose puzzles, prove forced wins, replay expert games")]
#[command(subcommand_precedence_over_arg = true)]
struct Kiebitz {
    /// A puzzle or an archive to open in the window; not with a command
    file: Option<PathBuf>,
    /// The language of all words: de or en; the system's if none is named
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = input::language, display_order = 900)]
    language: Option<Language>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Analyse(analyse::Args),
    Archive(archive::Args),
    Join(analyse::join::Args),
    Bench(bench::Args),
    Bid(bid::Args),
    Learn(learn::Args),
    #[cfg(feature = "print")]
    Manual(manual::Args),
    Replay(replay::Args),
    Selfplay(selfplay::Args),
    Duel(duel::Args),
    Player(player::Args),
    Check(check::Args),
    Distributions(distributions::Args),
    #[cfg(feature = "print")]
    Export(export::Args),
    Fewest(fewest::Args),
    Generate(generate::Args),
    Host(host::Args),
    Install(install::Args),
    Play(play::Args),
    Show(show::Args),
    Worlds(worlds::Args),
    Solve(solve::Args),
    Prove(prove::Args),
    Verify(verify::Args),
    Trace(trace::Args),
}

/// How a subcommand ended when its input was good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// Done.
    Clean,
    /// Done, and something is not as it should be: exit code 1.
    Negative,
    /// Done as far as the input was good; what was not has been said: exit code 2.
    BadInput,
}

/// Why a subcommand could not do its work: exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input is bad; the text says where and why.
    #[error("{0}")]
    Input(String),
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Standard output is gone, as in `kiebitz … | head`.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl Failure {
    /// The reason in the user's language, as far as it is ours to tell.
    fn words(&self, words: &Words) -> String {
        match self {
            Failure::Input(text) => text.clone(),
            Failure::File { path, error } => format!("{}: {}", path.display(), words.file_error(path, error)),
            Failure::Output(error) => words.io_error(error),
        }
    }
}

/// Runs the program with the arguments of this process. `window` opens the window on a file, or says
/// why it cannot, in the language that was named if one was, and `key` knows the keys of its commands by their names; the command line itself knows nothing of it.
#[must_use]
pub fn run(
    window: impl FnOnce(Option<PathBuf>, Option<Language>) -> Result<(), String>,
    key: fn(&str, &Words) -> Option<String>,
) -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    speech::choose(help::named_language(args.iter().cloned()));
    let Kiebitz { file, command, .. } = match read(&args) {
        Ok(read) => read,
        Err(code) => return code,
    };
    #[cfg(not(feature = "print"))]
    let _ = key; // only the manual names keys
    if let (Some(file), Some(_)) = (&file, &command) {
        let why = match speech::words().language {
            Language::German => help::file_and_command(&file.display().to_string()),
            Language::English => format!("'{}' is opened in the window, not by a command", file.display()),
        };
        say(&Failure::Input(why));
        return ExitCode::from(2);
    }
    let result = match command {
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Archive(args)) => archive::run(&args),
        Some(Command::Join(args)) => analyse::join::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Bid(args)) => bid::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        #[cfg(feature = "print")]
        Some(Command::Manual(args)) => manual::run(&args, key),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Duel(args)) => duel::run(&args),
        Some(Command::Player(args)) => player::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Distributions(args)) => distributions::run(&args),
        #[cfg(feature = "print")]
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Fewest(args)) => fewest::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Host(args)) => host::run(&args),
        Some(Command::Install(args)) => install::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Worlds(args)) => worlds::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Prove(args)) => prove::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Trace(args)) => trace::run(&args),
        None => open(file, window),
    };
    match result {
        Ok(Finding::Clean) => ExitCode::SUCCESS,
        Ok(Finding::Negative) => ExitCode::from(1),
        Ok(Finding::BadInput) => ExitCode::from(2),
        // Whoever reads our output has seen enough: no error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            say(&failure);
            ExitCode::from(2)
        }
    }
}

/// Opens the window. What names neither a command nor a file is rather a slip of the pen than a file that is missing.
fn open(
    file: Option<PathBuf>,
    window: impl FnOnce(Option<PathBuf>, Option<Language>) -> Result<(), String>,
) -> Result<Finding, Failure> {
    if let Some(file) = &file
        && !file.exists()
    {
        let words = speech::words();
        if file.extension().is_none() && file.components().count() == 1 {
            return Err(Failure::Input(words.fill("cli.no_command", &[("name", &file.display())])));
        }
        return Err(Failure::File { path: file.clone(), error: io::ErrorKind::NotFound.into() });
    }
    window(file, speech::named()).map(|()| Finding::Clean).map_err(Failure::Input)
}

/// The command line with its texts in the person's language.
fn texts() -> clap::Command {
    match speech::words().language {
        Language::German => help::in_german(Kiebitz::command()),
        Language::English => Kiebitz::command(),
    }
}

/// Reads the arguments. Where that is all there is to do, since help was asked for or they make no sense, it is done.
fn read(args: &[OsString]) -> Result<Kiebitz, ExitCode> {
    let mut command = texts();
    let error = match command.try_get_matches_from_mut(args) {
        Ok(matches) => return Kiebitz::from_arg_matches(&matches).map_err(|error| error.exit()),
        Err(error) => error,
    };
    if speech::words().language == Language::English {
        error.exit();
    }
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        say_lines(&help::said(&error, &command, args));
        return Err(ExitCode::from(2));
    }
    let help = error.render();
    let coloured = if error.use_stderr() { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    let help = help::frame(&if coloured { help.ansi().to_string() } else { help.to_string() });
    if error.use_stderr() {
        write!(io::stderr(), "{help}").ok();
        return Err(ExitCode::from(2));
    }
    write!(io::stdout(), "{help}").ok();
    Err(ExitCode::SUCCESS)
}

fn say_lines(text: &str) {
    writeln!(io::stderr(), "{}", plain::lines(text)).ok();
}

/// Says on standard error what went wrong.
fn say(failure: &Failure) {
    say_lines(&format!("kiebitz: {}", failure.words(&speech::words())));
}

impl Finding {
    /// The graver of two.
    fn and(self, other: Finding) -> Finding {
        match (self, other) {
            (Finding::BadInput, _) | (_, Finding::BadInput) => Finding::BadInput,
            (Finding::Negative, _) | (_, Finding::Negative) => Finding::Negative,
            (Finding::Clean, Finding::Clean) => Finding::Clean,
        }
    }
}
