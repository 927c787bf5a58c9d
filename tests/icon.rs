//! Draws the app's icon from its source: `cargo test --test icon -- --ignored`.

use resvg::{tiny_skia, usvg};

#[test]
#[ignore = "writes icons/kiebitz-*.png; run it after changing icons/kiebitz.svg"]
fn draw_the_icon() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("icons");
    let svg = std::fs::read_to_string(folder.join("kiebitz.svg")).unwrap();
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    for size in [256_u32, 64] {
        let mut picture = tiny_skia::Pixmap::new(size, size).unwrap();
        let scale = size as f32 / tree.size().width();
        resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
        picture.save_png(folder.join(format!("kiebitz-{size}.png"))).unwrap();
    }
}
