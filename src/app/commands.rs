//! Every action of the window, once: one row a command. Menus, shortcuts, tooltips, the palette, the key
//! sheet and the page on which keys are changed are all made from this table.

use crate::app::Workspace;
use crate::words::Words;
use egui::{Key, KeyboardShortcut, Modifiers};

/// The menus, in the order of the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Undo, clipboard, checks.
    Edit,
    /// Cards of a deal.
    Cards,
    /// Going through games and puzzles.
    Play,
    /// The tree of a proof.
    Tree,
    /// What is shown and how.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// All of them.
    pub const ALL: [Menu; 7] =
        [Menu::File, Menu::Edit, Menu::Cards, Menu::Play, Menu::Tree, Menu::View, Menu::Help];

    /// Its name.
    #[must_use]
    pub fn name(self, words: &Words) -> &'static str {
        words.t(match self {
            Menu::File => "menu.file",
            Menu::Edit => "menu.edit",
            Menu::Cards => "menu.cards",
            Menu::Play => "menu.play",
            Menu::Tree => "menu.tree",
            Menu::View => "menu.view",
            Menu::Help => "menu.help",
        })
    }

    /// Its commands.
    pub fn rows(self) -> impl Iterator<Item = &'static Row> {
        TABLE.iter().filter(move |row| row.menu == self)
    }
}

/// Where a command's key counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere; the window itself carries it out.
    Everywhere,
    /// In whichever workspace is shown.
    Cards,
    /// In Compose.
    Compose,
    /// In Solve.
    Solve,
    /// In Replay.
    Replay,
    /// While a tree is shown; its keys come before those of the workspaces.
    Tree,
    /// At the table at which one joins in; its keys come first in the same way.
    JoinIn,
}

impl Scope {
    /// Whether the same key cannot stand for a command here and for one there. Tree and table may take a
    /// workspace's key for themselves while they are shown, but none that counts everywhere.
    #[must_use]
    pub fn overlaps(self, other: Scope) -> bool {
        let narrow = |scope| matches!(scope, Scope::Compose | Scope::Solve | Scope::Replay);
        self == other
            || matches!((self, other), (Scope::Everywhere, _) | (_, Scope::Everywhere))
            || self == Scope::Cards && narrow(other)
            || other == Scope::Cards && narrow(self)
    }

    /// Whether its keys are heard while this workspace is shown.
    #[must_use]
    pub fn is_heard_in(self, workspace: Workspace) -> bool {
        match self {
            Scope::Everywhere | Scope::Cards => true,
            Scope::Compose => workspace == Workspace::Compose,
            Scope::Solve => matches!(workspace, Workspace::Start | Workspace::Solve),
            Scope::Tree | Scope::JoinIn => workspace == Workspace::Solve,
            Scope::Replay => workspace == Workspace::Replay,
        }
    }

    /// Whether it comes before the workspaces while it is shown.
    #[must_use]
    pub fn comes_first(self) -> bool {
        matches!(self, Scope::Tree | Scope::JoinIn)
    }
}

/// What is known about a command.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The command.
    pub command: Command,
    /// Its name in the catalogue.
    name: &'static str,
    /// Its explanation in the catalogue.
    why: &'static str,
    /// Its menu.
    pub menu: Menu,
    /// Its group there; a line is drawn between two groups.
    pub group: u8,
    /// Where its key counts.
    pub scope: Scope,
    /// The key it comes with.
    pub key: Option<KeyboardShortcut>,
}

const PLAIN: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

macro_rules! commands {
    (@key) => { None };
    (@key $modifiers:ident $key:ident) => { Some(KeyboardShortcut::new($modifiers, Key::$key)) };
    ($($command:ident $name:literal $why:literal $menu:ident $group:literal $scope:ident
       [$($modifiers:ident $key:ident)?] $doc:literal)*) => {
        /// An action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Command {
            $(#[doc = $doc] $command,)*
        }

        /// All commands, menu by menu.
        pub const TABLE: &[Row] = &[$(Row {
            command: Command::$command,
            name: $name,
            why: $why,
            menu: Menu::$menu,
            group: $group,
            scope: Scope::$scope,
            key: commands!(@key $($modifiers $key)?),
        },)*];
    };
}

