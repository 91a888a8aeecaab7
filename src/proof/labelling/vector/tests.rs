//! Mutants of vector certificates, against values by definition.
use super::*;
use crate::proof::{Fact, Facts, check as accept, fact, lines, mutants::Mutants};
use std::collections::HashMap;

const SUBTRACTION: &str = include_str!("../../../../proofs/certificates/carvalho/subtraction-2-3.cert");
const ZWICK: &str = include_str!("../../../../proofs/certificates/zwick/zwick-normal.cert");

/// The value by definition, from the rules of the certificate.
fn value(one: &VectorCertificate, at: &VectorPosition, known: &mut HashMap<VectorPosition, u64>) -> u64 {
    if let Some(&value) = known.get(at) {
        return value;
    }
    let rules = one.rules.iter().filter(|rule| rule.from == at.state && rule.fits(&at.at));
    let options: Vec<u64> =
        rules.map(|rule| value(one, &VectorPosition { state: rule.to, at: rule.apply(&at.at) }, known)).collect();
    let found = one.play.value(options);
    known.insert(at.clone(), found);
    found
}

/// All positions with coordinates below a number.
fn window(one: &VectorCertificate, side: u64) -> Vec<VectorPosition> {
    let mut vectors = vec![Vec::new()];
    for _ in 0..one.dimension {
        vectors =
            vectors.into_iter().flat_map(|at: Vec<u64>| (0..side).map(move |x| [&at[..], &[x]].concat())).collect();
    }
    let with = |state| vectors.iter().map(move |at| VectorPosition { state, at: at.clone() });
    (0..one.states).flat_map(with).collect()
}

fn read_back(text: &str) -> VectorCertificate {
    read(&lines::read(text).unwrap().1).unwrap()
}

/// Whether what a certificate says is true in a window.
fn holds(text: &str, facts: &Facts) -> bool {
    let one = read_back(text);
    let (window, mut known) = (window(&one, if one.dimension == 1 { 24 } else { 8 }), HashMap::new());
    let mut value = |at: &VectorPosition| value(&one, at, &mut known);
    let said = window.iter().all(|at| one.value(at) == Some(value(at)));
    let loss = |rule: &Rule| one.weight.of(rule.from, &rule.take) - one.weight.of(rule.to, &rule.put);
    said && facts.iter().all(|fact| match fact {
        Fact::Period(fact::Period { step, from, .. }) => {
            let after = |at: &VectorPosition| {
                let moved = at.at.iter().zip(step).map(|(x, step)| x + step).collect();
                VectorPosition { state: at.state, at: moved }
            };
            let from = window.iter().filter(|at| at.at.iter().zip(from).all(|(x, from)| x >= from));
            step.iter().any(|&step| step > 0) && from.into_iter().all(|at| value(at) == value(&after(at)))
        }
        Fact::Weight { least, .. } => one.rules.iter().map(loss).min() == Some(u128::from(*least)),
        Fact::Differ { .. } => one.differing.iter().all(|(x, y)| value(x) != value(y)),
        _ => true,
    })
}

#[test]
fn every_mutant_is_refused_or_true() {
    let added = [
        "period 5 1",
        "period 3 0",
        "period 0 0",
        "differ 0 0 0 2",
        "differ 0 7 0 3",
        "piece 0 1 1 0",
        "piece 0 1 1 1",
        "cone 5",
        "cone 1",
        "rule 0 1 0 0",
        "rule 0 2 0 0",
        "game subtraction 2,3",
        "weight 2",
        "split 1",
        "x 1",
    ];
    let words = ["0", "1", "2", "4", "5", "1099511627777", "grundy", "normal", "piece", "cone", "x", ""];
    let (refused, accepted) = Mutants::of(SUBTRACTION, &words, &added).judge(holds);
    assert!(refused > 1000 && accepted < refused / 5, "{refused} refused, {accepted} accepted");
}

#[test]
fn mutants_in_the_plane_are_refused_or_true() {
    let added = [
        "period 3 0 0 0",
        "period 0 3 1 0",
        "period 1 0 0 0",
        "differ 0 0 0 1 0 0",
        "differ 0 0 1 0 0 2",
        "piece 0 0 0 0 0",
        "piece 1 1 1 1 1",
        "cone 3 0",
        "rule 0 1 0 0 0 1",
        "rule 0 0 1 0 1 1",
        "x 1",
    ];
    let (refused, accepted) = Mutants::of(ZWICK, &["0", "3", "x"], &added).at_most(4000).judge(holds);
    assert!(refused > 1000 && accepted < refused / 2, "{refused} refused, {accepted} accepted");
}

