//! The password in the system's keyring, if the person wants it there: looked for when a server and a name are known, kept when the
//! server has accepted it.

use super::Server;
use crate::app::Cx;
use crate::app::widgets::fields::caption;
use crate::net::Secret;
use crate::net::lobby::Link;
use crate::net::passwords::{Keeper, LoginName, PasswordStore, StoreError, Told};
use crate::words::Words;
use egui::{Checkbox, Ui};
use std::sync::Arc;

/// What becomes of a password that the server accepts.
pub(super) enum Wish {
    Keep(LoginName, Secret),
    Forget(LoginName),
}

/// What is known of the keyring.
pub(super) struct Passwords {
    keeper: Keeper,
    /// Whether there is one; `None` until it has said so.
    there: Option<Result<(), StoreError>>,
    asked: bool,
    /// For whom a password was looked for last.
    sought: Option<LoginName>,
}

impl Passwords {
    pub(super) fn new(ctx: &egui::Context, store: Arc<dyn PasswordStore>) -> Passwords {
        let ctx = ctx.clone();
        let keeper = Keeper::new(store, move || ctx.request_repaint());
        Passwords { keeper, there: None, asked: false, sought: None }
    }

    fn is_there(&self) -> bool {
        self.there == Some(Ok(()))
    }
}

impl Server {
    /// The box, grey with the reason where there is no keyring.
    pub(super) fn keep_ui(&mut self, ui: &mut Ui, login: &LoginName, cx: &mut Cx<'_>) {
        let words = cx.words;
        let passwords = &mut self.passwords;
        if !std::mem::replace(&mut passwords.asked, true) {
            passwords.keeper.check();
        }
        let keep = &mut cx.settings.join_in.server.keep_password;
        let there = passwords.is_there();
        let mut shown = *keep && there;
        let answer = ui.add_enabled(there, Checkbox::new(&mut shown, words.t("server.keep_password")));
        if answer.changed() {
            *keep = shown;
        }
        match &passwords.there {
            Some(Err(error)) => drop(caption(ui, &why(error, &words))),
            _ => drop(caption(ui, words.t("server.keep_password.why"))),
        }
        // Nobody is asked to unlock anything before there is something to look for.
        if shown && !login.name.is_empty() && passwords.sought.as_ref() != Some(login) {
            passwords.sought = Some(login.clone());
            passwords.keeper.find(login.clone());
        }
    }

    /// What is to become of the password of this login.
    pub(super) fn wish(&self, login: LoginName, password: &Secret, keep: bool) -> Option<Wish> {
        let known = self.passwords.sought.as_ref() == Some(&login);
        match keep {
            true if self.passwords.is_there() => Some(Wish::Keep(login, password.clone())),
            false if known => Some(Wish::Forget(login)),
            _ => None,
        }
    }

    pub(super) fn follow_passwords(&mut self, cx: &mut Cx<'_>) {
        for told in self.passwords.keeper.take() {
            match told {
                Told::Checked(there) => self.passwords.there = Some(there),
                // What the person has typed meanwhile stands.
                Told::Found(login, Some(password)) => {
                    if self.passwords.sought.as_ref() == Some(&login) && self.typed.password.is_empty() {
                        self.typed.password = password.expose().to_string();
                    }
                }
                Told::Found(_, None) => {}
                Told::Failed(error) => cx.toasts.problem(why(&error, &cx.words)),
            }
        }
        let Some(session) = &mut self.session else { return };
        if session.lobby.link == Link::Online {
            match session.wish.take() {
                Some(Wish::Keep(login, password)) => {
                    self.passwords.sought = Some(login.clone());
                    self.passwords.keeper.keep(login, password);
                }
                Some(Wish::Forget(login)) => {
                    self.passwords.sought = None;
                    self.passwords.keeper.forget(login);
                }
                None => {}
            }
        }
    }
}

fn why(error: &StoreError, words: &Words) -> String {
    match error {
        StoreError::Missing => words.t("server.no_keyring").into(),
        StoreError::Locked => words.t("server.keyring_locked").into(),
        error => words.fill("server.keyring_failed", &[("why", error)]),
    }
}
