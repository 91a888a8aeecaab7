//! Which facts follow from which.
use super::{AnyDepth, Fact, KinkOrder, Period, Renaming, Widths};
use crate::game::wells::{Deal, InAdvance, PieceSet, WellGame};
use crate::proof::region::wells::lanes::LaneGame;

impl Fact {
    /// Whether another fact is this one or weaker.
    pub fn implies(&self, wanted: &Fact) -> bool {
        match (self, wanted) {
            (Fact::Period(one), Fact::Period(wanted)) => one.implies(wanted),
            (&Fact::Winners { blocks, before, ref first }, &Fact::Winner { blocks: of, levels, first: wins }) => {
                let repeats = (first.len() as u64).saturating_sub(before);
                let index = match levels.checked_sub(1) {
                    Some(index) if index < before => index,
                    Some(index) if repeats > 0 => before + (index - before) % repeats,
                    _ => return false,
                };
                blocks == of && first.get(index as usize) == Some(&wins)
            }
            (Fact::Survives(won), Fact::Survives(wanted)) => easier(won, wanted),
            (Fact::SurvivesInLanes(won), Fact::Survives(wanted)) => {
                let lanes =
                    wanted.width.checked_sub(won.rest).filter(|&columns| columns > 0 && columns % won.lane == 0);
                let game = WellGame { width: wanted.width, ..won.narrowest() };
                lanes.is_some() && easier(&game, wanted)
            }
            (Fact::SurvivesBag(won), Fact::SurvivesBag(wanted)) => {
                won.hold == wanted.hold && won.well.pieces == wanted.well.pieces && easier(&won.well, &wanted.well)
            }
            (Fact::Survives(won), Fact::SurvivesInAdvance(wanted)) => {
                wanted.deal == Deal::Any && easier(&WellGame { lookahead: 0, ..won.clone() }, &wanted.well())
            }
            (Fact::SurvivesBag(won), Fact::SurvivesInAdvance(wanted)) => {
                let well = WellGame { lookahead: 0, ..won.well.clone() };
                let is_same = wanted.deal == Deal::Bag { hold: won.hold } && won.well.pieces == wanted.pieces;
                is_same && easier(&well, &wanted.well())
            }
            (Fact::SurvivesInAdvance(won), Fact::SurvivesInAdvance(wanted)) => known(won, wanted),
            (Fact::LostToOrder { game, order }, Fact::LostToOrder { game: wanted, order: same }) => {
                known(wanted, game) && order == same
            }
            (Fact::LostToOrder { game, .. } | Fact::LostInAdvance(game), Fact::LostInAdvance(wanted)) => {
                known(wanted, game)
            }
            (Fact::LostToOrder { game, .. } | Fact::LostInAdvance(game), Fact::Lost(wanted)) => {
                game.deal == Deal::Any && easier(&WellGame { lookahead: 0, ..wanted.clone() }, &game.well())
            }
            (Fact::LostAtEveryDepth { piece, widths }, Fact::LostInAdvance(wanted)) => {
                let sent = PieceSet::parse(piece).is_ok_and(|piece| subset(&piece, &wanted.pieces));
                sent && wanted.deal == Deal::Any && widths.contain(u64::from(wanted.width))
            }
            (Fact::SurvivesInLanes(won), Fact::SurvivesInLanes(wanted)) => lanes(won, wanted),
            (
                Fact::BumpyLanes { game, lanes: bumpy, height },
                Fact::BumpyLanes { game: wanted, lanes: most, height: highest },
            ) => lanes(game, wanted) && bumpy <= most && height <= highest,
            (Fact::Defeated { game, within }, Fact::Defeated { game: wanted, within: most }) => {
                easier(wanted, game) && within <= most
            }
            (Fact::Defeated { game, .. } | Fact::Lost(game), Fact::Lost(wanted)) => easier(wanted, game),
            (Fact::LostHoweverDeep(game), Fact::Lost(wanted)) => easier(wanted, &game.of_depth(wanted.depth)),
            (Fact::LostHoweverDeep(game), Fact::LostHoweverDeep(wanted)) => {
                easier(&wanted.of_depth(0), &game.of_depth(0))
            }
            (Fact::LostToCycle(have), Fact::LostToCycle(wanted)) => {
                let is_same = (&have.first, &have.cycle) == (&wanted.first, &wanted.cycle);
                is_same && known(&wanted.of_depth(0), &have.of_depth(0))
            }
            (Fact::LostToCycle(have), Fact::LostInAdvance(wanted)) => known(wanted, &have.of_depth(wanted.depth)),
            (Fact::LostToCycle(have), Fact::LostHoweverDeep(wanted)) => {
                let without = AnyDepth { lookahead: 0, ..wanted.clone() };
                easier(&without.of_depth(0), &have.of_depth(0).well())
            }
            (Fact::LostToCycle(have), Fact::Lost(wanted)) => {
                easier(&WellGame { lookahead: 0, ..wanted.clone() }, &have.of_depth(wanted.depth).well())
            }
            (Fact::LostToKinks(have), Fact::LostInAdvance(wanted)) => {
                wanted.deal == Deal::Any && by_kinks(have, &wanted.well())
            }
            (Fact::LostToKinks(have), Fact::LostHoweverDeep(wanted)) => by_kinks(have, &wanted.of_depth(0)),
            (Fact::LostToKinks(have), Fact::Lost(wanted)) => by_kinks(have, wanted),
            (Fact::LostAtEveryDepth { piece, widths }, Fact::LostHoweverDeep(wanted)) => {
                let sent = PieceSet::parse(piece).is_ok_and(|piece| subset(&piece, &wanted.pieces));
                sent && widths.contain(u64::from(wanted.width))
            }
            (Fact::LostAtEveryDepth { piece, widths }, Fact::Lost(wanted)) => {
                let sent = PieceSet::parse(piece).is_ok_and(|piece| subset(&piece, &wanted.pieces));
                sent && widths.contain(u64::from(wanted.width))
            }
            (
                Fact::LostAtEveryDepth { piece, widths },
                Fact::LostAtEveryDepth { piece: same, widths: Widths::One(one) },
            ) => piece == same && widths.contain(*one),
            (Fact::SameGame(one), Fact::SameGame(wanted)) => one.implies(wanted),
            _ => self == wanted,
        }
    }
}

