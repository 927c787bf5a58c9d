//! Kiebitz: Skat puzzles, forced wins, expert games.
//!
//! One crate, built like a house whose storeys only look down: each module may use those above it
//! in this list, never those below.
//!
//! | module | what lives there | it knows nothing of |
//! | --- | --- | --- |
//! | [`parallel`] | work on several threads, results in order, panics as values | everything else |
//! | [`plain`] | text from outside made harmless: for terminals, CSV, Markdown, XML | everything else |
//! | [`cards`] | suits, ranks, cards, sets of cards, spelling, seeded dice | rules |
//! | [`rules`] | games, contracts, tricks, values, bidding, overbidding, scores | search, files |
//! | [`verify`] | the checker of proofs: its own reader, its own account of who may hold what | search, the other storeys |
//! | [`deal`] | setups that may be wrong, positions proved right, the position line | search |
//! | [`words`] | what Kiebitz says: the catalogue in two languages; names of cards in three decks, of seats, games and goals; numbers, plurals, lists | search, files |
//! | [`knowledge`] | what one player knows: places, counting and listing worlds, assumptions | search |
//! | [`search`] | `open`: all cards seen; `paranoia`: forced against every deal; `proof`: why; `trace`: what a search did; `adversary`: the best defence; layout, limits, progress | files, windows |
//! | [`player`] | the Skat AI: bidding, choosing the game, discarding, playing; learned tables | files, windows |
//! | [`storage`] | files that survive: atomic writing, the checksummed log, caches with limits, the data folder and its lock | puzzles, archives, windows |
//! | [`puzzle`] | puzzle files, texts in two languages, soundness, distributions, the generator, solutions in words, the bundled collection | windows |
//! | [`print`] | sheets: type set by the font, diagrams, columns and pages as PDF, pictures and text; pages that play in a browser | windows |
//! | [`archive`] | game records: reader, writer, recount, check, index, library, games to step through, their analysis, notes on them | windows |
//! | `net` | playing with people: the server protocol as types, a game followed from one seat, client, AI as a client, host | windows |
//! | [`problems`] | what can go wrong, in words | windows |
//! | [`engine`] | background work: the task (question in, answers out, progress, stop), files written one after the other, the budget of memory and threads | the window |
//! | [`solving`] | what happens while somebody solves: an attempt, its hints and its end; the list and what is solved of it; the table with others; deals that are sought; trees as data | the window |
//! | `manual` | the handbook: pages in two languages, their markup, search in them, the same as HTML | the window |
//! | [`cli`] | the subcommands | the window |
//! | `app` | the window: Compose, Solve (with whole games to join in, alone or with people), Replay; advice, distributions, inventing, printing; widgets, commands | – |
//!
//! The rooms of `app` look down in the same way: each uses what stands in its own row or above it, and a workspace never another
//! workspace. (`settings` names the types in which the workspaces remember things, and nothing else of them.)
//!
//! | room | what is in it |
//! | --- | --- |
//! | `theme`, `own_deck`, `widgets` | colours and spaces; the person's own pictures of cards; cards, table, tree, fields |
//! | `common` | tasks in the window, the document store, typing, evaluation of a position, diagrams as pictures |
//! | `commands`, `keys`, `settings`, `files`, `view`, `toasts` | every action by name and its keys; what is remembered; choosing files; a workspace as the shell sees it; messages |
//! | `advice`, `distributions`, `invent`, `print` | panels and dialogs that workspaces share |
//! | `compose`, `solve`, `replay` | the workspaces; Solve with `proof`, `join_in` and `server`; Replay in `archives`, `list`, `game`, `explore`, `report`, `jobs` |
//! | `settings_file`, `settings_dialog`, `file_commands`, `dialogs`, `shortcuts`, `key_sheet`, `frames`, `focus`, `help`, `palette`, `status`, `start`, `tour`, `shell` | the window around them: the first page, the tours, dialogs, bars, the manual, the ring around what has the focus |

#[cfg(feature = "gui")]
pub mod app;
pub mod archive;
pub mod cards;
#[cfg(feature = "cli")]
pub mod cli;
pub mod deal;
pub mod engine;
pub mod knowledge;
#[cfg(feature = "print")]
pub mod manual;
#[cfg(feature = "net")]
pub mod net;
pub mod parallel;
pub mod plain;
pub mod player;
#[cfg(feature = "print")]
pub mod print;
pub mod problems;
pub mod puzzle;
pub mod rules;
pub mod search;
#[cfg_attr(not(feature = "gui"), allow(dead_code))] // much of it is for the window alone
pub mod solving;
pub mod storage;
pub mod verify;
pub mod words;
