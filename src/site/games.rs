//! The games: rules, notation, a picture, where to play, and what is claimed of each.
use super::page::{badge, page};
use super::{Atlas, Claim, address};
use crate::game::any::GAMES;
use maud::{Markup, html};

/// A game as its page tells it.
struct Told {
    id: &'static str,
    name: &'static str,
    rules: &'static str,
    /// The name by which `topple value` knows it; none if it has no values.
    spec: Option<&'static str>,
    notation: &'static str,
    /// Where it is played, if it is.
    play: Option<&'static str>,
    /// Its claims: those of these papers that say one of these words, or all if there are no words.
    papers: &'static [&'static str],
    words: &'static [&'static str],
}

const TOLD: [Told; 7] = [
    Told {
        id: "jenga",
        name: "Jenga",
        rules: "A tower of levels, each turned by a quarter against the one below. A move takes a block from a level below the highest full one and puts it on top; a level must be full before the next is begun. No move may let the tower fall, and who cannot move loses.",
        spec: Some("jenga"),
        notation: "levels from the bottom up, 1 for a block and 0 for a gap",
        play: Some("play.html#game=jenga"),
        papers: &["zwick", "carvalho"],
        words: &["tower", "level", "layer"],
    },
    Told {
        id: "triplets",
        name: "Zwick's triplets",
        rules: "What counts of a tower with three blocks a level: x levels that are full and y from which one side block is gone, below the highest full level, and z blocks above it.",
        spec: Some("zwick"),
        notation: "(x,y,z)",
        play: None,
        papers: &["zwick"],
        words: &["triplet", "(x,y,z)", "(x, y, z)"],
    },
    Told {
        id: "clock-nim",
        name: "CLOCK NIM",
        rules: "Nim with a clock: a move makes a pile smaller and moves the clock on by one. When the clock has gone round, a new pile of a fixed size arrives.",
        spec: Some("clock-nim"),
        notation: "(piles of 1, piles of 2, ... | clock)_{period, size of the new pile}",
        play: Some("play.html#game=clock-nim"),
        papers: &["carvalho"],
        words: &["CLOCK NIM"],
    },
    Told {
        id: "addition",
        name: "Vector addition games",
        rules: "A position is a vector of natural numbers. A move adds one of a few vectors, and no number may fall below 0. Towers and CLOCK NIM are such games.",
        spec: Some("addition (-2,0),(-2,1),(1,-1)"),
        notation: "(x,y)",
        play: Some("lab.html"),
        papers: &["carvalho"],
        words: &["ADDITION", "knight", "sets of moves"],
    },
    Told {
        id: "coloured-nim",
        name: "Coloured Nim",
        rules: "Piles of coloured balls. A move takes any number of balls of one colour from the top of a pile; in another game, from either end of a row.",
        spec: Some("pile"),
        notation: "the sizes of the sections of one colour, from the bottom up",
        play: Some("play.html#game=pile"),
        papers: &["eeny-meeny"],
        words: &[],
    },
    Told {
        id: "wells",
        name: "Wells",
        rules: "Tetris against an opponent: the machine sends pieces, the player puts them into a well, and full rows go. The player loses when a full cell stays above the depth of the well, and wins by never losing.",
        spec: None,
        notation: "rows from the bottom up, 1 for a full cell; pieces O I T J L S Z",
        play: Some("wells.html"),
        papers: &["brzustowski"],
        words: &[],
    },
    Told {
        id: "noisy-jenga",
        name: "Noisy Jenga",
        rules: "Jenga in which a block comes to lie a little off its place and pulling one shakes the tower, so that a move may fail by bad luck. Agents play it, and their games are counted.",
        spec: None,
        notation: "as Jenga",
        play: Some("tower.html"),
        papers: &["jengazero"],
        words: &[],
    },
];

/// The page of the games.
pub fn games(atlas: &Atlas) -> String {
    let body = html! {
        h1 { "Games" }
        p.lead { "The rules of each game, how a position is written, and what is claimed of it." }
        @for told in &TOLD { (section(told, &claims(atlas, told))) }
    };
    page("Games", 0, body)
}

fn claims<'a>(atlas: &'a Atlas, told: &Told) -> Vec<&'a Claim> {
    let speaks = |claim: &&Claim| {
        let text = format!("{} {}", claim.entry.title, claim.experiment.statement);
        told.papers.contains(&claim.entry.paper.as_str())
            && (told.words.is_empty() || told.words.iter().any(|word| text.contains(word)))
    };
    atlas.claims.iter().filter(speaks).collect()
}

fn section(told: &Told, claims: &[&Claim]) -> Markup {
    let example = told.spec.and_then(|spec| GAMES.iter().find(|(name, _)| *name == spec));
    let picture = claims.iter().find_map(|claim| Some((claim, claim.figures.first()?)));
    html! {
        section id=(told.id) {
            h2 { (told.name) }
            p { (told.rules) }
            p { "Written as " (told.notation) @if let Some((spec, position)) = example { ": " code { "topple value '" (spec) "' '" (position) "'" } } "." }
            @if let Some(play) = told.play { p { a href=(play) { "Play it here" } "." } }
            @if let Some((claim, path)) = picture {
                figure { a href=(claim.page()) { img src=(address(0, claim.folders.out(), path)) alt=(format!("A picture of the claim {}", claim.entry.title)) loading="lazy"; } figcaption { (claim.entry.title) } }
            }
            details open[claims.len() <= 12] {
                summary { (claims.len()) " claims" }
                ul.claims { @for claim in claims { li { (badge(claim.entry.word)) " " a href=(claim.page()) { (claim.entry.title) } } } }
            }
        }
    }
}