impl Widths {
    fn contain(self, width: u64) -> bool {
        match self {
            Widths::One(one) => one == width,
            Widths::Residue(rest, modulus) => width > 0 && modulus > 0 && width % modulus == rest,
        }
    }
}

impl Period {
    /// A period holds from any later point on, and so do its multiples.
    pub(in crate::proof) fn implies(&self, wanted: &Period) -> bool {
        let covers = |(have, want): (&Vec<u64>, &Vec<u64>)| {
            have.len() == want.len() && have.iter().zip(want).all(|(have, want)| have <= want)
        };
        let times =
            self.step.iter().zip(&wanted.step).find(|(have, _)| **have > 0).map_or(0, |(have, want)| want / have);
        let multiple = self.step.iter().map(|have| have.checked_mul(times));
        (&self.game, self.play) == (&wanted.game, wanted.play)
            && times > 0
            && covers((&self.from, &wanted.from))
            && multiple.eq(wanted.step.iter().map(|&want| Some(want)))
    }
}

impl Renaming {
    /// The same map, with at most what it is shown to be.
    fn implies(&self, wanted: &Renaming) -> bool {
        let claims = |one: &Renaming| [one.one_to_one, one.onto, one.eden];
        let more = claims(self).into_iter().zip(claims(wanted)).all(|(have, want)| have || !want);
        let [one_to_one, onto, eden] = claims(self);
        more && *self == Renaming { one_to_one, onto, eden, ..wanted.clone() }
    }
}

/// Whether a game is at least as good for the player as another one that the player is known to win: a well as wide and at
/// least as deep, a rule that allows at least as much, at least as many pieces shown, and no other pieces sent.
///
/// In it he can do what he does in the other one: he looks at no more pieces than there, makes the same placements, which
/// the freer rule allows, and leaves no cell above the lesser depth; the machine can send nothing that he has no answer to.
/// So if the machine wins in it, by whatever it sends, the same pieces win the other one, and no later.
fn easier(won: &WellGame, wanted: &WellGame) -> bool {
    won.width == wanted.width
        && won.depth <= wanted.depth
        && won.rule <= wanted.rule
        && won.lookahead <= wanted.lookahead
        && subset(&wanted.pieces, &won.pieces)
}

/// The same where all pieces are known in advance. Fewer pieces in a bag are another game, which may be harder.
fn known(won: &InAdvance, wanted: &InAdvance) -> bool {
    let is_same_deal = won.deal == wanted.deal && (won.deal == Deal::Any || won.pieces == wanted.pieces);
    is_same_deal && easier(&won.well(), &wanted.well())
}

/// Whether the machine wins by an order of kinks, perhaps squares, and one other piece that it says in advance: so with any lookahead.
fn by_kinks(have: &KinkOrder, wanted: &WellGame) -> bool {
    let untold = WellGame { lookahead: 0, ..wanted.clone() };
    have.game().is_some_and(|game| easier(&untold, &game.of_depth(wanted.depth)))
}

/// The same for wells in lanes: every width that is wanted is one that is won.
fn lanes(won: &LaneGame, wanted: &LaneGame) -> bool {
    let Some(narrowest) = wanted.lane.checked_add(wanted.rest) else { return false };
    let beyond = narrowest.checked_sub(won.rest).is_some_and(|columns| columns > 0 && columns % won.lane == 0);
    let game = WellGame { width: narrowest, ..won.narrowest() };
    beyond && wanted.lane.is_multiple_of(won.lane) && easier(&game, &wanted.narrowest())
}

fn subset(some: &PieceSet, all: &PieceSet) -> bool {
    some.pieces().iter().all(|piece| all.pieces().contains(piece))
}
