//! Lane strategies by hand and their mutants, against a twin that plays them in real wells.
use super::*;
use crate::game::wells::{Movement, Mover, Well};
use crate::proof::{self, lines};
use std::collections::BTreeSet;

/// Squares: in any empty lane; the last one clears both rows.
const SQUARES: &str = "lane 2\nrest 0\ndepth 2\npieces O\nlookahead 0\nplay - O - 0 0 0\nplay -* O - 0 0 0\nplay -*,11/11 O - 0 0 0\n\
                       play -*,11/11* O - 0 0 0";

/// Bars of side 1 upright in wells of 2n + 1 columns.
const BARS: &str = "lane 2\nrest 1\ndepth 1\npieces 1\nlookahead 0\nplay -|- 1 - 0 0 0\nplay -|-* 1 - 0 0 0\nplay -|-*,10 1 10 0 1 0\n\
                    play -|10 1 10 0 1 0\nplay -|-*,11 1 - 0 0 0\nplay -|11 1 rest 0 0 0\nplay -|11* 1 rest 0 0 0\n\
                    play -|10,11 1 10 0 1 0\nplay -|-*,10,11 1 10 0 1 0\nplay -|-*,10,11* 1 10 0 1 0\n\
                    play -|-*,11* 1 - 0 0 0\nplay -|10,11* 1 10 0 1 0";

fn whole(body: &str) -> String {
    format!("topple-certificate 1 lanes\n{body}\nend\n")
}

fn read_back(text: &str) -> LaneStrategy {
    read(&lines::read(text).unwrap().1).unwrap()
}

/// The lanes of a well and its rest, each trimmed.
fn parts(game: &LaneGame, well: &Well) -> (Vec<Profile>, Profile) {
    let cut = |from: u8, width: u8| {
        let mut rows: Profile = well.rows().iter().map(|row| row >> from & (u16::MAX >> (16 - width))).collect();
        while rows.last() == Some(&0) {
            rows.pop();
        }
        rows
    };
    let count = (well.width() - game.rest) / game.lane;
    let rest = if game.rest > 0 { cut(count * game.lane, game.rest) } else { Vec::new() };
    ((0..count).map(|lane| cut(lane * game.lane, game.lane)).collect(), rest)
}

/// Whether a strategy goes on in wells of a few lanes, in whichever lane one plays: each well is played in every state
/// listed that it fits.
fn plays_on(strategy: &LaneStrategy) -> bool {
    let game = &strategy.game;
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, Movement::Drop)).collect();
    (1..=4).map(|lanes| lanes * game.lane + game.rest).filter(|width| *width <= 9).all(|width| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<(Well, Vec<u8>)> = vec![(Well::empty(width).unwrap(), vec![0; usize::from(game.lookahead)])];
        while let Some((well, shown)) = open.pop() {
            if !seen.insert((well.clone(), shown.clone())) {
                continue;
            }
            for next in 0..movers.len() as u8 {
                let sent = [&shown[..], &[next]].concat();
                let Some(after) = all_plays(strategy, &movers, &well, &sent) else { return false };
                open.extend(after.into_iter().map(|after| (after, sent[1..].to_vec())));
            }
        }
        true
    })
}

/// The wells after each way of playing the first piece, or nothing if some play loses or no line fits the well.
fn all_plays(strategy: &LaneStrategy, movers: &[Mover], well: &Well, sent: &[u8]) -> Option<Vec<Well>> {
    let (game, mover) = (&strategy.game, &movers[usize::from(sent[0])]);
    let (lanes, rest) = parts(game, well);
    let count = |profile: &Profile| lanes.iter().filter(|lane| *lane == profile).count();
    let fits = |state: &LaneState| {
        state.rest == rest
            && lanes.iter().all(|lane| state.lanes.contains_key(lane))
            && state.lanes.iter().all(|(profile, some)| count(profile) == 1 || (*some && count(profile) > 0))
    };
    let plays: Vec<&LaneMove> =
        strategy.moves.iter().filter(|((state, pieces), _)| pieces == sent && fits(state)).map(|line| line.1).collect();
    let mut after = Vec::new();
    for play in &plays {
        let firsts: Vec<u8> = match &play.lane {
            None => vec![lanes.len() as u8 * game.lane],
            Some(profile) => {
                (0..lanes.len()).filter(|lane| lanes[*lane] == *profile).map(|lane| lane as u8 * game.lane).collect()
            }
        };
        for first in firsts {
            let at = Placement { column: first + play.at.column, ..play.at };
            if !mover.placements(well).contains(&at) {
                return None;
            }
            let next = mover.place(well, at).0;
            if next.height() > usize::from(game.depth) {
                return None;
            }
            after.push(next);
        }
    }
    (!plays.is_empty()).then_some(after)
}

#[test]
fn lanes_by_hand_are_accepted_and_read_back() {
    for body in [SQUARES, BARS] {
        let text = whole(body);
        assert!(proof::check(&text).is_ok(), "{:?}", proof::check(&text));
        let strategy = read_back(&text);
        assert!(plays_on(&strategy), "{body}");
        assert_eq!(read_back(&strategy.text()), strategy);
    }
}

#[test]
fn every_mutant_is_refused_or_true() {
    for body in [SQUARES, BARS] {
        let (refused, accepted) = super::super::tests::judge(&whole(body), |mutant| plays_on(&read_back(mutant)));
        assert!(refused > 300 && accepted * 12 < refused, "{accepted} of {refused}");
    }
}

/// One lane more or less makes a difference: a strategy that counts wrongly is refused.
#[test]
fn a_lane_strategy_must_know_how_many_lanes_there_are() {
    // Forgets that more lanes may be empty after the first square.
    let short = SQUARES.replace("play -*,11/11 O - 0 0 0\n", "play 11/11 O 11/11 0 0 2\n");
    assert!(proof::check(&whole(&short)).is_err());
    // Takes it for granted that a lane is still empty.
    let sure = SQUARES.replace("-*,11/11*", "-*,11/11");
    assert!(proof::check(&whole(&sure)).is_err());
    // A row is deleted only if all lanes have it.
    assert!(proof::check(&whole(&SQUARES.replace("depth 2", "depth 1"))).is_err());
    assert!(proof::check(&whole("lane 2\nrest 0\ndepth 2\npieces O\nlookahead 0")).is_err());
}
