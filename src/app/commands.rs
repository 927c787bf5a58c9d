//! Every action of the window, once: menus, shortcuts, tooltips, palette and key sheet are made
//! from this list.

use crate::words::Words;
use egui::{Key, KeyboardShortcut, Modifiers};

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// An empty table.
    New,
    /// Open a puzzle.
    Open,
    /// Save the puzzle.
    Save,
    /// Save it under another name.
    SaveAs,
    /// Write the diagram as SVG.
    ExportSvg,
    /// Write the diagram as PNG.
    ExportPng,
    /// Sheets for print.
    Print,
    /// Leave.
    Quit,
    /// Take the last step back.
    Undo,
    /// Do it again.
    Redo,
    /// Position line to the clipboard.
    CopyLine,
    /// Deal from the clipboard.
    PasteLine,
    /// Begin to type cards.
    TypeCards,
    /// Take back the last card played.
    TakeBack,
    /// Deal the rest at random.
    DealRest,
    /// Clear all cards that are not locked.
    ClearCards,
    /// Lock all placed cards.
    LockAll,
    /// Unlock all.
    UnlockAll,
    /// Everybody moves on by one seat.
    RotateSeats,
    /// Exchange two suits.
    SwapSuits,
    /// Invent puzzles.
    Invent,
    /// Ask how the cards may lie.
    Distributions,
    /// Go to the next problem.
    NextProblem,
    /// The next card.
    NextCard,
    /// The card before.
    PreviousCard,
    /// The next trick.
    NextTrick,
    /// The trick before.
    PreviousTrick,
    /// The beginning.
    FirstCard,
    /// The end.
    LastCard,
    /// The next puzzle or game.
    NextItem,
    /// The puzzle or game before.
    PreviousItem,
    /// The next mistake.
    NextMistake,
    /// The mistake before.
    PreviousMistake,
    /// From a variation back to the game.
    BackToGame,
    /// Play the best card.
    BestCard,
    /// See the proof of a position.
    ShowProof,
    /// To the root of the tree.
    TreeRoot,
    /// The node above.
    TreeUp,
    /// The node below.
    TreeDown,
    /// Unfold the chosen node.
    TreeUnfold,
    /// Unfold to the end of the trick.
    TreeUnfoldTrick,
    /// Fold the chosen node, or open it.
    TreeFold,
    /// Fold everything refuted.
    TreeFoldLost,
    /// Show every card of a node.
    TreeOthers,
    /// Work out the value of every card of a node.
    TreeValues,
    /// Why a card fails.
    TreeRefute,
    /// To the same position elsewhere.
    TreeTwin,
    /// The chosen node into the middle.
    TreeCentre,
    /// Show the whole tree.
    TreeFit,
    /// Cards on all branches.
    TreeLabels,
    /// Set or take away a bookmark.
    TreeBookmark,
    /// To the next bookmark.
    TreeNextBookmark,
    /// Find in the tree.
    TreeFind,
    /// Find the next place.
    TreeFindNext,
    /// Write the tree as a drawing.
    TreeSvg,
    /// Write the tree as text.
    TreeText,
    /// Write the proof.
    ProofFile,
    /// Open an archive of games.
    OpenGames,
    /// Read the open archives again.
    ReadAgain,
    /// From the list to the game and back.
    ListOrGame,
    /// Let the cards fall by themselves.
    Autoplay,
    /// Make a puzzle of the position.
    MakePuzzle,
    /// Analyse the listed games.
    AnalyseGames,
    /// Write the listed games.
    ExportGames,
    /// Write the list as a table.
    ExportTable,
    /// A hint, in three steps.
    Hint,
    /// Ask what a card would lead to.
    WhyNot,
    /// The solution.
    ShowSolution,
    /// The puzzle from its beginning.
    Restart,
    /// What the AI would do.
    Advice,
    /// Deal a hand and play it with two others.
    DealHand,
    /// Play a game with the cards that are shown.
    SitDown,
    /// Say the number, or yes.
    SayBid,
    /// Pass.
    PassBid,
    /// Take the trick away and go on.
    GoOn,
    /// Whether the puzzle is sound.
    CheckPuzzle,
    /// Record a search.
    RecordSearch,
    /// Play the recording of a search, or stop it.
    RecordingPlay,
    /// One step on in the recording.
    RecordingForward,
    /// One step back in the recording.
    RecordingBack,
    /// Compose.
    Compose,
    /// Solve.
    Solve,
    /// Replay.
    Replay,
    /// Another seat at the bottom.
    TurnTable,
    /// Values on the cards.
    ShowValues,
    /// What the viewer knows of the other hands.
    ShowPossible,
    /// Larger.
    ZoomIn,
    /// Smaller.
    ZoomOut,
    /// Normal size.
    ZoomReset,
    /// Light or dark.
    ToggleTheme,
    /// The other language.
    SwitchLanguage,
    /// Settings.
    Settings,
    /// Stop the engine.
    Stop,
    /// Command palette.
    Palette,
    /// Key sheet.
    Keys,
    /// About.
    About,
}

