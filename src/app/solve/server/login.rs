//! Before anybody is connected: to which server, as whom; or a table of one's own for others.

use super::{RETRY, Server};
use crate::app::Cx;
use crate::app::theme::{GAP, WIDE};
use crate::app::widgets::fields::{self, caption, section};
use crate::net::Secret;
use crate::net::client::Login;
use crate::net::hosting::Hosting;
use crate::net::message::is_name;
use crate::net::passwords::LoginName;
use egui::{DragValue, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Width of the fields.
const FIELD: f32 = 300.0;
/// Width of the whole, and from which width on both parts stand side by side.
const MOST: f32 = 980.0;
const TWO_COLUMNS: f32 = 700.0;
/// The AIs at a table of one's own.
const AIS: [&str; 2] = ["Kiebitz1", "Kiebitz2"];
/// On a table of one's own anybody may sit down; the protocol wants a password all the same.
const OPEN_PASSWORD: &str = "offen";

impl Server {
    pub(super) fn login_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            egui::Frame::new().inner_margin(egui::Margin::symmetric(22, 8)).show(ui, |ui| {
                ui.set_max_width(ui.available_width().min(MOST));
                ui.label(RichText::new(cx.words.t("server.title")).size(20.0));
                ui.label(cx.words.t("server.about"));
                ui.add_space(GAP);
                // Side by side where there is room: on a low window nothing is below its foot then.
                if ui.available_width() >= TWO_COLUMNS {
                    ui.columns(2, |sides| {
                        self.form_ui(&mut sides[0], cx);
                        self.host_ui(&mut sides[1], cx);
                    });
                } else {
                    self.form_ui(ui, cx);
                    ui.add_space(WIDE);
                    self.host_ui(ui, cx);
                }
            });
        });
    }

    fn form_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        section(ui, words.t("server.join_one"));
        let remembered = &mut cx.settings.join_in.server;
        let text = |ui: &mut Ui, name: &str, hint: &str, text: &mut String, hidden: bool| {
            caption(ui, name);
            let field = TextEdit::singleline(text).hint_text(hint).desired_width(FIELD).password(hidden);
            ui.add(field).accessible_name(name);
        };
        text(ui, words.t("server.address"), words.t("server.address.hint"), &mut remembered.server, false);
        text(ui, words.t("server.name"), words.t("server.name.hint"), &mut remembered.name, false);
        text(ui, words.t("server.password"), "", &mut self.typed.password, true);
        caption(ui, words.t("server.clear_text"));
        let server = with_port(remembered.server.trim());
        let name = remembered.name.trim().to_string();
        let login = LoginName::new(server.clone().unwrap_or_default(), name.clone());
        self.keep_ui(ui, &login, cx);
        ui.add_space(GAP);
        let password = Secret::new(self.typed.password.clone());
        let ready = server.is_some() && is_name(&name) && password.is_valid();
        if fields::highlighted(ui, ready, words.t("server.log_in"), vec2(140.0, 34.0))
            && let Some(server) = server
        {
            let wish = self.wish(login, &password, cx.settings.join_in.server.keep_password);
            self.typed.password.clear();
            self.connect(Login { server, name, password, retry: RETRY }, wish);
        }
    }

    fn host_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        section(ui, words.t("server.host"));
        ui.label(words.t("server.host.about"));
        ui.add_space(GAP / 2.0);
        let Some(hosting) = &self.hosting else {
            self.open_ui(ui, cx);
            return;
        };
        ui.label(words.t("server.tell_address"));
        ui.horizontal(|ui| {
            let address = hosting.public_address();
            ui.label(RichText::new(&address).size(22.0).strong());
            if ui.button(words.t("server.copy")).clicked() {
                ui.ctx().copy_text(address);
                cx.toasts.done(words.t("copy.done"));
            }
        });
        ui.add_space(GAP / 2.0);
        let address = hosting.local_address();
        let mut close = false;
        ui.horizontal(|ui| {
            let name = cx.settings.join_in.server.name.trim().to_string();
            let sit = fields::highlighted(ui, is_name(&name), words.t("server.sit_down"), vec2(140.0, 34.0));
            if sit {
                let password = Secret::new(OPEN_PASSWORD);
                self.connect(Login { server: address, name, password, retry: RETRY }, None);
            }
            close = ui.button(words.t("server.host_close")).clicked();
        });
        if !is_name(cx.settings.join_in.server.name.trim()) {
            caption(ui, words.t("server.needs_name"));
        }
        if close {
            self.hosting = None;
        }
    }

    /// Opens a table on this machine.
    fn open_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let remembered = &mut cx.settings.join_in.server;
        ui.horizontal(|ui| {
            ui.label(words.t("server.port"));
            ui.add(DragValue::new(&mut remembered.port).range(1024..=65535))
                .accessible_name(words.t("server.port"));
            ui.add_space(GAP);
            ui.label(words.t("server.ais"));
            ui.add(DragValue::new(&mut remembered.ais).range(0..=2)).accessible_name(words.t("server.ais"));
        });
        if ui.button(words.t("server.host_open")).clicked() {
            let ais = &AIS[..usize::from(remembered.ais).min(AIS.len())];
            let person = Some(remembered.name.trim()).filter(|name| is_name(name));
            match Hosting::start(remembered.port, ais, person, self.journal.as_deref()) {
                Ok(hosting) => self.hosting = Some(hosting),
                Err(error) => {
                    let why = crate::problems::io_error(&words, &error);
                    cx.toasts.problem(words.fill("server.host_failed", &[("why", &why)]));
                }
            }
        }
    }
}

/// A server with its port, the usual one if none is named; `None` if no server is.
fn with_port(server: &str) -> Option<String> {
    match server {
        "" => None,
        server if server.contains(':') => Some(server.to_string()),
        server => Some(format!("{server}:7000")),
    }
}
