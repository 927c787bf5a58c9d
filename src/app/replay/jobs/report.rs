//! Writing the report of a batch: as a page for browsers, as a sheet, or as puzzles to be solved.

use crate::app::replay::archives::OpenArchives;
use crate::app::replay::game;
use crate::app::replay::kept::Kept;
use crate::archive::analysis::{Analyst, CardAnalysis, Depth, GameAnalysis, Report, Reported};
use crate::archive::index::Row;
use crate::archive::walk::Walk;
use crate::deal::View;
use crate::engine::JobContext;
use crate::engine::file_writer::ChosenFile;
use crate::plain;
use crate::print::Sheet;
use crate::puzzle::Puzzle;
use crate::rules::Seat;
use crate::storage::{Draft, Overwrite, RealDisk};
use crate::words::Words;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// Mistakes that are told with their position.
const TOLD: usize = 30;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// A page.
    Html,
    /// A sheet.
    Pdf,
    /// Puzzles in a folder.
    Puzzles,
}

/// A report to be written.
#[derive(Clone)]
pub struct ReportRequest {
    /// Where the games are.
    pub archives: Arc<OpenArchives>,
    /// Which.
    pub rows: Arc<Vec<u32>>,
    /// As what.
    pub kind: ReportKind,
    /// Where to.
    pub file: ChosenFile,
    /// In which words.
    pub words: Words,
}

/// What became of it.
pub enum ReportEvent {
    /// It is written; a folder of puzzles is to be opened in Solve.
    Written(PathBuf, Option<PathBuf>),
    /// It is not, and why.
    Failed(PathBuf, String),
}

/// A mistake and where it happened.
struct Told {
    reported: Reported,
    row: Row,
    walk: Walk,
    analysis: GameAnalysis,
}

impl Told {
    fn card(&self) -> Option<&CardAnalysis> {
        self.analysis.cards.get(usize::from(self.reported.worst.card))
    }
}

/// Writes a report.
pub fn run(request: &ReportRequest, kept: &Kept, job: &JobContext<ReportEvent>) {
    let path = request.file.path.clone();
    match write(request, kept, job) {
        Ok(Some(folder)) => job.tell(ReportEvent::Written(path, folder)),
        Ok(None) => {} // stopped
        Err(why) => job.tell(ReportEvent::Failed(path, why)),
    }
}

fn write(
    request: &ReportRequest,
    kept: &Kept,
    job: &JobContext<ReportEvent>,
) -> Result<Option<Option<PathBuf>>, String> {
    let report = Report::of(&request.archives.library.index, &request.rows);
    let wanted = |one: &&Reported| request.kind == ReportKind::Html || one.worst.is_forced();
    let mut told = Vec::new();
    for one in report.worst.iter().filter(wanted).take(TOLD) {
        match look(request, one, kept, job) {
            Some(found) => told.push(found),
            None if job.monitor().is_stopped() => return Ok(None),
            None => {} // its archive has changed, which the list says
        }
    }
    let words = &request.words;
    let file = &request.file;
    match request.kind {
        ReportKind::Html => save(file, html(words, &report, &told).as_bytes()).map(|()| Some(None)),
        ReportKind::Pdf => {
            let mut sheet =
                Sheet::new(told.iter().filter_map(|one| puzzle(one, words)).collect(), words.language);
            sheet.title = words.t("report.title").into();
            let bytes = sheet.to_pdf().map_err(|error| error.to_string())?;
            save(file, &bytes).map(|()| Some(None))
        }
        ReportKind::Puzzles => {
            std::fs::create_dir_all(&file.path).map_err(|error| error.to_string())?;
            for (number, one) in told.iter().enumerate() {
                let Some(puzzle) = puzzle(one, words) else { continue };
                let text = puzzle.to_ron().map_err(|error| error.to_string())?;
                let name = format!("{}-{:02}.ron", words.t("report.puzzle"), number + 1);
                let path = file.path.join(name);
                save(&ChosenFile { path, overwrite: Overwrite::Allowed }, text.as_bytes())?;
            }
            Ok(Some(Some(file.path.clone())))
        }
    }
}

fn save(file: &ChosenFile, bytes: &[u8]) -> Result<(), String> {
    let mut draft =
        Draft::begin(RealDisk::shared(), &file.path, file.overwrite).map_err(|error| error.to_string())?;
    draft.write_all(bytes).map_err(|error| error.to_string())?;
    draft.commit().map_err(|error| error.to_string())
}

/// The game with its whole analysis: kept, or made now.
fn look(request: &ReportRequest, one: &Reported, kept: &Kept, job: &JobContext<ReportEvent>) -> Option<Told> {
    let library = &request.archives.library;
    let row = library.index.row(one.number)?;
    let (record, game) = library.game(one.number).ok()?;
    let analysis = kept.find(row.key, &game).or_else(|| {
        // As deep as the batch went: what it found is what is told.
        let depth = row.analysis.map_or(Depth::Quick, |found| found.depth);
        let mut analyst = Analyst::with_resources(depth, job.share().resources());
        analyst.analyse(&game, &job.monitor().limits(), |_| {})
    })?;
    let mut walk = Walk::new(record, game);
    walk.go_to_card(one.worst.card.into());
    Some(Told { reported: one.clone(), row, walk, analysis })
}