commands! {
    New              "command.new"                 "command.new.why"                 File  1 Everywhere [CTRL N]                "An empty table."
    Open             "command.open"                "command.open.why"                File  1 Everywhere [CTRL O]                "Open a puzzle."
    Save             "command.save"                "command.save.why"                File  2 Everywhere [CTRL S]                "Save the puzzle."
    SaveAs           "command.save_as"             "command.save_as.why"             File  2 Everywhere [CTRL_SHIFT S]          "Save it under another name."
    ExportSvg        "command.svg"                 "command.svg.why"                 File  3 Everywhere [CTRL E]                "Write the diagram as SVG."
    ExportPng        "command.png"                 "command.png.why"                 File  3 Everywhere [CTRL_SHIFT E]          "Write the diagram as PNG."
    Print            "command.print"               "command.print.why"               File  3 Cards      [CTRL_SHIFT P]          "Sheets for print."
    Quit             "command.quit"                "command.quit.why"                File  4 Everywhere [CTRL Q]                "Leave."
    Undo             "command.undo"                "command.undo.why"                Edit  1 Compose    [CTRL Z]                "Take the last step back."
    Redo             "command.redo"                "command.redo.why"                Edit  1 Compose    [CTRL Y]                "Do it again."
    CopyLine         "command.copy"                "command.copy.why"                Edit  2 Cards      [CTRL C]                "Position line to the clipboard."
    PasteLine        "command.paste"               "command.paste.why"               Edit  2 Everywhere [CTRL V]                "Deal from the clipboard."
    SpeakTable       "command.speak"               "command.speak.why"               Edit  2 Everywhere [CTRL_SHIFT T]          "The table in words to the clipboard."
    TypeCards        "command.type"                "command.type.why"                Edit  3 Cards      [PLAIN Enter]           "Begin to type cards."
    TakeBack         "command.back"                "command.back.why"                Edit  3 Cards      [PLAIN Backspace]       "Take back the last card played."
    NextProblem      "command.problem"             "command.problem.why"             Edit  3 Compose    [PLAIN F8]              "Go to the next problem."
    CheckPuzzle      "command.check"               "command.check.why"               Edit  3 Compose    [CTRL J]                "Whether the puzzle is sound."
    DealRest         "command.deal"                "command.deal.why"                Cards 1 Compose    [CTRL D]                "Deal the rest at random."
    ClearCards       "command.clear"               "command.clear.why"               Cards 1 Compose    [CTRL Delete]           "Clear all cards that are not locked."
    LockAll          "command.lock"                "command.lock.why"                Cards 2 Compose    [CTRL L]                "Lock all placed cards."
    UnlockAll        "command.unlock"              "command.unlock.why"              Cards 2 Compose    [CTRL_SHIFT L]          "Unlock all."
    RotateSeats      "command.rotate"              "command.rotate.why"              Cards 3 Compose    [CTRL R]                "Everybody moves on by one seat."
    SwapSuits        "command.swap"                "command.swap.why"                Cards 3 Compose    [CTRL T]                "Exchange two suits."
    Distributions    "command.distributions"       "command.distributions.why"       Cards 4 Cards      [CTRL_SHIFT D]          "Ask how the cards may lie."
    Invent           "command.invent"              "command.invent.why"              Cards 4 Compose    [CTRL G]                "Invent puzzles."
    PreviousCard     "command.previous_card"       "command.previous_card.why"       Play  1 Cards      [PLAIN ArrowLeft]       "The card before."
    NextCard         "command.next_card"           "command.next_card.why"           Play  1 Cards      [PLAIN ArrowRight]      "The next card."
    PreviousTrick    "command.previous_trick"      "command.previous_trick.why"      Play  1 Cards      [SHIFT ArrowLeft]       "The trick before."
    NextTrick        "command.next_trick"          "command.next_trick.why"          Play  1 Cards      [SHIFT ArrowRight]      "The next trick."
    FirstCard        "command.first_card"          "command.first_card.why"          Play  1 Cards      [PLAIN Home]            "The beginning."
    LastCard         "command.last_card"           "command.last_card.why"           Play  1 Cards      [PLAIN End]             "The end."
    PreviousItem     "command.previous_item"       "command.previous_item.why"       Play  2 Cards      [PLAIN PageUp]          "The puzzle or game before."
    NextItem         "command.next_item"           "command.next_item.why"           Play  2 Cards      [PLAIN PageDown]        "The next puzzle or game."
    NextUnsolved     "command.next_unsolved"       "command.next_unsolved.why"       Play  2 Cards      [CTRL PageDown]         "The next puzzle that has not been solved."
    PreviousMistake  "command.previous_mistake"    "command.previous_mistake.why"    Play  3 Cards      [SHIFT N]               "The mistake before."
    NextMistake      "command.next_mistake"        "command.next_mistake.why"        Play  3 Cards      [PLAIN N]               "The next mistake."
    BackToGame       "command.to_game"             "command.to_game.why"             Play  3 Cards      [PLAIN B]               "From a variation back to the game."
    BestCard         "command.best"                "command.best.why"                Play  3 Cards      [PLAIN Space]           "Play the best card."
    Advice           "command.advice"              "command.advice.why"              Play  3 Cards      [PLAIN I]               "What the AI would do."
    Autoplay         "command.autoplay"            "command.autoplay.why"            Play  3 Replay     [PLAIN A]               "Let the cards fall by themselves."
    OpenGames        "command.open_games"          "command.open_games.why"          Play  4 Replay     [CTRL_SHIFT O]          "Open an archive of games."
    ReadAgain        "command.read_again"          "command.read_again.why"          Play  4 Replay     [PLAIN F5]              "Read the open archives again."
    ListOrGame       "command.list_or_game"        "command.list_or_game.why"        Play  4 Replay     [PLAIN T]               "From the list to the game and back."
    AnalyseGames     "command.analyse_games"       "command.analyse_games.why"       Play  4 Replay     []                      "Analyse the listed games."
    ExportGames      "command.export_games"        "command.export_games.why"        Play  4 Replay     []                      "Write the listed games."
    ExportTable      "command.export_table"        "command.export_table.why"        Play  4 Replay     []                      "Write the list as a table."
    FindPosition     "command.find_position"       "command.find_position.why"       Play  4 Replay     []                      "Find the games in which this position came up."
    FindAlike        "command.find_alike"          "command.find_alike.why"          Play  4 Replay     []                      "Find the games with a position like this."
    MakePuzzle       "command.make_puzzle"         "command.make_puzzle.why"         Play  5 Replay     [PLAIN M]               "Make a puzzle of the position."
    Hint             "command.hint"                "command.hint.why"                Play  6 Solve      [PLAIN F2]              "A hint, in three steps."
    WhyNot           "command.why_not"             "command.why_not.why"             Play  6 Solve      [PLAIN F4]              "Ask what a card would lead to."
    ShowSolution     "command.solution"            "command.solution.why"            Play  6 Solve      [PLAIN F6]              "The solution."
    Restart          "command.restart"             "command.restart.why"             Play  6 Solve      [PLAIN F10]             "The puzzle from its beginning."
    DealHand         "command.deal_hand"           "command.deal_hand.why"           Play  7 Everywhere [CTRL M]                "Deal a hand and play it with two others."
    SitDown          "command.sit_down"            "command.sit_down.why"            Play  7 Cards      [CTRL_SHIFT M]          "Play a game with the cards that are shown."
    SayBid           "command.say_bid"             "command.say_bid.why"             Play  7 JoinIn     [PLAIN Plus]            "Say the number, or yes."
    PassBid          "command.pass_bid"            "command.pass_bid.why"            Play  7 JoinIn     [PLAIN Minus]           "Pass."
    GoOn             "command.go_on"               "command.go_on.why"               Play  7 JoinIn     [PLAIN Space]           "Take the trick away and go on."
    ShowProof        "command.show_proof"          "command.show_proof.why"          Tree  1 Cards      [CTRL P]                "See the proof of a position."
    TreeRoot         "command.tree_root"           "command.tree_root.why"           Tree  2 Tree       [PLAIN R]               "To the root of the tree."
    TreeUp           "command.tree_up"             "command.tree_up.why"             Tree  2 Tree       [PLAIN ArrowUp]         "The node above."
    TreeDown         "command.tree_down"           "command.tree_down.why"           Tree  2 Tree       [PLAIN ArrowDown]       "The node below."
    TreeUnfold       "command.tree_unfold"         "command.tree_unfold.why"         Tree  2 Tree       [PLAIN U]               "Unfold the chosen node."
    TreeUnfoldTrick  "command.tree_unfold_trick"   "command.tree_unfold_trick.why"   Tree  2 Tree       [SHIFT U]               "Unfold to the end of the trick."
    TreeFold         "command.tree_fold"           "command.tree_fold.why"           Tree  2 Tree       [PLAIN H]               "Fold the chosen node, or open it."
    TreeFoldLost     "command.tree_fold_lost"      "command.tree_fold_lost.why"      Tree  2 Tree       [PLAIN F]               "Fold everything refuted."
    TreeOthers       "command.tree_others"         "command.tree_others.why"         Tree  3 Tree       [PLAIN O]               "Show every card of a node."
    TreeRefute       "command.tree_refute"         "command.tree_refute.why"         Tree  3 Tree       [PLAIN X]               "Why a card fails."
    TreeValues       "command.tree_values"         "command.tree_values.why"         Tree  3 Tree       [PLAIN V]               "Work out the value of every card of a node."
    TreeTwin         "command.tree_twin"           "command.tree_twin.why"           Tree  3 Tree       [PLAIN T]               "To the same position elsewhere."
    TreeOnly         "command.tree_only"           "command.tree_only.why"           Tree  4 Tree       [SHIFT O]               "Only the chosen subtree."
    TreeCentre       "command.tree_centre"         "command.tree_centre.why"         Tree  4 Tree       [PLAIN C]               "The chosen node into the middle."
    TreeFit          "command.tree_fit"            "command.tree_fit.why"            Tree  4 Tree       [PLAIN Z]               "Show the whole tree."
    TreeLabels       "command.tree_labels"         "command.tree_labels.why"         Tree  4 Tree       [PLAIN L]               "Cards on all branches."
    TreeBookmark     "command.tree_bookmark"       "command.tree_bookmark.why"       Tree  5 Tree       [SHIFT B]               "Set or take away a bookmark."
    TreeNextBookmark "command.tree_next_bookmark"  "command.tree_next_bookmark.why"  Tree  5 Tree       [PLAIN M]               "To the next bookmark."
    TreeFind         "command.tree_find"           "command.tree_find.why"           Tree  5 Tree       [CTRL F]                "Find in the tree."
    TreeFindNext     "command.tree_find_next"      "command.tree_find_next.why"      Tree  5 Tree       [PLAIN F3]              "Find the next place."
    TreeSvg          "command.tree_svg"            "command.tree_svg.why"            Tree  6 Tree       []                      "Write the tree as a drawing."
    TreeText         "command.tree_text"           "command.tree_text.why"           Tree  6 Tree       []                      "Write the tree as text."
    ProofFile        "command.proof_file"          "command.proof_file.why"          Tree  6 Tree       []                      "Write the proof."
    RecordSearch     "command.record"              "command.record.why"              Tree  7 Tree       [SHIFT R]               "Record a search."
    RecordingPlay    "command.recording_play"      "command.recording_play.why"      Tree  7 Tree       [PLAIN P]               "Play the recording of a search, or stop it."
    RecordingForward "command.recording_forward"   "command.recording_forward.why"   Tree  7 Tree       [PLAIN Period]          "One step on in the recording."
    RecordingBack    "command.recording_back"      "command.recording_back.why"      Tree  7 Tree       [PLAIN Comma]           "One step back in the recording."
    Start            "command.start"               "command.start.why"               View  1 Everywhere [CTRL Home]             "The first page."
    Compose          "command.compose"             "command.compose.why"             View  1 Everywhere [CTRL Num1]             "Compose."
    Solve            "command.solve"               "command.solve.why"               View  1 Everywhere [CTRL Num2]             "Solve."
    Replay           "command.replay"              "command.replay.why"              View  1 Everywhere [CTRL Num3]             "Replay."
    TurnTable        "command.turn"                "command.turn.why"                View  2 Cards      [PLAIN F]               "Another seat at the bottom."
    ShowValues       "command.values"              "command.values.why"              View  2 Everywhere [PLAIN Q]               "Values on the cards."
    ShowPossible     "command.possible"            "command.possible.why"            View  2 Everywhere [PLAIN W]               "What the viewer knows of the other hands."
    ZoomIn           "command.zoom_in"             "command.zoom_in.why"             View  3 Everywhere [CTRL Plus]             "Larger."
    ZoomOut          "command.zoom_out"            "command.zoom_out.why"            View  3 Everywhere [CTRL Minus]            "Smaller."
    ZoomReset        "command.zoom_reset"          "command.zoom_reset.why"          View  3 Everywhere [CTRL Num0]             "Normal size."
    ToggleTheme      "command.theme"               "command.theme.why"               View  4 Everywhere [PLAIN F9]              "Light or dark."
    SwitchLanguage   "command.language"            "command.language.why"            View  4 Everywhere [PLAIN F7]              "The other language."
    Settings         "command.settings"            "command.settings.why"            View  4 Everywhere [CTRL Comma]            "Settings."
    Help             "command.help"                "command.help.why"                Help  1 Everywhere [PLAIN F1]              "The page of the manual."
    Palette          "command.palette"             "command.palette.why"             Help  1 Everywhere [CTRL K]                "Command palette."
    Keys             "command.keys"                "command.keys.why"                Help  1 Everywhere [PLAIN Questionmark]    "Key sheet."
    TourCompose      "command.tour_compose"        "command.tour_compose.why"        Help  2 Everywhere []                      "A tour through Compose."
    TourSolve        "command.tour_solve"          "command.tour_solve.why"          Help  2 Everywhere []                      "A tour through Solve."
    TourReplay       "command.tour_replay"         "command.tour_replay.why"         Help  2 Everywhere []                      "A tour through Replay."
    TourIdea         "command.tour_idea"           "command.tour_idea.why"           Help  2 Everywhere []                      "The idea behind it."
    Stop             "command.stop"                "command.stop.why"                Help  3 Everywhere [PLAIN Escape]          "Stop the engine."
    About            "command.about"               "command.about.why"               Help  4 Everywhere []                      "About."
}

