//! The tree widget: laws of its drawing, and how little it paints.

use egui::{Rect, pos2};
use egui_kittest::Harness;
use kiebitz::app::settings::Settings;
use kiebitz::app::theme::Tokens;
use kiebitz::app::widgets::cards::Deck;
use kiebitz::app::widgets::tree::find::Query;
use kiebitz::app::widgets::tree::layout::Layout;
use kiebitz::app::widgets::tree::model::{Mover, Node, NodeId, Tree, Verdict};
use kiebitz::app::widgets::tree::{Step, TreeView, export};
use kiebitz::cards::{Card, Dice};
use kiebitz::deal::Play;
use kiebitz::puzzle::Language;
use kiebitz::rules::Seat;
use kiebitz::words::{Faces, Words};

const CLOSE: f64 = 1e-6;

fn pick(dice: &mut Dice, n: usize) -> usize {
    dice.below(n as u64) as usize
}

fn node(dice: &mut Dice) -> Node {
    Node {
        play: Some(Play { seat: Seat::ALL[pick(dice, 3)], card: Card::from_index(pick(dice, 32)).unwrap() }),
        mover: [Mover::Viewer, Mover::Adversary][pick(dice, 2)],
        verdict: [Verdict::Proved, Verdict::Refuted, Verdict::Open][pick(dice, 3)],
        effort: dice.below(10_000),
        twin: None,
        known: true,
    }
}

/// A tree of the usual shape: at most thirty cards deep, at most twenty-two cards wide.
fn random_tree(n: usize, dice: &mut Dice) -> Tree {
    let root = Node { play: None, ..node(dice) };
    let mut tree = Tree::new(root, 1, pick(dice, 3) as u8);
    let recent = 1 + pick(dice, n);
    while tree.len() < n {
        let back = pick(dice, recent.min(tree.len()));
        let parent = NodeId::at(tree.len() - 1 - back);
        if tree.depth(parent) < 30 && tree.count(parent) < 22 {
            tree.add(parent, node(dice));
        } else {
            let any = NodeId::at(pick(dice, tree.len()));
            if tree.depth(any) < 30 && tree.count(any) < 22 {
                tree.add(any, node(dice));
            }
        }
    }
    tree
}

/// A tree in the order of a search: every node with as many below it as were meted out to it.
fn searched_tree(n: usize, dice: &mut Dice) -> Tree {
    let mut tree = Tree::new(node(dice), 1, 0);
    let mut stack = vec![(None, n)];
    while let Some((parent, mut below)) = stack.pop() {
        let id = parent.map_or(NodeId::ROOT, |parent| tree.add(parent, node(dice)));
        let parts = if tree.depth(id) == 29 { 0 } else { below.min(2 + pick(dice, 9)) };
        for part in (1..=parts).rev() {
            let share = below / part;
            below -= share;
            stack.push((Some(id), share - 1));
        }
    }
    tree
}

/// The nodes that are drawn, column by column in order, with their rows: the slow way.
fn drawn(tree: &Tree, layout: &Layout) -> Vec<Vec<(NodeId, f64)>> {
    fn walk(tree: &Tree, layout: &Layout, id: NodeId, row: f64, columns: &mut Vec<Vec<(NodeId, f64)>>) {
        let depth = tree.depth(id);
        columns.resize(columns.len().max(depth + 1), Vec::new());
        columns[depth].push((id, row));
        if layout.is_open(id) {
            for child in tree.children(id) {
                walk(tree, layout, child, row + layout.offset(child), columns);
            }
        }
    }
    let mut columns = Vec::new();
    walk(tree, layout, NodeId::ROOT, 0.0, &mut columns);
    columns
}

#[test]
fn nothing_overlaps_and_parents_stand_in_the_middle() {
    let mut dice = Dice::new(61);
    for n in (1..120).chain([500, 2_000, 5_000]) {
        let tree = random_tree(n, &mut dice);
        let shut: Vec<bool> = tree.ids().map(|_| dice.below(9) == 0).collect();
        let layout = Layout::new(&tree, |id| !shut[id.index()]);
        let columns = drawn(&tree, &layout);
        for column in &columns {
            for pair in column.windows(2) {
                assert!(pair[1].1 - pair[0].1 >= 1.0 - CLOSE, "in order and apart: {pair:?}");
            }
        }
        let rows: std::collections::HashMap<NodeId, f64> = columns.concat().into_iter().collect();
        for (&id, &row) in &rows {
            assert!((layout.row(&tree, id) - row).abs() < CLOSE);
            if let Some((first, last)) = tree.ends(id).filter(|_| layout.is_open(id)) {
                assert!(((rows[&first] + rows[&last]) / 2.0 - row).abs() < CLOSE, "in the middle");
            }
        }
        // What culling relies on: the outline holds everything that is drawn.
        let [low, high] = layout.extent(NodeId::ROOT);
        assert!(rows.values().all(|&row| row >= low && row <= high));
        assert_eq!(layout.levels(NodeId::ROOT) + 1, columns.len());
    }
}