fn puzzle(one: &Told, words: &Words) -> Option<Puzzle> {
    let mut puzzle = game::puzzle_of(&one.walk, Some(&one.analysis), View::Open, words)?;
    if !one.reported.player.is_empty() {
        puzzle.source =
            format!("{} ({})", puzzle.source, plain::line(&one.reported.player)).trim().to_string();
    }
    Some(puzzle)
}

const STYLE: &str = "body{font:16px/1.5 Georgia,serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#23221f;\
background:#fffefb}h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem;border-top:1px solid #d3ccbe;padding-top:1rem}\
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left}td+td,th+th{text-align:right}\
.hand td+td{text-align:left}.faint{color:#635f57}@media(prefers-color-scheme:dark){body{color:#e8e4da;background:#1d1c1a}}";

/// The report as a page.
fn html(words: &Words, report: &Report, told: &[Told]) -> String {
    let number = |n: u32| words.number(n.into());
    let title = plain::xml(words.t("report.title"));
    let language = if words.is_german() { "de" } else { "en" };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n"
    );
    let (analysed, games) = (number(report.analysed), number(report.games));
    let (mistakes, missed) = (number(report.with_mistakes), number(report.missed));
    for line in [
        words.fill("report.games", &[("n", &analysed), ("all", &games)]),
        words.fill("report.found", &[("mistakes", &mistakes), ("missed", &missed)]),
    ] {
        writeln!(page, "<p>{}</p>", plain::xml(&line)).ok();
    }
    writeln!(page, "<table><tr>").ok();
    for key in
        ["stats.player", "stats.count", "report.clean", "report.alone", "report.against", "report.missed"]
    {
        write!(page, "<th>{}</th>", plain::xml(words.find(key).unwrap_or(key))).ok();
    }
    writeln!(page, "</tr>").ok();
    for player in report.players.iter().take(100) {
        let all = player.all();
        write!(page, "<tr><td>{}</td><td>{}</td>", plain::xml(&player.name), number(all.games)).ok();
        write!(page, "<td>{}</td>", words.percent(all.share_clean(), 0)).ok();
        for side in player.sides {
            let rate = if side.games > 0 { words.decimal(side.per_hundred(), 1) } else { "–".into() };
            write!(page, "<td>{rate}</td>").ok();
        }
        writeln!(page, "<td>{}</td></tr>", number(player.missed)).ok();
    }
    writeln!(page, "</table>").ok();
    told.iter().for_each(|one| mistake(&mut page, words, one));
    page.push_str("</body></html>\n");
    page
}

/// One mistake: who, what, the cards, why, and what would have been better.
fn mistake(page: &mut String, words: &Words, one: &Told) {
    let Some(card) = one.card() else { return };
    let Some(position) = one.walk.position() else { return };
    let what = game::judgement_title(card.judgement, words);
    let (n, name) = (card.number + 1, words.card(card.card));
    let player = one.reported.player.as_str();
    let values: [(&str, &dyn std::fmt::Display); 4] =
        [("player", &player), ("n", &n), ("card", &name), ("what", &what)];
    writeln!(page, "<h2>{}</h2>", plain::xml(&words.fill("report.line", &values))).ok();
    let contract = words.contract(position.contract());
    let declarer = words.seat(position.declarer());
    let id = one.walk.record.id.clone().unwrap_or_default();
    let place = one.walk.record.place.clone().unwrap_or_default();
    let date = words_date(words, &one.row);
    let head = [contract, declarer.to_string(), place, id, date];
    let head: Vec<String> = head.into_iter().filter(|part| !part.is_empty()).collect();
    writeln!(page, "<p class=\"faint\">{}</p><table class=\"hand\">", plain::xml(&head.join(" · "))).ok();
    for seat in Seat::ALL {
        let hand = words.cards(position.hand(seat), position.game());
        writeln!(page, "<tr><td>{}</td><td>{}</td></tr>", words.seat(seat), plain::xml(&hand)).ok();
    }
    let skat = words.cards(position.skat(), position.game());
    writeln!(page, "<tr><td>{}</td><td>{}</td></tr></table>", words.t("place.skat"), plain::xml(&skat)).ok();
    let said = game::explain_card(words, card).join(" ");
    writeln!(page, "<p>{}</p>", plain::xml(&said)).ok();
}

fn words_date(words: &Words, row: &Row) -> String {
    let day = crate::archive::index::calendar(row.date);
    day.map_or(String::new(), |(year, month, day)| words.date(year, month, day))
}
