//! Shortcuts, made from the commands.

use super::Kiebitz;
use super::commands::Command;
use egui::Event;

/// Turns pressed keys into commands.
pub fn listen(app: &mut Kiebitz, ctx: &egui::Context) {
    let modal = ctx.memory(|memory| memory.top_modal_layer().is_some()) || app.palette.is_open();
    if modal {
        return;
    }
    let typing = ctx.text_edit_focused();
    let waiting = app.view().awaits_cards(ctx);
    let menu = egui::Popup::is_any_open(ctx);
    // Keys of the tree and of the table at which one joins in count only while they are shown; then they come
    // before others of the same name.
    let own = |command: &Command| command.is_for_tree() || command.is_for_join_in();
    let idle = |command: &Command| own(command) && !app.can_run(*command);
    let mut commands: Vec<Command> = Command::all().filter(|command| !idle(command)).collect();
    // egui lets Shift+→ pass for →, so the richer shortcuts are asked first.
    let plain = |command: &Command| command.shortcut().is_none_or(|shortcut| !shortcut.modifiers.shift);
    commands.sort_by_key(|command| (plain(command), !own(command)));
    for command in commands {
        let Some(shortcut) = command.shortcut() else { continue };
        let edits = waiting && matches!(command, Command::Undo | Command::Redo);
        let stops = command == Command::Stop && app.view().work(&app.words()).is_some();
        let allowed = !typing || command.works_while_typing() || edits || stops;
        // Enter and Space belong to whatever has the focus.
        let plain = shortcut.modifiers.is_none();
        let focused = ctx.memory(|memory| memory.focused().is_some());
        // Esc closes an open menu before it stops anything.
        if menu && command == Command::Stop {
            continue;
        }
        if !allowed
            || plain && focused && matches!(command, Command::TypeCards | Command::BestCard | Command::GoOn)
        {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            app.commands.push(command);
        }
    }
    // `?` is Shift+ß here and Shift+/ there: take the sign, not the key.
    if !typing
        && ctx.input(|input| input.events.iter().any(|e| matches!(e, Event::Text(text) if text == "?")))
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
