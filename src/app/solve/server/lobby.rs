//! The lobby: who is there, which tables, what is said, who asks one to play.

use super::Server;
use crate::app::Cx;
use crate::app::theme::GAP;
use crate::app::widgets::beside::Beside;
use crate::app::widgets::fields::{self, caption, section};
use crate::net::lobby::{Heard, Invitation, Link, Talk};
use crate::net::message::{FromClient, Request};
use crate::words::Words;
use egui::{Align, Frame, Grid, Layout, Margin, Panel, RichText, ScrollArea, TextEdit, Ui, vec2};

impl Server {
    pub(super) fn lobby_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let margin = Frame::new().inner_margin(Margin::symmetric(14, 8));
        let panel = Beside::right("server people", (340.0, 400.0), (260.0, 560.0));
        let words = cx.words;
        let main = panel.named("server.tables", "server.people").show(ui, &words, |ui| {
            Frame::new().inner_margin(Margin::symmetric(6, 8)).show(ui, |ui| self.people_ui(ui, cx));
        });
        if !main {
            return;
        }
        Panel::bottom("server talk")
            .default_size(200.0)
            .min_size(110.0)
            .resizable(true)
            .frame(margin)
            .show(ui, |ui| self.talk_ui(ui, cx));
        fields::name_splitter(ui, "server talk", cx.words.t("panel.resize"));
        margin.show(ui, |ui| self.tables_ui(ui, cx));
    }

    /// How it stands with the connection, and the way out.
    pub(super) fn link_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let Some(lobby) = self.lobby() else { return };
        let text = link(&lobby.link, &lobby.me, &words);
        let colour = if lobby.link == Link::Online { cx.tokens.faint } else { cx.tokens.warn };
        let mut leave = false;
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(text).color(colour));
            leave = ui.button(words.t("server.log_out")).clicked();
            let sounds = &mut cx.settings.join_in.server.sounds;
            let mut heard = *sounds && self.speaker.is_some();
            let offered = ui.add_enabled(
                self.speaker.is_some(),
                egui::Checkbox::new(&mut heard, words.t("server.sounds")),
            );
            if offered.changed() {
                *sounds = heard;
            }
            offered
                .on_hover_text(words.t("server.sounds.why"))
                .on_disabled_hover_text(words.t("server.no_sounds"));
        });
        if leave {
            self.disconnect();
        }
    }

    fn tables_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        self.link_ui(ui, cx);
        self.invitations_ui(ui, cx);
        let Some(lobby) = self.lobby().filter(|lobby| lobby.link == Link::Online) else { return };
        let mut lines = Vec::new();
        ui.horizontal(|ui| {
            section(ui, words.t("server.tables"));
            ui.add_space(GAP);
            if fields::highlighted(ui, true, words.t("server.create"), vec2(0.0, 30.0)) {
                lines.push(FromClient::Create { file: "/".into(), seats: "3".into(), named: None });
            }
        });
        if lobby.tables.is_empty() {
            ui.label(RichText::new(words.t("server.no_tables")).color(cx.tokens.faint));
        }
        ScrollArea::vertical().auto_shrink(false).id_salt("server tables").show(ui, |ui| {
            Grid::new("tables").num_columns(4).spacing(vec2(18.0, 6.0)).striped(true).show(ui, |ui| {
                for table in lobby.tables.values() {
                    ui.label(RichText::new(&table.id).strong());
                    let users: Vec<&str> = table
                        .users
                        .iter()
                        .map(|user| if user == "." { "–" } else { user.as_str() })
                        .collect();
                    ui.label(users.join(" · "));
                    ui.label(words.count("server.game", "server.games", table.games.into()));
                    ui.horizontal(|ui| {
                        let free = table.users.iter().any(|user| user == ".");
                        let join = ui.add_enabled(free, egui::Button::new(words.t("server.join")));
                        if join.clicked() {
                            lines.push(FromClient::Join { table: table.id.clone(), password: None });
                        }
                        if ui.button(words.t("server.watch")).clicked() {
                            lines.push(FromClient::Observe { table: table.id.clone() });
                        }
                    });
                    ui.end_row();
                }
            });
        });
        lines.into_iter().for_each(|line| self.send(line));
        if !self.records.is_empty() && ui.button(words.t("join.replay")).clicked() {
            self.to_replay(cx);
        }
    }

    /// Who asks the person to play.
    pub(super) fn invitations_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some(session) = &mut self.session else { return };
        let mut accepted: Option<Invitation> = None;
        session.lobby.invitations.retain(|invitation| {
            let mut keep = true;
            ui.horizontal_wrapped(|ui| {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("name", &invitation.from), ("table", &invitation.table)];
                ui.label(RichText::new(words.fill("server.invites", &values)).color(cx.tokens.accent));
                if ui.button(words.t("server.accept")).clicked() {
                    accepted = Some(invitation.clone());
                    keep = false;
                }
                keep &= !ui.button(words.t("server.decline")).clicked();
            });
            keep
        });
        if let Some(Invitation { table, ticket, .. }) = accepted {
            self.send(FromClient::Join { table, password: Some(ticket) });
        }
    }

    fn people_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        section(ui, words.t("server.people"));
        let Some(lobby) = self.lobby() else { return };
        ScrollArea::vertical().auto_shrink(false).id_salt("server people").show(ui, |ui| {
            Grid::new("people").num_columns(3).spacing(vec2(14.0, 4.0)).show(ui, |ui| {
                for client in lobby.clients.values() {
                    let me = client.name == lobby.me;
                    let name = RichText::new(&client.name);
                    ui.label(if me { name.strong() } else { name });
                    let rating = words.decimal(client.rating, 1);
                    ui.label(RichText::new(rating).color(cx.tokens.faint))
                        .on_hover_text(words.t("server.rating"));
                    let games = words.count("server.game", "server.games", client.games);
                    ui.label(RichText::new(games).color(cx.tokens.faint));
                    ui.end_row();
                }
            });
        });
    }

    /// What is said, and a field to say something: to the table if the person sits at one, else to everybody.
    pub(super) fn talk_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let at_table = self.table().is_some();
        section(ui, words.t(if at_table { "server.talk_table" } else { "server.talk" }));
        // The field stands at the foot, what was said fills the rest.
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
            let field = TextEdit::singleline(&mut self.typed.talk)
                .hint_text(words.t("server.talk.hint"))
                .desired_width(f32::INFINITY);
            let response = ui.add(field).accessible_name(words.t("server.talk.hint"));
            let enter = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
            let text = crate::plain::line(self.typed.talk.trim()).into_owned();
            if enter && !text.is_empty() {
                self.typed.talk.clear();
                response.request_focus();
                if at_table {
                    self.send_at_table(Request::Tell(text));
                } else {
                    self.send(FromClient::Yell(text));
                }
            }
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                ScrollArea::vertical().id_salt("talk").auto_shrink(false).stick_to_bottom(true).show(
                    ui,
                    |ui| {
                        let said = self.lobby().into_iter().flat_map(|lobby| &lobby.talk);
                        for talk in said.filter(|talk| !at_table || talk.heard != Heard::Everybody) {
                            said_ui(ui, talk, cx);
                        }
                    },
                );
            });
        });
    }

    /// Asks somebody to the table.
    pub(super) fn invite_ui(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let words = cx.words;
        let Some(lobby) = self.lobby() else { return };
        let others: Vec<String> = lobby.clients.keys().filter(|name| **name != lobby.me).cloned().collect();
        caption(ui, words.t("server.invite"));
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            for name in others {
                if ui.button(&name).on_hover_text(words.t("server.invite.why")).clicked() {
                    asked = Some(name);
                }
            }
        });
        if let Some(name) = asked {
            self.send_at_table(Request::Invite(vec![name]));
        }
    }
}

fn said_ui(ui: &mut Ui, talk: &Talk, cx: &Cx<'_>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{}:", talk.from)).color(cx.tokens.accent));
        let text = RichText::new(crate::plain::line(&talk.text));
        ui.label(if talk.heard == Heard::Me { text.italics() } else { text });
    });
}

/// The connection in words.
fn link(link: &Link, me: &str, words: &Words) -> String {
    match link {
        Link::Connecting => words.t("server.connecting").into(),
        Link::Online => words.fill("server.online", &[("name", &me)]),
        Link::Offline(why) => {
            words.fill("server.offline", &[("why", &crate::net::wording::lost(why, words))])
        }
        Link::Refused(why) => crate::net::wording::refusal(why, words),
        Link::Closed(Some(why)) => {
            words.fill("server.closed_why", &[("why", &crate::net::wording::lost(why, words))])
        }
        Link::Closed(None) => words.t("server.closed").into(),
    }
}
