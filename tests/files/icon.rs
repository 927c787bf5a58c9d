//! The pictures of the app's icon are drawn from its source; after changing `icons/kiebitz.svg` run
//! `cargo test --test files draw_the_icon -- --ignored`.

use resvg::{tiny_skia, usvg};
use std::path::{Path, PathBuf};

const SIZES: [u32; 2] = [256, 64];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("icons")
}

fn drawn(size: u32) -> tiny_skia::Pixmap {
    let svg = std::fs::read_to_string(folder().join("kiebitz.svg")).unwrap();
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
    let mut picture = tiny_skia::Pixmap::new(size, size).unwrap();
    let scale = size as f32 / tree.size().width();
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture
}

#[test]
fn the_pictures_are_those_of_the_source() {
    for size in SIZES {
        let kept = tiny_skia::Pixmap::load_png(folder().join(format!("kiebitz-{size}.png"))).unwrap();
        assert_eq!((kept.width(), kept.height()), (size, size));
        let far = |(a, b): &(&u8, &u8)| a.abs_diff(**b) > 8;
        let differing = kept.data().iter().zip(drawn(size).data()).filter(far).count();
        assert!(differing * 100 < kept.data().len(), "{differing} bytes of {size}×{size} differ");
    }
}

#[test]
#[ignore = "writes icons/kiebitz-*.png; run it after changing icons/kiebitz.svg"]
fn draw_the_icon() {
    for size in SIZES {
        drawn(size).save_png(folder().join(format!("kiebitz-{size}.png"))).unwrap();
    }
}