/// The same tree with all children in the opposite order.
fn mirrored(tree: &Tree) -> (Tree, Vec<NodeId>) {
    let mut other = Tree::new(*tree.node(NodeId::ROOT), 1, 0);
    let mut names = vec![NodeId::ROOT; tree.len()];
    let mut queue = std::collections::VecDeque::from([NodeId::ROOT]);
    while let Some(id) = queue.pop_front() {
        let mut children: Vec<NodeId> = tree.children(id).collect();
        children.reverse();
        for child in children {
            names[child.index()] = other.add(names[id.index()], *tree.node(child));
            queue.push_back(child);
        }
    }
    (other, names)
}

#[test]
fn a_mirrored_tree_has_the_mirrored_drawing() {
    let mut dice = Dice::new(9);
    for n in [2, 3, 7, 20, 60, 200, 900] {
        let tree = random_tree(n, &mut dice);
        let (other, names) = mirrored(&tree);
        let (a, b) = (Layout::new(&tree, |_| true), Layout::new(&other, |_| true));
        for id in tree.ids() {
            let sum = a.row(&tree, id) + b.row(&other, names[id.index()]);
            assert!(sum.abs() < CLOSE, "{id:?} of {n}: {sum}");
        }
    }
}

#[test]
fn a_mended_drawing_is_the_same_as_a_new_one() {
    let mut dice = Dice::new(18);
    for n in [5, 40, 300] {
        let mut tree = random_tree(n, &mut dice);
        let mut layout = Layout::new(&tree, |_| false);
        for _ in 0..200 {
            match dice.below(4) {
                0 => {
                    let any = NodeId::at(pick(&mut dice, tree.len()));
                    if tree.depth(any) < 30 {
                        tree.add(any, node(&mut dice));
                        layout.mend(&tree, any);
                    }
                }
                1 => layout.reveal(&tree, NodeId::at(pick(&mut dice, tree.len()))),
                _ => {
                    let any = NodeId::at(pick(&mut dice, tree.len()));
                    let open = !layout.is_open(any);
                    layout.set_open(&tree, any, open);
                }
            }
            let new = Layout::new(&tree, |id| layout.is_open(id));
            assert_eq!(drawn(&tree, &layout), drawn(&tree, &new));
        }
    }
}

#[test]
fn folding_mends_one_path_however_large_the_tree() {
    let mut dice = Dice::new(33);
    let tree = random_tree(100_000, &mut dice);
    let mut layout = Layout::new(&tree, |_| true);
    for _ in 0..200 {
        let any = NodeId::at(pick(&mut dice, tree.len()));
        let before = layout.placed();
        let open = !layout.is_open(any);
        layout.set_open(&tree, any, open);
        // At most thirty-one nodes on the way to the root, each with at most twenty-two children.
        assert!(layout.placed() - before <= 31 * 22);
    }
}

fn words() -> Words {
    Settings { language: Some(Language::German), ..Settings::default() }.words()
}

const SCREEN: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(900.0, 700.0) };

fn on_screen(view: TreeView) -> Harness<'static, TreeView> {
    let frame = |ui: &mut egui::Ui, view: &mut TreeView| {
        let words = words();
        let deck = Deck { texts: &words, tokens: &Tokens::LIGHT };
        let (left, right) = SCREEN.split_left_right_at_x(780.0);
        view.ui(ui, left, deck, "Baum", |n| format!("{n}. Stich"));
        view.icicle_ui(ui, right, deck, "Überblick");
        view.map_ui(ui, deck, "Lage");
    };
    let mut harness = Harness::builder().with_size(SCREEN.size()).build_ui_state(frame, view);
    harness.run_steps(3);
    harness
}

/// Whatever is on the screen: nodes, edges and lines, at most so many.
fn bound(deepest: usize) -> usize {
    // A column of the screen has room for 700 points; a line or a node takes at least 0.8 of them, and
    // each may have an edge.
    (deepest + 1) * 2 * (SCREEN.height() / 0.8) as usize
}