#[test]
fn facts_speak_of_the_game_by_its_name_and_of_positions_in_their_spelling() {
    let facts = accept(SUBTRACTION).unwrap();
    let positions = ["(1)", "(2)"].map(String::from);
    let game = "subtraction 2,3".to_string();
    assert!(facts.contains(&Fact::Differ { game, play: Play::Grundy, positions }), "{facts:?}");
    assert!(accept(&SUBTRACTION.replace("subtraction 2,3", "subtraction 2 3")).is_err());
    let unnamed = accept(&SUBTRACTION.replace("game subtraction 2,3\n", "")).unwrap();
    assert!(unnamed.iter().all(|fact| fact.to_string().starts_with("the game of the rules")), "{unnamed:?}");
}

#[test]
fn no_fact_is_said_of_what_is_not_there() {
    let still = "topple-certificate 1 vector\nplay grundy\ndimension 1\nstates 1\nweight 1\nheight 0\nsplit 0\nback 1\n\
                 cone 1\npiece 0 0 0 0\nend\n";
    assert_eq!(accept(still).unwrap().len(), 1, "there is no rule, and nothing to be lost by one");
    let heavy = SUBTRACTION.replace("game subtraction 2,3\n", "").replace("weight 1\n", "weight 1099511627776\n");
    assert!(accept(&heavy).is_ok());
    let far = |text: &str| text.replace("rule 0 2 0 0", "rule 0 1099511627776 0 0");
    assert!(accept(&far(&heavy)).is_err());
    let nothing = accept(&SUBTRACTION.replace("period 5 0", "period 0 0")).unwrap();
    assert!(!nothing.iter().any(|fact| matches!(fact, Fact::Period(_))), "nothing is added");
}

#[test]
fn bases_of_a_cone_that_are_too_far_from_each_other_are_refused() {
    let still = |cone: u64| {
        format!(
            "topple-certificate 1 vector\nplay grundy\ndimension 2\nstates 1\nweight 1 1\nheight 0\nsplit 0\nback 1\n\
             cone 1 0 0 1\ncone 1 0 0 1\npiece 0 0 0 0 0\npiece 0 1099511627776 1099511627776 {cone} 0\nend\n"
        )
    };
    assert!(accept(&still(1)).is_ok());
    let refused = accept(&still(0)).unwrap_err().to_string();
    assert!(refused.starts_with("refused at piece 1: ") && refused.contains("2^64"), "{refused}");
}

/// The piece of a cone that a point goes back to, all multiples of all generators tried one by one.
fn walked_back<'a>(one: &'a VectorCertificate, at: &VectorPosition, cone: usize) -> Option<&'a Piece> {
    let mut points = vec![at.at.clone()];
    for generator in &one.cones[cone] {
        let back = |point: &Vec<u64>, times: u64| -> Option<Vec<u64>> {
            point.iter().zip(generator).map(|(x, g)| x.checked_sub(times * g)).collect()
        };
        points = points.iter().flat_map(|point| (0..=one.back).filter_map(move |times| back(point, times))).collect();
    }
    let stands = |point: &Vec<u64>| {
        one.pieces.iter().find(|piece| (piece.state, piece.cone, &piece.base) == (at.state, cone, point))
    };
    points.iter().find_map(stands)
}

#[test]
fn a_piece_is_looked_up_as_by_trying_all_multiples() {
    let three = include_str!("../../../../proofs/certificates/carvalho/clock-nim-3-2-1-grundy.cert");
    let (mut found, mut missed) = (0, 0);
    for (text, side) in [(ZWICK, 9), (three, 11)] {
        let one = read_back(text);
        let index = index::Index::new(&one).unwrap();
        for (at, cone) in window(&one, side).iter().flat_map(|at| (0..one.cones.len()).map(move |cone| (at, cone))) {
            let piece = index.piece_around(at.state, &at.at, &[cone]);
            let plain = walked_back(&one, at, cone);
            assert_eq!(piece.map(|piece| &piece.base), plain.map(|piece| &piece.base), "{at:?} {cone}");
            *if piece.is_some() { &mut found } else { &mut missed } += 1;
        }
    }
    assert!(found > 500 && missed > 500, "{found} found, {missed} missed");
}