impl Command {
    /// All commands, menu by menu.
    pub fn all() -> impl Iterator<Item = Command> {
        TABLE.iter().map(|row| row.command)
    }

    /// Its row in the table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name.
    #[must_use]
    pub fn name(self, words: &Words) -> &'static str {
        words.t(self.row().name)
    }

    /// What it does, in one sentence.
    #[must_use]
    pub fn why(self, words: &Words) -> &'static str {
        words.t(self.row().why)
    }

    /// Its name in files, the same in every language.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().name.trim_start_matches("command.")
    }

    /// The command with this name in files.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Command> {
        Command::all().find(|command| command.id() == id)
    }

    /// Whether the window itself carries it out, whatever is shown.
    #[must_use]
    pub fn is_everywhere(self) -> bool {
        self.row().scope == Scope::Everywhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_commands() {
        for row in TABLE {
            assert_eq!(row.command.row().command, row.command);
            assert_eq!(Command::from_id(row.command.id()), Some(row.command));
        }
        // Menu by menu and group by group, or a line would be drawn twice.
        let places: Vec<(usize, u8)> = TABLE
            .iter()
            .map(|row| (Menu::ALL.iter().position(|&menu| menu == row.menu).unwrap(), row.group))
            .collect();
        assert!(places.is_sorted());
    }

    #[test]
    fn no_key_stands_twice_where_both_count() {
        for (i, row) in TABLE.iter().enumerate() {
            for other in &TABLE[..i] {
                let same = row.key.is_some() && row.key == other.key && row.scope.overlaps(other.scope);
                assert!(!same, "{:?} {:?}", row.command, other.command);
            }
        }
    }
}