#[test]
fn a_hundred_thousand_open_nodes_paint_what_the_screen_holds() {
    let mut dice = Dice::new(100_000);
    let tree = random_tree(100_000, &mut dice);
    let mut view = TreeView::new(tree, |_| true);
    view.now = None;
    let mut harness = on_screen(view);
    let all = harness.state().tree().len();
    let deepest = harness.state().tree().deepest();
    let fitted = harness.state().work();
    assert!(fitted.painted < bound(deepest) && fitted.visited < all / 2, "everything in sight: {fitted:?}");
    let mut near = 0;
    for _ in 0..60 {
        let any = NodeId::at(pick(&mut dice, all));
        let zoom = [0.2_f32, 0.7, 1.5, 6.0, 40.0][pick(&mut dice, 5)];
        harness.state_mut().choose(any);
        harness.state_mut().centre();
        harness.state_mut().zoom(zoom);
        for _ in 0..40 {
            harness.step();
        }
        let view = harness.state();
        let work = view.work();
        assert!(work.painted < bound(deepest), "{work:?}");
        assert!(view.place(any).is_some(), "the chosen node is painted");
        if view.zoom_now() >= 1.0 {
            near += 1;
            // At natural size some thirty rows and eight columns fit, edges and neighbours included.
            assert!(work.painted < 1_500 && work.visited < 6_000, "{work:?}");
        }
        let overview = view.overview_work();
        assert!(
            overview.painted < (deepest + 1) * 480 && overview.visited == overview.painted,
            "{overview:?}"
        );
    }
    assert!(near > 5);
}

#[test]
fn every_node_in_sight_is_painted() {
    let mut dice = Dice::new(7);
    let tree = random_tree(3_000, &mut dice);
    let shut: Vec<bool> = tree.ids().map(|_| dice.below(5) == 0).collect();
    let view = TreeView::new(tree, move |id| !shut[id.index()]);
    let mut harness = on_screen(view);
    for _ in 0..25 {
        let all = harness.state().tree().len();
        harness.state_mut().choose(NodeId::at(pick(&mut dice, all)));
        harness.state_mut().centre();
        harness.state_mut().zoom(if dice.below(2) == 0 { 1.6 } else { 0.8 });
        for _ in 0..40 {
            harness.step();
        }
        let view = harness.state();
        if view.zoom_now() < 0.2 {
            continue;
        }
        let inside = Rect::from_min_max(SCREEN.min, pos2(780.0, 700.0)).shrink(4.0);
        let mut seen = 0;
        for (id, row) in drawn(view.tree(), view.layout()).concat() {
            let at = view.camera().at(view.tree().depth(id), row);
            if inside.contains(at) {
                seen += 1;
                assert!(view.place(id).is_some_and(|place| place.contains(at)), "{id:?} at {at:?}");
            }
        }
        assert!(seen > 0);
    }
}

/// How long a frame of a million open nodes takes, its shapes made into triangles included, from the whole tree down to a few
/// nodes. For people, with `--ignored --nocapture`.
#[test]
#[ignore = "it measures"]
fn frames_of_a_million_nodes() {
    let mut dice = Dice::new(5);
    for (name, tree) in [
        ("by chance", random_tree(1_000_000, &mut dice)),
        ("as searched", searched_tree(1_000_000, &mut dice)),
    ] {
        let mut harness = on_screen(TreeView::new(tree, |_| true));
        for _ in 0..24 {
            harness.run_steps(30);
            let start = std::time::Instant::now();
            for _ in 0..10 {
                harness.step();
                let shapes = harness.output().shapes.clone();
                std::hint::black_box(harness.ctx.tessellate(shapes, 1.0));
            }
            let (zoom, took) = (harness.state().zoom_now(), start.elapsed() / 10);
            println!("{name}, zoom {zoom}: {took:?} a frame, {:?}", harness.state().work());
            harness.state_mut().zoom(2.0);
        }
    }
}

#[test]
fn a_million_nodes_open_and_stay_light() {
    let mut dice = Dice::new(1_000_000);
    let tree = searched_tree(1_000_000, &mut dice);
    assert_eq!(tree.len(), 1_000_001);
    let mut view = TreeView::new(tree, |id| id == NodeId::ROOT);
    view.unfold_below(NodeId::ROOT, 400);
    let mut harness = on_screen(view);
    let work = harness.state().work();
    assert!(work.visited < 2_000 && harness.state().overview_work().visited < 31 * 480, "{work:?}");
    let before = harness.state().layout().placed();
    let last = NodeId::at(1_000_000);
    harness.state_mut().choose(last);
    assert!(harness.state().layout().placed() - before <= 31 * 12);
    for _ in 0..40 {
        harness.step();
    }
    assert!(harness.state().place(last).is_some());
}

