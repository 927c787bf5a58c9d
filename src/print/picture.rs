//! Pages as pictures: PNG, JPEG and TIFF, the dots to the inch stored in each.

use super::PrintError;
use super::face::{self, Cut, Step};
use super::flow::Page;
use super::marks::{Mark, Rgb, Shape};
use image::codecs::jpeg::{JpegEncoder, PixelDensity};
use resvg::tiny_skia::{
    Color, FillRule, FilterQuality, IntSize, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Stroke, Transform,
};
use std::collections::HashMap;
use std::io::Cursor;

/// Most dots on a side.
const LARGEST: f32 = 20_000.0;
/// Most dots in all: four bytes each.
const MOST: f32 = 150_000_000.0;

/// A page as dots: red, green, blue, opaque.
pub(crate) struct Pixels {
    /// Width in dots.
    pub width: u32,
    /// Height in dots.
    pub height: u32,
    /// Four bytes a dot.
    pub rgba: Vec<u8>,
}

/// Draws a page with so many dots to the point.
///
/// # Errors
/// If the picture is too large for the machine.
pub(crate) fn pixels(page: &Page, scale: f32) -> Result<Pixels, PrintError> {
    let (width, height) = ((page.width * scale).ceil().max(1.0), (page.height * scale).ceil().max(1.0));
    let too_large = || PrintError::Size(width as u32, height as u32);
    if width > LARGEST || height > LARGEST || width * height > MOST {
        return Err(too_large());
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    pixmap.fill(Color::WHITE);
    let mut letters: HashMap<(Cut, u16), Option<Path>> = HashMap::new();
    for mark in page.marks() {
        let [a, b, c, d, e, f] = mark.place.0;
        let place = Transform::from_row(a, b, c, d, e, f).post_scale(scale, scale);
        draw(&mut pixmap, mark, place, &mut letters);
    }
    Ok(Pixels { width: pixmap.width(), height: pixmap.height(), rgba: pixmap.take() })
}

fn paint(Rgb(r, g, b): Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 255);
    paint.anti_alias = true;
    paint
}

fn draw(pixmap: &mut Pixmap, mark: &Mark, place: Transform, letters: &mut HashMap<(Cut, u16), Option<Path>>) {
    match &mark.shape {
        Shape::Letters(run) => {
            let mut x = 0.0;
            for glyph in &run.glyphs {
                let outline = letters
                    .entry((run.cut, glyph.id))
                    .or_insert_with(|| path(&face::outline(run.cut, glyph.id)));
                if let Some(outline) = outline {
                    let there = place.pre_translate((x + glyph.dx) * run.size, -glyph.dy * run.size);
                    let there = there.pre_scale(run.size, run.size);
                    pixmap.fill_path(outline, &paint(run.colour), FillRule::Winding, there, None);
                }
                x += glyph.advance;
            }
        }
        Shape::Areas(areas) => {
            for (steps, colour) in areas {
                if let Some(path) = path(steps) {
                    pixmap.fill_path(&path, &paint(*colour), FillRule::Winding, place, None);
                }
            }
        }
        Shape::Outline(steps, width, colour) => {
            if let Some(path) = path(steps) {
                let stroke = Stroke { width: *width, ..Stroke::default() };
                pixmap.stroke_path(&path, &paint(*colour), &stroke, place, None);
            }
        }
        Shape::Picture(dots, [width, height]) => {
            // tiny-skia wants colours multiplied by their opacity.
            let mut rgba = dots.rgba.clone();
            for dot in rgba.chunks_exact_mut(4) {
                let opacity = u16::from(dot[3]);
                dot[..3].iter_mut().for_each(|part| *part = (u16::from(*part) * opacity / 255) as u8);
            }
            let size = IntSize::from_wh(dots.width, dots.height);
            if let Some(picture) = size.and_then(|size| Pixmap::from_vec(rgba, size)) {
                let scale = (width / dots.width as f32, height / dots.height as f32);
                let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
                pixmap.draw_pixmap(0, 0, picture.as_ref(), &paint, place.pre_scale(scale.0, scale.1), None);
            }
        }
    }
}

fn path(steps: &[Step]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move([x, y]) => builder.move_to(x, y),
            Step::Line([x, y]) => builder.line_to(x, y),
            Step::Curve([a, b], [c, d], [x, y]) => builder.cubic_to(a, b, c, d, x, y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}

/// A PNG file, with the dots to the inch if they are known.
pub(crate) fn png(width: u32, height: u32, rgba: &[u8], dots: Option<u16>) -> Result<Vec<u8>, PrintError> {
    let mut bytes = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    image::ImageEncoder::write_image(encoder, rgba, width, height, image::ExtendedColorType::Rgba8)
        .map_err(|error| PrintError::Picture(error.to_string()))?;
    let Some(dots) = dots else { return Ok(bytes) };
    // After the header, which is always 33 bytes long: dots to the metre, both ways.
    let metre = (f64::from(dots) / 0.0254).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(metre.to_be_bytes());
    chunk.extend(metre.to_be_bytes());
    chunk.push(1);
    let mut sum = flate2::Crc::new();
    sum.update(&chunk);
    let mut whole = 9_u32.to_be_bytes().to_vec();
    whole.extend(chunk);
    whole.extend(sum.sum().to_be_bytes());
    bytes.splice(33..33, whole);
    Ok(bytes)
}

/// The colours without the opacity, which is full everywhere.
fn rgb(pixels: &Pixels) -> Vec<u8> {
    pixels.rgba.chunks_exact(4).flat_map(|dot| [dot[0], dot[1], dot[2]]).collect()
}

/// A JPEG file.
pub(crate) fn jpeg(pixels: &Pixels, dots: u16) -> Result<Vec<u8>, PrintError> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 92);
    encoder.set_pixel_density(PixelDensity::dpi(dots));
    encoder
        .encode(&rgb(pixels), pixels.width, pixels.height, image::ExtendedColorType::Rgb8)
        .map_err(|error| PrintError::Picture(error.to_string()))?;
    Ok(bytes)
}

/// A TIFF file.
pub(crate) fn tiff(pixels: &Pixels, dots: u16) -> Result<Vec<u8>, PrintError> {
    use tiff::encoder::{Compression, Rational, TiffEncoder, colortype::RGB8};
    use tiff::tags::ResolutionUnit;
    let mut bytes = Cursor::new(Vec::new());
    let mut write = || {
        let mut encoder = TiffEncoder::new(&mut bytes)?.with_compression(Compression::Lzw);
        let mut image = encoder.new_image::<RGB8>(pixels.width, pixels.height)?;
        image.resolution(ResolutionUnit::Inch, Rational { n: u32::from(dots), d: 1 });
        image.write_data(&rgb(pixels))
    };
    write().map_err(|error: tiff::TiffError| PrintError::Picture(error.to_string()))?;
    Ok(bytes.into_inner())
}
