//! Turns pressed keys into commands.

use super::Kiebitz;
use super::commands::{Command, TABLE};
use super::keys::works_while_typing;
use egui::{Event, Key};

/// Hears the keyboard.
pub fn listen(app: &mut Kiebitz, ctx: &egui::Context) {
    let modal = ctx.memory(|memory| memory.top_modal_layer().is_some()) || app.palette.is_open();
    if modal {
        // Help is there over every sheet.
        let help = app.settings.keys.get(Command::Help);
        if help.is_some_and(|key| ctx.input_mut(|input| input.consume_shortcut(&key))) {
            app.commands.push(Command::Help);
        }
        return;
    }
    let typing = ctx.text_edit_focused();
    let waiting = app.view().awaits_cards(ctx);
    let menu = egui::Popup::is_any_open(ctx);
    let focused = ctx.memory(|memory| memory.focused().is_some());
    // Keys of the tree and of the table at which one joins in count only while they are shown; then they come
    // before others of the same name. egui lets Shift+→ pass for →, so the richer keys are asked first.
    let workspace = app.settings.workspace;
    let mut heard: Vec<_> = TABLE
        .iter()
        .filter(|row| row.scope.is_heard_in(workspace))
        .filter(|row| !row.scope.comes_first() || app.can_run(row.command))
        .filter_map(|row| Some((row, app.settings.keys.get(row.command)?)))
        .collect();
    heard.sort_by_key(|(row, key)| (!key.modifiers.shift && !key.modifiers.alt, !row.scope.comes_first()));
    for (row, key) in heard {
        let command = row.command;
        let edits = waiting && matches!(command, Command::Undo | Command::Redo);
        let stops = command == Command::Stop && app.view().work(&app.words()).is_some();
        let allowed = !typing || works_while_typing(key) || edits || stops;
        // Enter and Space belong to whatever has the focus, and Esc closes an open menu before it stops anything.
        let plain = key.modifiers.is_none();
        let presses = plain && focused && matches!(key.logical_key, Key::Enter | Key::Space);
        // An Enter that has nothing to do here is left to the highlighted button.
        let idle = plain && key.logical_key == Key::Enter && !app.can_run(command);
        let closes = menu && command == Command::Stop;
        if allowed && !presses && !idle && !closes && ctx.input_mut(|input| input.consume_shortcut(&key)) {
            app.commands.push(command);
        }
    }
    // `?` is Shift+ß here and Shift+/ there: take the sign, not the key.
    let asked = |event: &Event| matches!(event, Event::Text(text) if text == "?");
    if !typing
        && !app.settings.keys.is_changed(Command::Keys)
        && ctx.input(|input| input.events.iter().any(asked))
    {
        app.commands.push(Command::Keys);
    }
    if !typing || waiting {
        clipboard(app, ctx);
    }
}

/// Copy and paste reach a window as events of their own.
fn clipboard(app: &mut Kiebitz, ctx: &egui::Context) {
    let ours = |event: &Event| matches!(event, Event::Copy | Event::Paste(_));
    let events: Vec<Event> = ctx.input_mut(|input| {
        let (mine, rest) = std::mem::take(&mut input.events).into_iter().partition(ours);
        input.events = rest;
        mine
    });
    for event in events {
        match event {
            Event::Copy => app.commands.push(Command::CopyLine),
            Event::Paste(text) => app.with_shown(ctx, |view, cx| view.paste(&text, cx)),
            _ => {}
        }
    }
}