#[test]
fn steps_folds_and_bookmarks() {
    let mut dice = Dice::new(2);
    let mut tree = Tree::new(Node { play: None, ..node(&mut dice) }, 1, 0);
    let [a, b] = [0, 1].map(|_| tree.add(NodeId::ROOT, node(&mut dice)));
    let [c, d] = [0, 1].map(|_| tree.add(a, node(&mut dice)));
    let e = tree.add(b, node(&mut dice));
    let mut view = TreeView::new(tree, |_| true);
    assert!(view.step(Step::Child) && view.chosen() == a);
    assert!(view.step(Step::Child) && view.step(Step::Down) && view.chosen() == d);
    assert!(view.step(Step::Down) && view.chosen() == e, "a cousin in the same column");
    assert!(!view.step(Step::Down) && view.step(Step::Up) && view.step(Step::Up) && view.chosen() == c);
    assert!(
        view.step(Step::Parent) && view.step(Step::Child) && view.chosen() == c,
        "back where it came from"
    );
    view.bookmark();
    assert_eq!(view.bookmarks(), [c]);
    view.toggle(a);
    assert!(!view.layout().is_open(a) && view.chosen() == a, "what is folded away cannot stay chosen");
    assert!(view.step(Step::Down) && view.chosen() == b && view.after(view.bookmarks(), true) == Some(c));
    view.choose(c);
    assert!(view.layout().is_open(a), "choosing brings into sight");
    view.bookmark();
    assert!(view.bookmarks().is_empty());
    let open = *view.tree().node(e);
    view.tree_mut().node_mut(b).verdict = Verdict::Refuted;
    view.fold(|tree, id| tree.node(id).verdict == Verdict::Refuted && id == b);
    assert!(!view.layout().is_open(b) && view.layout().is_open(a));
    assert_eq!(view.tree().node(e).verdict, open.verdict);
}

#[test]
fn searching_for_cards_lines_and_verdicts() {
    let mut tree = Tree::new(Node::default(), 3, 1);
    let plays: Vec<Play> = ["HA", "D7", "SJ"]
        .iter()
        .map(|card| Play { seat: Seat::Middlehand, card: card.parse().unwrap() })
        .collect();
    let mut at = NodeId::ROOT;
    for play in &plays {
        at = tree.add(at, Node { play: Some(*play), verdict: Verdict::Proved, ..Node::default() });
    }
    let words = words();
    let find = |text: &str| Query::parse(text, &words).map(|query| query.find(&tree));
    assert_eq!(find("pb"), Some(vec![NodeId::at(3)]), "Pik-Bube");
    assert_eq!(find("ha karo 7"), Some(vec![NodeId::at(2)]));
    assert_eq!(find("karo 7, ha"), Some(vec![]));
    assert_eq!(find("bew"), Some(vec![NodeId::at(1), NodeId::at(2), NodeId::at(3)]));
    assert_eq!(find("offen"), Some(vec![NodeId::ROOT]));
    assert_eq!(find("Blumenkohl"), None);
    for name in ["Pik-Bube", "pik bube", "jack of spades", "the jack of spades"] {
        assert_eq!(find(name), Some(vec![NodeId::at(3)]), "{name}");
    }
    assert_eq!(find("Herz-Ass Karo-7"), Some(vec![NodeId::at(2)]));
    assert_eq!(find("schon gerechnet"), Some(vec![]), "a reason, which only recordings have");
    // In the third trick, with one card on the table: two more cards end it.
    assert_eq!([1, 2, 3].map(|depth| tree.trick_at(depth)), [3, 3, 4]);
    assert_eq!(tree.trick_end(1), 3);
}

#[test]
fn text_and_drawing_show_what_is_unfolded() {
    let words = Words { language: Language::German, faces: Faces::FourColour };
    let mut tree = Tree::new(Node { known: true, ..Node::default() }, 1, 0);
    let play = |seat, card: &str| Some(Play { seat, card: card.parse().unwrap() });
    let proved = Node { verdict: Verdict::Proved, known: true, ..Node::default() };
    let lead = tree.add(NodeId::ROOT, Node { play: play(Seat::Forehand, "CJ"), ..proved });
    let low = tree.add(lead, Node { play: play(Seat::Middlehand, "C7"), ..proved });
    tree.add(lead, Node { play: play(Seat::Middlehand, "C9"), known: false, ..proved });
    tree.add(low, Node { play: play(Seat::Rearhand, "DA"), verdict: Verdict::Refuted, ..proved });
    let layout = Layout::new(&tree, |_| true);
    let text = export::text(&tree, &layout, NodeId::ROOT, &words, |_| String::new());
    assert_eq!(text, "Anfang V ♣B  +\n    M ♣7 H ♦A  –\n    M ♣9 …  +\n");
    let svg = export::svg(&tree, &layout, NodeId::ROOT, &words);
    assert_eq!(svg.matches("<use ").count(), 4, "a card on each edge");
    assert_eq!(svg.matches("<path d=\"M").count(), 4 + 4 + 4, "edges, cards' seats and signs");
    assert!(svg.contains("1. Stich"));
    let folded = Layout::new(&tree, |id| id != lead);
    let svg = export::svg(&tree, &folded, NodeId::ROOT, &words);
    assert_eq!(svg.matches("<use ").count(), 1, "what is folded is not drawn");
    let part = export::svg(&tree, &layout, low, &words);
    assert_eq!(part.matches("<use ").count(), 2, "a subtree begins with its own card");
}
