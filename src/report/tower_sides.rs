//! A tower of three blocks a level in plain characters, seen from two sides.

/// The tower from the front and from the side, the top level first, one line each: even levels show the ends of their
/// blocks to the front, odd ones to the side. `masks` has bit i of a level for its slot i; `over` is how many
/// millimetres deep the centre of what lies on a level is inside its hull, for levels that have something on them.
///
/// ```
/// use topple::report::tower_sides;
/// let text = tower_sides(&[0b101, 0b010], |level| (level == 0).then_some(12.5));
/// assert_eq!(text, "level   front               side                mm inside\n\
///     \x20   1   [###############]         [###]\n\
///     \x20   0   [###]       [###]   [###############]        12.5\n");
/// ```
pub fn tower_sides(masks: &[u8], over: impl Fn(usize) -> Option<f64>) -> String {
    let mut text = "level   front               side                mm inside\n".to_string();
    for (level, mask) in masks.iter().enumerate().rev() {
        let slots = [0, 1, 2].map(|slot| if mask >> slot & 1 == 1 { "[###]" } else { "     " }).join(" ");
        let ends = format!("{slots:<17}");
        let long = "[###############]".to_string();
        let [front, side] = if level.is_multiple_of(2) { [ends, long] } else { [long, ends] };
        let depth = over(level).map_or(String::new(), |depth| format!("{depth:>12.1}"));
        let line = format!("{level:>5}   {front}   {side}{depth}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
