//! Card pictures of one's own: chosen in the settings, read in the background, refused with a reason, kept, removed.

use crate::bench::{Answers, app, click, fill, folder, shows, until, window_with};
use crate::language::only;
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::own_deck::textures;
use kiebitz::app::settings::{CardSettings, Settings};
use kiebitz::cards::Cards;
use kiebitz::puzzle::Language;

#[test]
fn own_pictures_are_chosen_refused_and_removed() {
    let folder = folder("own deck");
    for card in Cards::ALL {
        let picture = image::RgbaImage::from_pixel(40, 62, image::Rgba([200, 10, 10, 255]));
        picture.save(folder.join(format!("{card}.png"))).unwrap();
    }
    let last = folder.join("CJ.png");
    std::fs::remove_file(&last).unwrap();
    // Kept from the last time, and no longer whole: a message says so, and the usual cards are drawn.
    let settings = Settings {
        language: Some(Language::German),
        memory: 32,
        cards: CardSettings { own_deck: Some(folder.clone()), ..CardSettings::default() },
        ..Settings::default()
    };
    let mut bench = window_with(settings, Answers(None), None);
    until(&mut bench, "refused", |bench| shows(bench, "Nur 31 von 32 Karten"));
    assert!(shows(&bench, "Kreuz-Bube") && textures(&bench.ctx).is_none());
    click(&mut bench, "Einstellungen");
    click(&mut bench, "Entfernen");
    assert_eq!(app(&bench).settings().cards.own_deck, None);
    std::fs::copy(folder.join("CA.png"), &last).unwrap();
    click(&mut bench, "Ordner wählen …");
    only(&bench, Language::German);
    fill(&mut bench, "Datei", folder.to_str().unwrap());
    click(&mut bench, "Öffnen");
    until(&mut bench, "read", |bench| textures(&bench.ctx).is_some());
    let own = textures(&bench.ctx).unwrap();
    assert!(
        Cards::ALL.into_iter().all(|card| own.get(card).is_some_and(|picture| picture.size() == [40, 62]))
    );
    assert_eq!(app(&bench).settings().cards.own_deck.as_deref(), Some(folder.as_path()));
    click(&mut bench, "Entfernen");
    until(&mut bench, "removed", |bench| textures(&bench.ctx).is_none());
    assert!(bench.query_by_label("Entfernen").is_none());
}