/// The menus, in the order of the bar. `None` draws a line.
pub const MENUS: [(&str, &[Option<Command>]); 7] = [
    (
        "menu.file",
        &[
            Some(Command::New),
            Some(Command::Open),
            None,
            Some(Command::Save),
            Some(Command::SaveAs),
            None,
            Some(Command::ExportSvg),
            Some(Command::ExportPng),
            Some(Command::Print),
            None,
            Some(Command::Quit),
        ],
    ),
    (
        "menu.edit",
        &[
            Some(Command::Undo),
            Some(Command::Redo),
            None,
            Some(Command::CopyLine),
            Some(Command::PasteLine),
            None,
            Some(Command::TypeCards),
            Some(Command::TakeBack),
            Some(Command::NextProblem),
            Some(Command::CheckPuzzle),
        ],
    ),
    (
        "menu.cards",
        &[
            Some(Command::DealRest),
            Some(Command::ClearCards),
            None,
            Some(Command::LockAll),
            Some(Command::UnlockAll),
            None,
            Some(Command::RotateSeats),
            Some(Command::SwapSuits),
            None,
            Some(Command::Distributions),
            Some(Command::Invent),
        ],
    ),
    (
        "menu.play",
        &[
            Some(Command::PreviousCard),
            Some(Command::NextCard),
            Some(Command::PreviousTrick),
            Some(Command::NextTrick),
            Some(Command::FirstCard),
            Some(Command::LastCard),
            None,
            Some(Command::PreviousItem),
            Some(Command::NextItem),
            None,
            Some(Command::PreviousMistake),
            Some(Command::NextMistake),
            Some(Command::BackToGame),
            Some(Command::BestCard),
            Some(Command::Advice),
            Some(Command::Autoplay),
            None,
            Some(Command::OpenGames),
            Some(Command::ReadAgain),
            Some(Command::ListOrGame),
            Some(Command::AnalyseGames),
            Some(Command::ExportGames),
            Some(Command::ExportTable),
            None,
            Some(Command::MakePuzzle),
            None,
            Some(Command::Hint),
            Some(Command::WhyNot),
            Some(Command::ShowSolution),
            Some(Command::Restart),
            None,
            Some(Command::DealHand),
            Some(Command::SitDown),
            Some(Command::SayBid),
            Some(Command::PassBid),
            Some(Command::GoOn),
        ],
    ),
    (
        "menu.tree",
        &[
            Some(Command::ShowProof),
            None,
            Some(Command::TreeRoot),
            Some(Command::TreeUp),
            Some(Command::TreeDown),
            Some(Command::TreeUnfold),
            Some(Command::TreeUnfoldTrick),
            Some(Command::TreeFold),
            Some(Command::TreeFoldLost),
            None,
            Some(Command::TreeOthers),
            Some(Command::TreeRefute),
            Some(Command::TreeValues),
            Some(Command::TreeTwin),
            None,
            Some(Command::TreeCentre),
            Some(Command::TreeFit),
            Some(Command::TreeLabels),
            None,
            Some(Command::TreeBookmark),
            Some(Command::TreeNextBookmark),
            Some(Command::TreeFind),
            Some(Command::TreeFindNext),
            None,
            Some(Command::TreeSvg),
            Some(Command::TreeText),
            Some(Command::ProofFile),
            None,
            Some(Command::RecordSearch),
            Some(Command::RecordingPlay),
            Some(Command::RecordingForward),
            Some(Command::RecordingBack),
        ],
    ),
    (
        "menu.view",
        &[
            Some(Command::Compose),
            Some(Command::Solve),
            Some(Command::Replay),
            None,
            Some(Command::TurnTable),
            Some(Command::ShowValues),
            Some(Command::ShowPossible),
            None,
            Some(Command::ZoomIn),
            Some(Command::ZoomOut),
            Some(Command::ZoomReset),
            None,
            Some(Command::ToggleTheme),
            Some(Command::SwitchLanguage),
            Some(Command::Settings),
        ],
    ),
    (
        "menu.help",
        &[Some(Command::Palette), Some(Command::Keys), None, Some(Command::Stop), None, Some(Command::About)],
    ),
];

