//! Every colour and every space of the window, in one place, for light and dark.
//!
//! The picture is a card table in a quiet room: cloth in the middle, paper and wood tones around
//! it, one warm accent. Nothing else in the window names a colour.

use crate::cards::Suit;
use crate::deal::Place;
use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, Vec2, Visuals,
};

/// Space between things that belong together.
pub const GAP: f32 = 8.0;
/// Space between groups.
pub const WIDE: f32 = 16.0;
/// Rounding of buttons, fields and panels.
pub const ROUND: u8 = 6;
/// Height of a button row that fingers and tired eyes hit easily.
pub const ROW: f32 = 30.0;
/// Width of the left rail.
pub const RAIL: f32 = 116.0;
/// Height over width of a card.
pub const CARD_RATIO: f32 = 1.45;

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The colours of buttons.
#[derive(Clone, Copy, Debug)]
pub struct ButtonColours {
    /// At rest.
    pub rest: Color32,
    /// Under the pointer.
    pub hover: Color32,
}

/// The colours of the table.
#[derive(Clone, Copy, Debug)]
pub struct ClothColours {
    /// The cloth.
    pub ground: Color32,
    /// Its border and that of its fields.
    pub line: Color32,
    /// A field on it.
    pub field: Color32,
    /// Text on it.
    pub ink: Color32,
    /// Quieter text on it.
    pub faint: Color32,
    /// Forehand, middlehand, rearhand, skat: the holder of a card in the grid.
    holders: [Color32; 4],
}

/// The colours of cards.
#[derive(Clone, Copy, Debug)]
pub struct CardColours {
    /// The face.
    pub face: Color32,
    /// Its edge.
    pub line: Color32,
    /// The back.
    pub back: Color32,
    /// The pattern on the back.
    pub back_line: Color32,
    /// The ring around the best value.
    pub crown: Color32,
    /// What is laid over a card that may not be played.
    pub veil: Color32,
}

/// The colours of one theme.
#[derive(Clone, Copy, Debug)]
pub struct Tokens {
    /// Background of panels.
    pub panel: Color32,
    /// Background of the rail, the menu bar and the status bar.
    pub edge: Color32,
    /// Background of fields and lists.
    pub field: Color32,
    /// Text.
    pub ink: Color32,
    /// Text that steps back.
    pub faint: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Buttons.
    pub button: ButtonColours,
    /// The one accent: what is chosen, what is on turn.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// The accent as a wash behind text.
    pub accent_wash: Color32,
    /// Won, proved, right.
    pub good: Color32,
    /// Lost, refuted, wrong.
    pub bad: Color32,
    /// Worth a look.
    pub warn: Color32,
    /// The table.
    pub cloth: ClothColours,
    /// The cards.
    pub card: CardColours,
}

impl Tokens {
    /// The daylight colours.
    pub const LIGHT: Tokens = Tokens {
        panel: rgb(0x00F7_F4EE),
        edge: rgb(0x00EA_E5DA),
        field: rgb(0x00FF_FEFB),
        ink: rgb(0x0023_221F),
        faint: rgb(0x0063_5F57),
        line: rgb(0x00D3_CCBE),
        button: ButtonColours { rest: rgb(0x00EA_E5DA), hover: rgb(0x00DF_D8C9) },
        accent: rgb(0x009A_4B16),
        on_accent: rgb(0x00FF_FFFF),
        accent_wash: rgb(0x00F3_DFC8),
        good: rgb(0x001C_6E3A),
        bad: rgb(0x00A8_231B),
        warn: rgb(0x008A_5A00),
        cloth: ClothColours {
            ground: rgb(0x003F_6F5B),
            line: rgb(0x002F_5646),
            field: rgb(0x0037_6451),
            ink: rgb(0x00F6_F8F2),
            faint: rgb(0x00C8_DACF),
            holders: [rgb(0x003F_74B8), rgb(0x00B8_661D), rgb(0x007D_53A6), rgb(0x006C_7068)],
        },
        card: CardColours {
            face: rgb(0x00FF_FDF7),
            line: rgb(0x009D_9686),
            back: rgb(0x007B_2D33),
            back_line: rgb(0x00C9_8D83),
            crown: rgb(0x00E8_B42C),
            veil: Color32::from_rgba_premultiplied(58, 74, 64, 120),
        },
    };

    /// The evening colours.
    pub const DARK: Tokens = Tokens {
        panel: rgb(0x0024_2524),
        edge: rgb(0x001B_1C1B),
        field: rgb(0x0017_1817),
        ink: rgb(0x00EC_E8DF),
        faint: rgb(0x00A9_A498),
        line: rgb(0x003D_3E3B),
        button: ButtonColours { rest: rgb(0x0034_3533), hover: rgb(0x0043_4441) },
        accent: rgb(0x00E0_964F),
        on_accent: rgb(0x001D_150C),
        accent_wash: rgb(0x004A_3623),
        good: rgb(0x006F_CB8D),
        bad: rgb(0x00F0_867A),
        warn: rgb(0x00E3_B958),
        cloth: ClothColours {
            ground: rgb(0x0024_4338),
            line: rgb(0x0017_2E26),
            field: rgb(0x001E_392F),
            ink: rgb(0x00EE_F1EA),
            faint: rgb(0x00A6_BDB0),
            holders: [rgb(0x005B_93DA), rgb(0x00D8_8A3E), rgb(0x00A3_7ECC), rgb(0x0090_958C)],
        },
        card: CardColours {
            face: rgb(0x00F4_F1E8),
            line: rgb(0x006F_6A5F),
            back: rgb(0x0064_262C),
            back_line: rgb(0x00AE_766D),
            crown: rgb(0x00E8_B42C),
            veil: Color32::from_rgba_premultiplied(14, 26, 20, 140),
        },
    };

