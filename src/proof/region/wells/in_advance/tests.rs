//! Certificates made by hand and their mutants.
use super::*;
use crate::proof::{self, lines, mutants::Mutants};
use std::collections::BTreeMap;

const KINKS: &str = "width 2\ndepth 4\npieces S Z\nrule referee\nlookahead all\ndeal any\norder Z S Z";
const BAG: &str = "width 4\ndepth 1\npieces O I\nrule slide\nlookahead all\ndeal bag\norder I O";
const HELD: &str = "width 4\ndepth 2\npieces O I T J L S Z\nrule drop\nlookahead all\ndeal bag hold\norder J Z O L";
/// The elbows, which lose to a machine that sees each placement before it chooses the next piece.
const ELBOWS: &str = "width 2\ndepth 2\npieces J L\nrule drop\nlookahead all\ndeal any\nwell -\nwell 10/10\nwell 01/01\n\
                      set 0 then 1 1\nset 1 2 then 0 0";

/// The pieces stand in another order than that of a set.
const DOMINOES: &str = "width 3\ndepth 1\npieces [11] 1\nrule referee\nlookahead all\ndeal any\nwell -\nwell 100\nwell 110\n\
                        well 001\nwell 011\nset 0 then 2 1\nset 1 3 then 0 2\nset 2 4 then 1 0";

/// From a bag, with a piece put aside: both pieces come in each bag, and each fills the row with the one put aside.
const FROM_BAG: &str = "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead all\ndeal bag hold\nwell -\nwell - 1\nwell - [11]\n\
                        well 100 [11]\nset 0 then 1 2\nset 1 then - 3\nset 2 then 3 -\nset 3 then 1 2";

fn whole(kind: &str, body: &str) -> String {
    format!("topple-certificate 1 {kind}\n{body}\nend\n")
}

/// Whether every order of pieces can be placed, by all sets of wells, in wells of few rows.
fn winner(game: &InAdvance) -> bool {
    use crate::game::wells::Mover;
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    let mut seen: BTreeSet<(u32, BTreeSet<Candidate>)> = BTreeSet::new();
    let mut open = vec![(game.all(), BTreeSet::from([(Well::empty(game.width).unwrap(), None)]))];
    let after = |well: &Well, piece: u8| -> Vec<Well> {
        let mover = &movers[usize::from(piece)];
        let placed = mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
        placed.filter(|well| well.height() <= usize::from(game.depth)).collect()
    };
    while let Some((bag, candidates)) = open.pop() {
        if candidates.is_empty() {
            return false;
        }
        if !seen.insert((bag, candidates.clone())) {
            continue;
        }
        for piece in (0..movers.len() as u8).filter(|piece| bag >> piece & 1 == 1) {
            let mut next = BTreeSet::new();
            for (well, aside) in &candidates {
                match aside {
                    None if game.holds() => next.extend([(well.clone(), Some(piece))]),
                    None => next.extend(after(well, piece).into_iter().map(|well| (well, None))),
                    Some(aside) => {
                        next.extend(after(well, piece).into_iter().map(|well| (well, Some(*aside))));
                        next.extend(after(well, *aside).into_iter().map(|well| (well, Some(piece))));
                    }
                }
            }
            open.push((game.left(bag, piece.into()), next));
        }
    }
    true
}

/// Whether the pieces of an order can be placed: one way after the other.
fn can_be_placed(order: &Order) -> bool {
    use crate::game::wells::Mover;
    let game = &order.game;
    let movers: Vec<Mover> = game.pieces.pieces().iter().map(|piece| Mover::new(piece, game.rule)).collect();
    fn from(game: &InAdvance, movers: &[Mover], well: &Well, aside: Option<u8>, left: &[u8]) -> bool {
        let [piece, left @ ..] = left else { return true };
        if game.holds() && aside.is_none() {
            return from(game, movers, well, Some(*piece), left);
        }
        let ways = [(*piece, aside)].into_iter().chain(aside.map(|aside| (aside, Some(*piece))));
        ways.into_iter().any(|(placed, kept)| {
            let mover = &movers[usize::from(placed)];
            let mut next = mover.placements(well).into_iter().map(|at| mover.place(well, at).0);
            next.any(|next| next.height() <= usize::from(game.depth) && from(game, movers, &next, kept, left))
        })
    }
    from(game, &movers, &Well::empty(game.width).unwrap(), None, &order.pieces)
}

/// Whether the pieces come as the deal has it.
fn is_dealt(order: &Order) -> bool {
    let size = order.game.pieces.pieces().len();
    let all_differ = |bag: &[u8]| bag.iter().collect::<BTreeSet<_>>().len() == bag.len();
    order.game.deal == Deal::Any || order.pieces.chunks(size).all(all_differ)
}

