//! From the drawing to dots and outlines.

use super::{DiagramError, draw};
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, LazyLock};

/// The letters, the same on every machine.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for font in [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::NOTO_EMOJI_REGULAR] {
        fonts.load_font_data(font.to_vec());
    }
    Arc::new(fonts)
});

/// Most dots on a side.
const LARGEST: f32 = 16_000.0;

/// Width, height and dots of a drawing.
pub(in crate::puzzle) fn rasterize(svg: &str, scale: f32) -> Result<(usize, usize, Vec<u8>), DiagramError> {
    let pixmap = pixmap(svg, scale)?;
    Ok((pixmap.width() as usize, pixmap.height() as usize, pixmap.take()))
}

/// The drawing resolved to outlines, letters included.
pub(in crate::puzzle) fn tree(svg: &str) -> Result<usvg::Tree, DiagramError> {
    let options = usvg::Options {
        font_family: draw::FONT.into(),
        fontdb: Arc::clone(&FONTS),
        ..usvg::Options::default()
    };
    Ok(usvg::Tree::from_str(svg, &options).map_err(|error| DiagramError::Svg(error.to_string()))?)
}

/// A drawing as PNG, `scale` dots for each unit that its size is resolved to (96 of them to the inch, where it is in
/// millimetres).
pub(in crate::puzzle) fn png(svg: &str, scale: f32) -> Result<Vec<u8>, DiagramError> {
    pixmap(svg, scale)?.encode_png().map_err(|error| DiagramError::Png(error.to_string()))
}

fn pixmap(svg: &str, scale: f32) -> Result<tiny_skia::Pixmap, DiagramError> {
    let tree = tree(svg)?;
    let side = |length: f32| (length * scale.max(0.1)).ceil().clamp(1.0, LARGEST) as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let mut pixmap = tiny_skia::Pixmap::new(width, height).ok_or(DiagramError::Size(width, height))?;
    pixmap.fill(tiny_skia::Color::WHITE);
    let real = width as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(real, real), &mut pixmap.as_mut());
    Ok(pixmap)
}