const PLAIN: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

impl Command {
    /// All commands, menu by menu.
    pub fn all() -> impl Iterator<Item = Command> {
        MENUS.iter().flat_map(|(_, items)| items.iter().flatten().copied())
    }

    /// Keys of its name and of its explanation.
    #[must_use]
    pub const fn keys(self) -> (&'static str, &'static str) {
        match self {
            Command::New => ("command.new", "command.new.why"),
            Command::Open => ("command.open", "command.open.why"),
            Command::Save => ("command.save", "command.save.why"),
            Command::SaveAs => ("command.save_as", "command.save_as.why"),
            Command::ExportSvg => ("command.svg", "command.svg.why"),
            Command::ExportPng => ("command.png", "command.png.why"),
            Command::Print => ("command.print", "command.print.why"),
            Command::Quit => ("command.quit", "command.quit.why"),
            Command::Undo => ("command.undo", "command.undo.why"),
            Command::Redo => ("command.redo", "command.redo.why"),
            Command::CopyLine => ("command.copy", "command.copy.why"),
            Command::PasteLine => ("command.paste", "command.paste.why"),
            Command::TypeCards => ("command.type", "command.type.why"),
            Command::TakeBack => ("command.back", "command.back.why"),
            Command::DealRest => ("command.deal", "command.deal.why"),
            Command::ClearCards => ("command.clear", "command.clear.why"),
            Command::LockAll => ("command.lock", "command.lock.why"),
            Command::UnlockAll => ("command.unlock", "command.unlock.why"),
            Command::RotateSeats => ("command.rotate", "command.rotate.why"),
            Command::SwapSuits => ("command.swap", "command.swap.why"),
            Command::Invent => ("command.invent", "command.invent.why"),
            Command::Distributions => ("command.distributions", "command.distributions.why"),
            Command::NextProblem => ("command.problem", "command.problem.why"),
            Command::NextCard => ("command.next_card", "command.next_card.why"),
            Command::PreviousCard => ("command.previous_card", "command.previous_card.why"),
            Command::NextTrick => ("command.next_trick", "command.next_trick.why"),
            Command::PreviousTrick => ("command.previous_trick", "command.previous_trick.why"),
            Command::FirstCard => ("command.first_card", "command.first_card.why"),
            Command::LastCard => ("command.last_card", "command.last_card.why"),
            Command::NextItem => ("command.next_item", "command.next_item.why"),
            Command::PreviousItem => ("command.previous_item", "command.previous_item.why"),
            Command::NextMistake => ("command.next_mistake", "command.next_mistake.why"),
            Command::PreviousMistake => ("command.previous_mistake", "command.previous_mistake.why"),
            Command::BackToGame => ("command.to_game", "command.to_game.why"),
            Command::BestCard => ("command.best", "command.best.why"),
            Command::ShowProof => ("command.show_proof", "command.show_proof.why"),
            Command::TreeRoot => ("command.tree_root", "command.tree_root.why"),
            Command::TreeUp => ("command.tree_up", "command.tree_up.why"),
            Command::TreeDown => ("command.tree_down", "command.tree_down.why"),
            Command::TreeUnfold => ("command.tree_unfold", "command.tree_unfold.why"),
            Command::TreeUnfoldTrick => ("command.tree_unfold_trick", "command.tree_unfold_trick.why"),
            Command::TreeFold => ("command.tree_fold", "command.tree_fold.why"),
            Command::TreeFoldLost => ("command.tree_fold_lost", "command.tree_fold_lost.why"),
            Command::TreeOthers => ("command.tree_others", "command.tree_others.why"),
            Command::TreeValues => ("command.tree_values", "command.tree_values.why"),
            Command::TreeRefute => ("command.tree_refute", "command.tree_refute.why"),
            Command::TreeTwin => ("command.tree_twin", "command.tree_twin.why"),
            Command::TreeCentre => ("command.tree_centre", "command.tree_centre.why"),
            Command::TreeFit => ("command.tree_fit", "command.tree_fit.why"),
            Command::TreeLabels => ("command.tree_labels", "command.tree_labels.why"),
            Command::TreeBookmark => ("command.tree_bookmark", "command.tree_bookmark.why"),
            Command::TreeNextBookmark => ("command.tree_next_bookmark", "command.tree_next_bookmark.why"),
            Command::TreeFind => ("command.tree_find", "command.tree_find.why"),
            Command::TreeFindNext => ("command.tree_find_next", "command.tree_find_next.why"),
            Command::TreeSvg => ("command.tree_svg", "command.tree_svg.why"),
            Command::TreeText => ("command.tree_text", "command.tree_text.why"),
            Command::ProofFile => ("command.proof_file", "command.proof_file.why"),
            Command::OpenGames => ("command.open_games", "command.open_games.why"),
            Command::ReadAgain => ("command.read_again", "command.read_again.why"),
            Command::ListOrGame => ("command.list_or_game", "command.list_or_game.why"),
            Command::Autoplay => ("command.autoplay", "command.autoplay.why"),
            Command::MakePuzzle => ("command.make_puzzle", "command.make_puzzle.why"),
            Command::AnalyseGames => ("command.analyse_games", "command.analyse_games.why"),
            Command::ExportGames => ("command.export_games", "command.export_games.why"),
            Command::ExportTable => ("command.export_table", "command.export_table.why"),
            Command::Hint => ("command.hint", "command.hint.why"),
            Command::WhyNot => ("command.why_not", "command.why_not.why"),
            Command::ShowSolution => ("command.solution", "command.solution.why"),
            Command::Restart => ("command.restart", "command.restart.why"),
            Command::Advice => ("command.advice", "command.advice.why"),
            Command::DealHand => ("command.deal_hand", "command.deal_hand.why"),
            Command::SitDown => ("command.sit_down", "command.sit_down.why"),
            Command::SayBid => ("command.say_bid", "command.say_bid.why"),
            Command::PassBid => ("command.pass_bid", "command.pass_bid.why"),
            Command::GoOn => ("command.go_on", "command.go_on.why"),
            Command::CheckPuzzle => ("command.check", "command.check.why"),
            Command::RecordSearch => ("command.record", "command.record.why"),
            Command::RecordingPlay => ("command.recording_play", "command.recording_play.why"),
            Command::RecordingForward => ("command.recording_forward", "command.recording_forward.why"),
            Command::RecordingBack => ("command.recording_back", "command.recording_back.why"),
            Command::Compose => ("command.compose", "command.compose.why"),
            Command::Solve => ("command.solve", "command.solve.why"),
            Command::Replay => ("command.replay", "command.replay.why"),
            Command::TurnTable => ("command.turn", "command.turn.why"),
            Command::ShowValues => ("command.values", "command.values.why"),
            Command::ShowPossible => ("command.possible", "command.possible.why"),
            Command::ZoomIn => ("command.zoom_in", "command.zoom_in.why"),
            Command::ZoomOut => ("command.zoom_out", "command.zoom_out.why"),
            Command::ZoomReset => ("command.zoom_reset", "command.zoom_reset.why"),
            Command::ToggleTheme => ("command.theme", "command.theme.why"),
            Command::SwitchLanguage => ("command.language", "command.language.why"),
            Command::Settings => ("command.settings", "command.settings.why"),
            Command::Stop => ("command.stop", "command.stop.why"),
            Command::Palette => ("command.palette", "command.palette.why"),
            Command::Keys => ("command.keys", "command.keys.why"),
            Command::About => ("command.about", "command.about.why"),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self, texts: &Words) -> &'static str {
        texts.t(self.keys().0)
    }

