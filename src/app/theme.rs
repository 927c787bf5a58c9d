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
/// The same for those who want it larger still: the least that hands which tremble hit.
pub const LARGE_ROW: f32 = 44.0;
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
    /// The line around buttons, boxes and fields: without it an empty box could not be seen.
    pub outline: Color32,
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
    /// The accent where it lies on the cloth.
    pub accent: Color32,
    /// Forehand, middlehand, rearhand, skat: the holder of a card in the grid.
    holders: [Color32; 4],
    /// A letter on the colour of a holder.
    pub on_holder: Color32,
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
        faint: rgb(0x0060_5C54),
        line: rgb(0x00D3_CCBE),
        button: ButtonColours { rest: rgb(0x00EA_E5DA), hover: rgb(0x00E1_DACC), outline: rgb(0x0085_7E70) },
        accent: rgb(0x0095_4814),
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
            faint: rgb(0x00DD_E9E2),
            accent: rgb(0x00F0_C868),
            holders: [rgb(0x003F_74B8), rgb(0x00AE_5F18), rgb(0x007D_53A6), rgb(0x006C_7068)],
            on_holder: rgb(0x00FF_FFFF),
        },
        card: CardColours {
            face: rgb(0x00FF_FDF7),
            line: rgb(0x009D_9686),
            back: rgb(0x007B_2D33),
            back_line: rgb(0x00C9_8D83),
            crown: rgb(0x00A8_7400),
            veil: Color32::from_rgba_premultiplied(58, 74, 64, 120),
        },
    };

    /// The evening colours.
    pub const DARK: Tokens = Tokens {
        panel: rgb(0x0024_2524),
        edge: rgb(0x001B_1C1B),
        field: rgb(0x0017_1817),
        ink: rgb(0x00EC_E8DF),
        faint: rgb(0x00B4_AFA3),
        line: rgb(0x003D_3E3B),
        button: ButtonColours { rest: rgb(0x0034_3533), hover: rgb(0x0040_413E), outline: rgb(0x0080_817C) },
        accent: rgb(0x00E6_A05C),
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
            accent: rgb(0x00E3_B958),
            holders: [rgb(0x005B_93DA), rgb(0x00D8_8A3E), rgb(0x00A3_7ECC), rgb(0x0090_958C)],
            on_holder: rgb(0x001D_150C),
        },
        card: CardColours {
            face: rgb(0x00F4_F1E8),
            line: rgb(0x006F_6A5F),
            back: rgb(0x0064_262C),
            back_line: rgb(0x00AE_766D),
            crown: rgb(0x00A8_7400),
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
            (Suit::Diamonds, false) => rgb(0x00B2_5200),
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
            style.spacing.menu_margin = Margin::same(6);
            style.spacing.window_margin = Margin::same(16);
            style.spacing.combo_width = 90.0;
            style.spacing.tooltip_width = 420.0;
            style.spacing.menu_width = 320.0;
            // A blinking cursor would repaint twice a second for nothing.
            style.visuals.text_cursor.blink = false;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.4;
            set_comfort(style, false, false);
        });
    }
}

/// Sets how much moves and how large things are to hit, if it has changed.
pub fn comfort(ctx: &egui::Context, less_motion: bool, large_targets: bool) {
    let mut wanted = (*ctx.global_style()).clone();
    set_comfort(&mut wanted, less_motion, large_targets);
    if ctx.global_style().spacing != wanted.spacing
        || ctx.global_style().animation_time != wanted.animation_time
    {
        for theme in [Theme::Light, Theme::Dark] {
            ctx.style_mut_of(theme, |style| set_comfort(style, less_motion, large_targets));
        }
    }
}

fn set_comfort(style: &mut egui::Style, less_motion: bool, large_targets: bool) {
    let (row, padding, icon) = match large_targets {
        true => (LARGE_ROW, Vec2::new(14.0, 10.0), 26.0),
        false => (ROW, Vec2::new(10.0, 4.0), 18.0),
    };
    style.spacing.button_padding = padding;
    style.spacing.interact_size = Vec2::new(row * 1.2, row);
    style.spacing.icon_width = icon;
    style.spacing.scroll.bar_width = if large_targets { 16.0 } else { 10.0 };
    style.animation_time = if less_motion { 0.0 } else { 0.08 };
    style.scroll_animation = match less_motion {
        true => egui::style::ScrollAnimation::none(),
        false => egui::style::ScrollAnimation::default(),
    };
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
        (&mut w.inactive, t.button.rest, t.button.outline, t.ink),
        (&mut w.hovered, t.button.hover, mix(t.button.outline, t.ink, 0.4), t.ink),
        (&mut w.active, t.accent_wash, t.accent, t.ink),
        (&mut w.open, t.button.hover, t.button.outline, t.ink),
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
