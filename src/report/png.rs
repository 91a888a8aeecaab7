//! SVG painted as PNG, with a font that is compiled in.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::error::{Error, Result};

/// The most pixels of a file; four bytes of memory each.
const MOST_PIXELS: f64 = (1_u32 << 28) as f64;

/// The PNG file of an SVG text, with `scale` pixels for each of its units.
pub(super) fn png(svg: &str, scale: f64) -> Result<Vec<u8>> {
    let failed =
        |why: &dyn std::fmt::Display| Error::input("PNG file", why.to_string(), "a figure that can be painted");
    let tree = Tree::from_str(svg, &options()).map_err(|e| failed(&e))?;
    let (width, height) = (f64::from(tree.size().width()) * scale, f64::from(tree.size().height()) * scale);
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        let what = format!("{width:.0} x {height:.0} pixels");
        return Err(Error::input("PNG scale", what, format!("at least one pixel and at most {MOST_PIXELS}")));
    }
    // Both are at least one and their product is at most 2^28, so they fit.
    let mut pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or_else(|| failed(&"no pixels"))?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| failed(&e))
}

/// DejaVu Sans Condensed is about as wide as Helvetica and has the mathematical signs. Fonts of the system are not looked
/// at: the file shall be the same on every machine.
fn options() -> Options<'static> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans_condensed::regular().to_vec());
    let family = fonts.faces().next().and_then(|face| face.families.first()).map(|(name, _)| name.clone());
    fonts.set_sans_serif_family(family.expect("the font that is compiled in has a name"));
    options
}