    /// What it does, in one sentence.
    #[must_use]
    pub fn why(self, texts: &Words) -> &'static str {
        texts.t(self.keys().1)
    }

    /// Its shortcut.
    #[must_use]
    pub const fn shortcut(self) -> Option<KeyboardShortcut> {
        let (modifiers, key) = match self {
            Command::New => (CTRL, Key::N),
            Command::Open => (CTRL, Key::O),
            Command::Save => (CTRL, Key::S),
            Command::SaveAs => (CTRL_SHIFT, Key::S),
            Command::ExportSvg => (CTRL, Key::E),
            Command::ExportPng => (CTRL_SHIFT, Key::E),
            Command::Print => (CTRL_SHIFT, Key::P),
            Command::Quit => (CTRL, Key::Q),
            Command::Undo => (CTRL, Key::Z),
            Command::Redo => (CTRL, Key::Y),
            Command::CopyLine => (CTRL, Key::C),
            Command::PasteLine => (CTRL, Key::V),
            Command::TypeCards => (PLAIN, Key::Enter),
            Command::TakeBack => (PLAIN, Key::Backspace),
            Command::DealRest => (CTRL, Key::D),
            Command::ClearCards => (CTRL, Key::Delete),
            Command::LockAll => (CTRL, Key::L),
            Command::UnlockAll => (CTRL_SHIFT, Key::L),
            Command::RotateSeats => (CTRL, Key::R),
            Command::SwapSuits => (CTRL, Key::T),
            Command::Invent => (CTRL, Key::G),
            Command::Distributions => (CTRL_SHIFT, Key::D),
            Command::NextProblem => (PLAIN, Key::F8),
            Command::NextCard => (PLAIN, Key::ArrowRight),
            Command::PreviousCard => (PLAIN, Key::ArrowLeft),
            Command::NextTrick => (SHIFT, Key::ArrowRight),
            Command::PreviousTrick => (SHIFT, Key::ArrowLeft),
            Command::FirstCard => (PLAIN, Key::Home),
            Command::LastCard => (PLAIN, Key::End),
            Command::NextItem => (PLAIN, Key::PageDown),
            Command::PreviousItem => (PLAIN, Key::PageUp),
            Command::NextMistake => (PLAIN, Key::N),
            Command::PreviousMistake => (SHIFT, Key::N),
            Command::BackToGame => (PLAIN, Key::B),
            Command::BestCard => (PLAIN, Key::Space),
            Command::ShowProof => (CTRL, Key::P),
            Command::TreeRoot => (PLAIN, Key::R),
            Command::TreeUp => (PLAIN, Key::ArrowUp),
            Command::TreeDown => (PLAIN, Key::ArrowDown),
            Command::TreeUnfold => (PLAIN, Key::U),
            Command::TreeUnfoldTrick => (SHIFT, Key::U),
            Command::TreeFold => (PLAIN, Key::H),
            Command::TreeFoldLost => (PLAIN, Key::F),
            Command::TreeOthers => (PLAIN, Key::O),
            Command::TreeValues => (PLAIN, Key::V),
            Command::TreeRefute => (PLAIN, Key::X),
            Command::TreeTwin => (PLAIN, Key::T),
            Command::TreeCentre => (PLAIN, Key::C),
            Command::TreeFit => (PLAIN, Key::Z),
            Command::TreeLabels => (PLAIN, Key::L),
            Command::TreeBookmark => (SHIFT, Key::B),
            Command::TreeNextBookmark => (PLAIN, Key::M),
            Command::TreeFind => (CTRL, Key::F),
            Command::TreeFindNext => (PLAIN, Key::F3),
            Command::OpenGames => (CTRL_SHIFT, Key::O),
            Command::ReadAgain => (PLAIN, Key::F5),
            Command::ListOrGame => (PLAIN, Key::T),
            Command::Autoplay => (PLAIN, Key::A),
            Command::MakePuzzle => (PLAIN, Key::M),
            Command::Hint => (PLAIN, Key::F2),
            Command::WhyNot => (PLAIN, Key::F4),
            Command::ShowSolution => (PLAIN, Key::F6),
            Command::Restart => (PLAIN, Key::F10),
            Command::Advice => (PLAIN, Key::I),
            Command::DealHand => (CTRL, Key::M),
            Command::SitDown => (CTRL_SHIFT, Key::M),
            Command::SayBid => (PLAIN, Key::Plus),
            Command::PassBid => (PLAIN, Key::Minus),
            Command::GoOn => (PLAIN, Key::Space),
            Command::CheckPuzzle => (CTRL, Key::J),
            Command::RecordSearch => (SHIFT, Key::R),
            Command::RecordingPlay => (PLAIN, Key::P),
            Command::RecordingForward => (PLAIN, Key::Period),
            Command::RecordingBack => (PLAIN, Key::Comma),
            Command::Compose => (CTRL, Key::Num1),
            Command::Solve => (CTRL, Key::Num2),
            Command::Replay => (CTRL, Key::Num3),
            Command::TurnTable => (PLAIN, Key::F),
            Command::ShowValues => (PLAIN, Key::Q),
            Command::ShowPossible => (PLAIN, Key::W),
            Command::ZoomIn => (CTRL, Key::Plus),
            Command::ZoomOut => (CTRL, Key::Minus),
            Command::ZoomReset => (CTRL, Key::Num0),
            Command::Settings => (CTRL, Key::Comma),
            Command::Stop => (PLAIN, Key::Escape),
            Command::Palette => (CTRL, Key::K),
            Command::Keys => (PLAIN, Key::Questionmark),
            Command::ToggleTheme => (PLAIN, Key::F9),
            Command::SwitchLanguage => (PLAIN, Key::F7),
            Command::TreeSvg
            | Command::TreeText
            | Command::ProofFile
            | Command::AnalyseGames
            | Command::ExportGames
            | Command::ExportTable
            | Command::About => return None,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }

    /// The shortcut as a player reads it on his keyboard.
    #[must_use]
    pub fn shortcut_text(self, texts: &Words) -> String {
        let Some(shortcut) = self.shortcut() else { return String::new() };
        let mut words = Vec::new();
        if shortcut.modifiers.command {
            words.push(texts.t("key.ctrl"));
        }
        if shortcut.modifiers.shift {
            words.push(texts.t("key.shift"));
        }
        words.push(match shortcut.logical_key {
            Key::Enter => texts.t("key.enter"),
            Key::Backspace => texts.t("key.backspace"),
            Key::Delete => texts.t("key.delete"),
            Key::Escape => "Esc",
            Key::ArrowLeft => "⬅",
            Key::ArrowRight => "➡",
            Key::ArrowUp => "⬆",
            Key::ArrowDown => "⬇",
            Key::Home => texts.t("key.home"),
            Key::End => texts.t("key.end"),
            Key::PageUp => texts.t("key.page_up"),
            Key::PageDown => texts.t("key.page_down"),
            Key::Space => texts.t("key.space"),
            Key::Questionmark => "?",
            Key::Plus => "+",
            Key::Minus => "−",
            Key::Comma => ",",
            Key::Period => ".",
            key => key.symbol_or_name(),
        });
        words.join("+")
    }

    /// Whether the window itself carries it out, whatever is shown.
    #[must_use]
    pub const fn is_everywhere(self) -> bool {
        matches!(
            self,
            Command::New
                | Command::Open
                | Command::Save
                | Command::SaveAs
                | Command::ExportSvg
                | Command::ExportPng
                | Command::Quit
                | Command::PasteLine
                | Command::Compose
                | Command::Solve
                | Command::Replay
                | Command::DealHand
                | Command::ShowValues
                | Command::ShowPossible
                | Command::ZoomIn
                | Command::ZoomOut
                | Command::ZoomReset
                | Command::ToggleTheme
                | Command::SwitchLanguage
                | Command::Settings
                | Command::Stop
                | Command::Palette
                | Command::Keys
                | Command::About
        )
    }

    /// Whether it belongs to the tree, which has keys of its own: they count only while a tree is shown,
    /// and may stand for something else elsewhere.
    #[must_use]
    pub const fn is_for_tree(self) -> bool {
        matches!(
            self,
            Command::TreeRoot
                | Command::TreeUp
                | Command::TreeDown
                | Command::TreeUnfold
                | Command::TreeUnfoldTrick
                | Command::TreeFold
                | Command::TreeFoldLost
                | Command::TreeOthers
                | Command::TreeValues
                | Command::TreeRefute
                | Command::TreeTwin
                | Command::TreeCentre
                | Command::TreeFit
                | Command::TreeLabels
                | Command::TreeBookmark
                | Command::TreeNextBookmark
                | Command::TreeFind
                | Command::TreeFindNext
                | Command::TreeSvg
                | Command::TreeText
                | Command::ProofFile
                | Command::RecordSearch
                | Command::RecordingPlay
                | Command::RecordingForward
                | Command::RecordingBack
        )
    }

    /// Whether it belongs to the table at which one joins in, which has keys of its own in the same way.
    #[must_use]
    pub const fn is_for_join_in(self) -> bool {
        matches!(self, Command::SayBid | Command::PassBid | Command::GoOn)
    }

    /// Whether the shortcut also works while a text is being typed: only those that no text field
    /// needs for itself.
    #[must_use]
    pub fn works_while_typing(self) -> bool {
        let own = matches!(self, Command::CopyLine | Command::PasteLine | Command::Undo | Command::Redo);
        let plain_function_key = matches!(
            self,
            Command::NextProblem | Command::ToggleTheme | Command::SwitchLanguage | Command::TreeFindNext
        );
        let combined = self.shortcut().is_some_and(|shortcut| shortcut.modifiers.command);
        plain_function_key || combined && !own && self != Command::ClearCards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_shortcut_stands_twice() {
        let mut seen = HashSet::new();
        for command in Command::all() {
            if let Some(shortcut) = command.shortcut() {
                assert!(
                    seen.insert((shortcut, command.is_for_tree(), command.is_for_join_in())),
                    "{command:?}"
                );
            }
        }
    }
}
