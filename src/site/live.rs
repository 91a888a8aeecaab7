//! Pages on which something runs: the checkers, the vector lab, and the games. The scripts ask the module of `web/`, and the
//! pages say what to do without them.
use super::page::page_with;
use super::{Atlas, address};
use crate::error::Result;
use crate::proof::region::wells::bag;
use crate::proof::{file, lines};
use crate::report;
use crate::solve::wells::play;
use crate::solve::wells::strategies::bag::ask as ask_bag;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The scripts of these pages, each with its text.
pub const SCRIPTS: [(&str, &[u8]); 11] = [
    ("module.js", include_bytes!("module.js")),
    ("engine.js", include_bytes!("engine.js")),
    ("parts.js", include_bytes!("parts.js")),
    ("check.js", include_bytes!("check.js")),
    ("cells.js", include_bytes!("cells.js")),
    ("sets.js", include_bytes!("sets.js")),
    ("lab.js", include_bytes!("lab.js")),
    ("boards.js", include_bytes!("boards.js")),
    ("play.js", include_bytes!("play.js")),
    ("tower.js", include_bytes!("tower.js")),
    ("wells.js", include_bytes!("wells.js")),
];

/// What a page needs to check certificates.
pub const CHECKING: [&str; 3] = ["engine.js", "parts.js", "check.js"];

fn without_scripts(command: &str) -> Markup {
    html! { noscript { p { "This page needs scripts. Without them: " code { (command) } "." } } }
}

/// The page on which a certificate of the reader's own is checked.
pub fn check() -> String {
    let body = html! {
        h1 { "Check a certificate" }
        p.lead { "The checker of " code { "topple-check" } ", compiled for the browser. It runs here and sends nothing anywhere." }
        (without_scripts("topple check FILE"))
        div.drop #drop {
            p { label for="file" { "Drop certificates here, or choose them:" } }
            input #file type="file" accept=".cert,text/plain" multiple;
        }
        section #checked aria-live="polite" aria-label="What the checker says" {}
        p { "The " a href="certificates.html" { "certificates of this atlas" } " each have a button that does the same. What is refused is refused at a line and for a reason." }
    };
    page_with("Check", 0, body, &CHECKING)
}

/// Games that the lab shows at a click: the moves, and what they are.
const EXAMPLES: [(&str, &str); 4] = [
    ("(-2,0),(-2,1),(1,-1)", "Jenga, Zwick's towers"),
    ("(-2,1),(-2,-1),(-1,-2),(1,-2)", "the white knight"),
    ("(-2,1),(1,-2),(-1,-1)", "a knight with a third move"),
    ("(-1,0),(0,-1),(-1,-1)", "one from either pile or from both"),
];