#[test]
fn certificates_by_hand_are_accepted_and_read_back() {
    for body in [KINKS, BAG, HELD] {
        let text = whole("order", body);
        let order = read_order(&lines::read(&text).unwrap().1).unwrap();
        assert_eq!(order.text(), text);
        assert!(proof::check(&text).is_ok() && !can_be_placed(&order), "{:?}", proof::check(&text));
    }
    for body in [ELBOWS, FROM_BAG] {
        let text = whole("in-advance", body);
        let foresight = read_foresight(&lines::read(&text).unwrap().1).unwrap();
        assert_eq!(foresight.text(), text);
        assert!(proof::check(&text).is_ok() && winner(&foresight.game), "{:?}", proof::check(&text));
    }
    let text = whole("in-advance", DOMINOES);
    let foresight = read_foresight(&lines::read(&text).unwrap().1).unwrap();
    assert!(proof::check(&text).is_ok() && proof::check(&foresight.text()).is_ok(), "{:?}", proof::check(&text));
    assert!(foresight.text().contains("pieces 1 [11]") && foresight.text().contains("set 0 then 1 2"));
}

#[test]
fn every_mutant_of_an_order_is_refused_or_true() {
    let words = [
        "0", "1", "2", "3", "5", "any", "bag", "bag hold", "O", "I", "S", "Z", "J", "drop", "slide", "anywhere", "all",
    ];
    let added = ["order S", "depth 1", "deal bag", "lookahead 1", "pieces O", "well -"];
    for body in [KINKS, BAG, HELD] {
        let text = whole("order", body);
        let (refused, accepted) = Mutants::of(&text, &words, &added).judge(|mutant, _| {
            let order = read_order(&lines::read(mutant).unwrap().1).unwrap();
            is_dealt(&order) && !can_be_placed(&order)
        });
        assert!(refused > 50 && accepted > 0, "{accepted} of {refused}");
    }
}

#[test]
fn every_mutant_of_sets_is_refused_or_true() {
    let words = [
        "0", "1", "2", "3", "4", "-", "10", "10/10", "11/10", "any", "bag", "O", "S", "then", "slide", "anywhere",
        "all", "bag hold", "1", "[11]",
    ];
    let added =
        ["well 10", "well -", "set 0 then 0 0", "set 1 then 0 0", "set then 0 0", "depth 3", "deal bag", "lookahead 1"];
    for body in [ELBOWS, DOMINOES, FROM_BAG] {
        let (refused, accepted) = Mutants::of(&whole("in-advance", body), &words, &added).judge(|mutant, _| {
            let game = read_foresight(&lines::read(mutant).unwrap().1).unwrap().game;
            // More depth than is used here helps nobody.
            winner(&InAdvance { depth: game.depth.min(3), ..game })
        });
        assert!(refused > 50 && accepted > 0, "{accepted} of {refused}");
    }
}

#[test]
fn a_refusal_names_the_piece_or_the_set() {
    let refused = |kind: &str, body: &str| proof::check(&whole(kind, body)).unwrap_err().to_string();
    let cases = BTreeMap::from([
        (KINKS.replace("Z S Z", "Z S"), "the player can get to 10/01/01/10 by the last piece"),
        (BAG.replace("I O", "I I"), "piece 2: it is not in the bag any more"),
        (KINKS.replace("Z S Z", "Z O"), "'O' is none of the pieces"),
        (KINKS.replace("lookahead all", "lookahead 1"), "expected 'lookahead' and all"),
        (KINKS.replace("deal any", "deal hold"), "expected 'deal' and any, bag, or bag hold"),
    ]);
    for (body, why) in cases {
        let said = refused("order", &body);
        assert!(said.contains(why), "{said}");
    }
    let cases = BTreeMap::from([
        (ELBOWS.replace("set 0 then", "set 1 then"), "set 0 does not have the empty well alone"),
        (ELBOWS.replace("then 0 0", "then 1 0"), "set 1, piece J: no place leads to"),
        (ELBOWS.replace("set 1 2 then", "set then"), "set 1: it is empty, or no piece may come"),
        (ELBOWS.replace("then 0 0", "then 0 2"), "there is no set 2"),
        (ELBOWS.replace("then 0 0", "then 0"), "expected 2 sets, one for each piece"),
        (ELBOWS.replace("set 1 2", "set 1 3"), "there is no well 3"),
        (ELBOWS.replace("set 1 2", "set 1 1"), "a well stands twice"),
        (ELBOWS.replace("01/01", "10/10"), "this well stands twice"),
        (
            ELBOWS.replace("deal any", "deal bag"),
            "set 0, piece J: set 1 is for other pieces than those that may come then",
        ),
        (ELBOWS.replace("well 10/10", "well 10/10 J"), "expected a well alone, because no piece is put aside"),
        (ELBOWS.replace("then 1 1", "then 1 -"), "and a set for each piece"),
    ]);
    for (body, why) in cases {
        let said = refused("in-advance", &body);
        assert!(said.contains(why), "{said}");
    }
}