    /// The tokens of the theme in use.
    #[must_use]
    pub fn of(ctx: &egui::Context) -> Tokens {
        match ctx.theme() {
            Theme::Light => Tokens::LIGHT,
            Theme::Dark => Tokens::DARK,
        }
    }

    /// The colour that marks who holds a card.
    #[must_use]
    pub fn holder(&self, place: Place) -> Color32 {
        self.cloth.holders[place.index()]
    }

    /// The colour of a suit on a card's face: four colours or two. German suits take the four.
    #[must_use]
    pub fn suit(suit: Suit, two_colours: bool) -> Color32 {
        match (suit, two_colours) {
            (Suit::Clubs, _) | (Suit::Spades, true) => rgb(0x001B_1B1B),
            (Suit::Spades, false) => rgb(0x001B_743B),
            (Suit::Hearts, _) | (Suit::Diamonds, true) => rgb(0x00C2_1F1F),
            (Suit::Diamonds, false) => rgb(0x00E0_7A0B),
        }
    }

    /// The colour of a suit's symbol beside text, where the ground may be dark.
    #[must_use]
    pub fn suit_in_text(&self, suit: Suit, two_colours: bool) -> Color32 {
        if self.panel.r() > 128 {
            return Tokens::suit(suit, two_colours);
        }
        match (suit, two_colours) {
            (Suit::Clubs, _) | (Suit::Spades, true) => rgb(0x00E8_E5DD),
            (Suit::Spades, false) => rgb(0x0063_C683),
            (Suit::Hearts, _) | (Suit::Diamonds, true) => rgb(0x00F0_6A62),
            (Suit::Diamonds, false) => rgb(0x00F2_A047),
        }
    }
}

/// Mixes two colours; 0 gives the first, 1 the second.
#[must_use]
pub fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    a.lerp_to_gamma(b, share)
}

/// Sets both themes, once at the start.
pub fn install(ctx: &egui::Context) {
    for (theme, tokens) in [(Theme::Light, Tokens::LIGHT), (Theme::Dark, Tokens::DARK)] {
        ctx.set_visuals_of(theme, visuals(theme, &tokens));
        ctx.style_mut_of(theme, |style| {
            let font = |size| FontId::new(size, FontFamily::Proportional);
            style.text_styles = [
                (TextStyle::Small, font(13.5)),
                (TextStyle::Body, font(16.0)),
                (TextStyle::Button, font(16.0)),
                (TextStyle::Heading, font(21.0)),
                (TextStyle::Monospace, FontId::new(14.5, FontFamily::Monospace)),
            ]
            .into();
            style.spacing.item_spacing = Vec2::new(GAP, 6.0);
            style.spacing.button_padding = Vec2::new(10.0, 4.0);
            style.spacing.interact_size = Vec2::new(36.0, ROW);
            style.spacing.menu_margin = Margin::same(6);
            style.spacing.window_margin = Margin::same(16);
            style.spacing.icon_width = 18.0;
            style.spacing.combo_width = 90.0;
            style.spacing.tooltip_width = 420.0;
            style.spacing.menu_width = 320.0;
            // A blinking cursor would repaint twice a second for nothing.
            style.visuals.text_cursor.blink = false;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.4;
            style.animation_time = 0.08;
        });
    }
}

fn visuals(theme: Theme, t: &Tokens) -> Visuals {
    let mut v = theme.default_visuals();
    v.override_text_color = None;
    v.weak_text_color = Some(t.faint);
    v.panel_fill = t.panel;
    v.window_fill = t.panel;
    v.window_stroke = Stroke::new(1.0, t.line);
    v.window_corner_radius = CornerRadius::same(10);
    v.menu_corner_radius = CornerRadius::same(ROUND);
    let soft = Color32::from_black_alpha(if theme == Theme::Light { 40 } else { 110 });
    v.window_shadow = Shadow { offset: [0, 6], blur: 24, spread: 0, color: soft };
    v.popup_shadow = Shadow { offset: [0, 4], blur: 12, spread: 0, color: soft };
    v.extreme_bg_color = t.field;
    v.text_edit_bg_color = Some(t.field);
    v.faint_bg_color = mix(t.panel, t.line, 0.35);
    v.code_bg_color = t.edge;
    v.hyperlink_color = t.accent;
    v.warn_fg_color = t.warn;
    v.error_fg_color = t.bad;
    v.selection.bg_fill = t.accent_wash;
    v.selection.stroke = Stroke::new(1.0, t.accent);
    let round = CornerRadius::same(ROUND);
    let w = &mut v.widgets;
    for (state, fill, line, text) in [
        (&mut w.noninteractive, t.panel, t.line, t.ink),
        (&mut w.inactive, t.button.rest, t.line, t.ink),
        (&mut w.hovered, t.button.hover, mix(t.line, t.ink, 0.25), t.ink),
        (&mut w.active, t.accent_wash, t.accent, t.ink),
        (&mut w.open, t.button.hover, t.line, t.ink),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, line);
        state.fg_stroke = Stroke::new(1.2, text);
        state.corner_radius = round;
        state.expansion = 0.0;
    }
    v
}