/// The page on which a table of the reader's own is drawn.
pub fn lab() -> String {
    let body = html! {
        h1 { "Vector lab" }
        p.lead { "A position is a pair of numbers, and a move adds one of a few vectors; nobody may go below 0, and who cannot move loses. Type the vectors and see who wins." }
        (without_scripts("topple run my.toml, as the README shows"))
        form #ask {
            label { "Moves " input #moves.field type="text" size="36" spellcheck="false" autocomplete="off" value=(EXAMPLES[0].0); } " "
            label { "Play " select #play { option value="grundy" { "Grundy values" } option value="normal" { "who wins" } option value="misere" { "who wins if the last move loses" } } } " "
            button type="submit" { "Draw" }
        }
        p.examples { "Such as " @for (at, (moves, name)) in EXAMPLES.iter().enumerate() { @if at > 0 { ", " } a href=(format!("#moves={moves}")) { (name) } } "." }
        p #said role="status" {}
        div.toolbar {
            button #nearer type="button" aria-label="Nearer" { "+" } button #farther type="button" aria-label="Farther" { "−" } button #home type="button" { "To the corner" }
            span #where.note {}
        }
        canvas #table tabindex="0" role="img" data-colours=(report::colours().join(" "))
            aria-label="The table of values, (0,0) at the lower left. Arrow keys move, plus and minus zoom, 0 goes to the corner." {}
        p #legend.legend {}
        p { button #find type="button" disabled { "Find the pattern" } " " a #link href="#" { "Link to this table" } }
        section #pattern aria-live="polite" aria-label="The pattern" {}
    };
    page_with("Vector lab", 0, body, &["engine.js", "parts.js", "cells.js", "lab.js"])
}

/// The games that are played against a player who never errs: as the engines call them, and in words.
const PLAYED: [(&str, &str); 7] = [
    ("pile", "coloured balls, from one end"),
    ("double-ended", "coloured balls, from both ends"),
    ("nim", "Nim"),
    ("clock-nim", "CLOCK NIM"),
    ("jenga", "Jenga, three blocks a level"),
    ("jenga-physical 4", "Jenga, four blocks a level"),
    ("jenga-physical 5", "Jenga, five blocks a level"),
];

/// The page with the games that have no chance and no machine in them.
pub fn play() -> String {
    let body = html! {
        h1 { "Play" }
        p.lead { "Against a player who never errs. Who cannot move loses, so begin where you can win." }
        (without_scripts("topple play --help"))
        form #setup {
            label { "Game " select #game { @for (spec, name) in PLAYED { option value=(spec) { (name) } } } } " "
            label { "Position " input #start.field type="text" size="24" spellcheck="false" autocomplete="off"; } " "
            label { "First " select #first { option value="you" { "you" } option value="machine" { "the machine" } } } " "
            button type="submit" { "New game" }
        }
        p #state role="status" {}
        div.game {
            div {
                div #board.wide tabindex="0" role="region" aria-label="The position as a drawing" {}
                p { code #position {} " " span #value.note {} }
                p.note { "Click what you take, or choose a move from the list. In a tower every level is drawn from the side on which its ends are seen; a clicked block is held until you choose where it goes." }
            }
            div {
                div.toolbar {
                    button #hint type="button" { "Hint" } button #undo type="button" { "Take back" } button #all type="button" hidden { "All moves" }
                    label { input #values type="checkbox"; " show values" }
                }
                ol #moves.moves aria-label="Your moves" {}
            }
        }
    };
    page_with("Play", 0, body, &["engine.js", "parts.js", "boards.js", "play.js"])
}

/// The agents of the arena that play in a page, and what they are called there.
const AGENTS: [(&str, &str); 6] = [
    ("oracle", "oracle"),
    ("expectimax", "oracle with a search"),
    ("jengazero-nim", "JengaZero, a network"),
    ("mcts", "tree search"),
    ("one-step", "one step ahead"),
    ("random", "random moves"),
];

/// The page with the noisy tower.
pub fn tower() -> String {
    let body = html! {
        h1 { "Noisy tower" }
        p.lead { "Jenga as " cite { "JengaZero" } " plays it: blocks lie a little askew, and each move may let the tower fall. Under whom it falls, or who has no move, loses." }
        (without_scripts("topple play jenga"))
        form #setup {
            label { "Agent " select #agent { @for (name, about) in AGENTS { option value=(name) { (about) } } } } " "
            label { "Levels " input #levels.field type="number" min="1" max="18" value="5"; } " "
            label { "Noise " input #noise.field type="number" min="0" max="5" step="0.1" value="1"; } " "
            label { "Seed " input #seed.field type="number" min="0" value="1"; } " "
            label { "First " select #first { option value="you" { "you" } option value="machine" { "the agent" } } } " "
            button type="submit" { "New game" }
        }
        p #state role="status" {}
        div.game {
            div {
                div #board.pair tabindex="0" role="region" aria-label="The tower from two sides" {}
                p.note #value {}
                p.note { "Drawn to scale. Click the end of a block to see only its moves. The chance to fall is that of a block put down without noise." }
            }
            div {
                div.toolbar {
                    button #hint type="button" { "Hint" } button #all type="button" hidden { "All moves" }
                    label { input #values type="checkbox"; " show who wins without noise" }
                }
                ol #moves.moves aria-label="Your moves" {}
            }
        }
    };
    page_with("Noisy tower", 0, body, &["engine.js", "parts.js", "tower.js"])
}

/// The longest certificate that is played against, in bytes: it is checked first, and a page should not take a minute for that.
const LONGEST_PLAYED: usize = 500_000;

/// The most wells of a certificate with a piece shown, for the same reason.
const MOST_WELLS_SHOWN: usize = 60_000;

/// The certificates that answer the pieces of wells: the name of each, and where it lies.
///
/// # Errors
/// A certificate that cannot be read.
pub fn strategies(atlas: &Atlas) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for claim in &atlas.claims {
        for name in claim.certificates() {
            let path = claim.folders.certificate(name);
            let text = file::read(&path)?;
            let answers = lines::read(&text).is_ok_and(|(kind, lines)| match kind {
                "bag" => bag::read(&lines).is_ok_and(|homes| match homes.game.well.lookahead {
                    0 => ask_bag(&homes.game).is_ok(),
                    1 => play::bag::ask(&homes, MOST_WELLS_SHOWN).is_ok(),
                    _ => false,
                }),
                _ => kind == "strategy",
            });
            if answers && text.len() <= LONGEST_PLAYED {
                found.insert(name.clone(), address(0, claim.folders.out(), &path));
            }
        }
    }
    Ok(found)
}

/// The page on which pieces are placed against a machine, and sent to a strategy.
///
/// The strategies are as `strategies` gives them.
pub fn wells(strategies: &BTreeMap<String, String>) -> String {
    let first = strategies.keys().find(|name| name.as_str() == "least-S-width-6");
    let body = html! {
        h1 { "Wells" }
        p.lead { "Place the pieces for as long as you can. Algorithm 2 sends left and right kinks and defeats everybody; random pieces are kinder." }
        (without_scripts("topple play wells --against algorithm-2"))
        form #setup {
            label { "Machine " select #machine { option value="algorithm-2" { "Algorithm 2: kinks" } option value="algorithm-1" { "Algorithm 1: two squares" } option value="random" { "random pieces" } } } " "
            label { "Width " input #width.field type="number" min="1" max="16" value="10"; } " "
            label { "Depth " input #depth.field type="number" min="1" max="100" value="20"; } " "
            label { "Movement " select #rule { @for rule in ["drop", "slide", "referee", "anywhere"] { option value=(rule) selected[rule == "referee"] { (rule) } } } } " "
            label { "Random pieces " input #pieces.field type="text" size="8" value="OITJLSZ"; } " "
            label { "Seed " input #seed.field type="number" min="0" value="1"; } " "
            button type="submit" { "New game" }
        }
        p #state role="status" {}
        div.game {
            div #board.wide tabindex="0" role="application" aria-label="The well. Arrow left and right move the piece, up turns it, down chooses another row, Enter places it, h gives a hint." {}
            div {
                p { span #count {} " " span #next {} }
                div.toolbar {
                    button #left type="button" aria-label="Left" { "←" } button #right type="button" aria-label="Right" { "→" }
                    button #turn type="button" { "Turn" } button #row type="button" { "Other row" } button #put type="button" { "Place" } button #hint type="button" { "Hint" }
                }
                p.note { "Keys in the well: arrows left and right, up to turn, down for another row, Enter to place, h for a hint." }
            }
        }
        section {
            h2 { "Be the machine" }
            p { "A certificate of kind strategy has an answer to every piece in every well that it can reach; one of kind bag has an answer to every order of the pieces in every bag. The checker goes through it first; then send pieces, and see whether you can make it fail." }
            p {
                label { "Strategy " select #strategy { @for (name, address) in strategies { option value=(address) selected[Some(name) == first] { (name) } } } } " "
                button #follow type="button" { "Begin" }
            }
            p #strategy-state role="status" {}
            p #send.toolbar {}
            div #strategy-board.pair {}
        }
    };
    page_with("Wells", 0, body, &["engine.js", "parts.js", "check.js", "wells.js"])
}
