//! Cycles of a player under a sequence of pieces, and their cycle-bands (brzustowski, section 4.5).
use super::duel::Terms;
use super::flats::{Events, Population};
use super::machines::{Machine, Periodic};
use super::players::{Player, Situation, choices};
use crate::error::Result;
use crate::game::wells::{Piece, Placement, Shape, Well};
use crate::solve::wells::plays::Hand;
use std::collections::{BTreeSet, HashMap};

/// A sequence of plays that starts and ends in the same situation.
#[derive(Debug, Clone)]
pub struct Cycle {
    /// The well at both ends.
    pub start: Well,
    /// The plays: the shape as it was turned, and where it came to rest.
    pub plays: Vec<(Shape, Placement)>,
    /// How many plays came before.
    pub entry: usize,
}

/// The cycle in which a player ends up when the sequence is repeated, or none if the player loses or `terms.most`
/// pieces are too few.
///
/// # Errors
/// None, unless a place is wrong that a rule gave.
pub fn find(player: &dyn Player, machine: &Periodic, terms: &Terms) -> Result<Option<Cycle>> {
    let (pieces, sequence, lookahead) = (machine.pieces(), machine.sequence(), machine.opening().len());
    let hands: Vec<Hand> = pieces.iter().map(|piece: &Piece| terms.freedom.hand(piece)).collect();
    let (mut well, mut plays) = (terms.start.clone(), Vec::new());
    let mut seen: HashMap<(Well, usize), usize> = HashMap::new();
    for played in 0..terms.most as usize {
        let phase = played % sequence.len();
        if let Some(entry) = seen.insert((well.clone(), phase), played) {
            return Ok(Some(Cycle { start: well, plays: plays.split_off(entry), entry }));
        }
        let current = sequence[phase];
        let shown: Vec<usize> = (1..=lookahead).map(|on| sequence[(played + on) % sequence.len()]).collect();
        let choices = choices(&hands[current], &well, terms.depth);
        if choices.is_empty() {
            return Ok(None);
        }
        let situation = Situation { well: &well, depth: terms.depth, hands: &hands, current, shown: &shown };
        let choice = &choices[player.choose(&situation, &choices)];
        plays.push((pieces[current].turns()[usize::from(choice.at.turn)].clone(), choice.at));
        well = choice.after.clone();
    }
    Ok(None)
}

/// What the propositions of section 4.5 say, each with the first flat that breaks it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// The flats of the cycle-band.
    pub band: BTreeSet<u64>,
    /// Proposition 1 as printed: a flat of the band that does not sink in the cycle dies in it.
    pub first_as_printed: Option<u64>,
    /// The same for the flats that are there when the cycle starts.
    pub first_of_old: Option<u64>,
    /// The oldest flat of the band dies in the cycle.
    pub oldest: Option<u64>,
    /// Proposition 2: every flat of the infinite cycle-band dies. Tried on those of one pass: each further pass does the
    /// same to flats with other tags.
    pub second: Option<u64>,
    /// Proposition 3: a flat in a state of the cycle that is younger than the oldest one of the band is in the band.
    pub third: Option<u64>,
    /// Proposition 4: in every state of the cycle the flats of the band are the top rows.
    pub fourth: Option<u64>,
    /// In how many passes the last flat of the band is dead.
    pub passes: usize,
}

impl Cycle {
    /// Plays the cycle once with the flats that are there.
    ///
    /// # Errors
    /// A play that does not fit.
    pub fn pass(&self, flats: &mut Population) -> Result<Vec<(Events, Population)>> {
        let play = |(shape, at): &(Shape, Placement)| {
            let events = flats.play(shape, *at)?;
            Ok((events, flats.clone()))
        };
        self.plays.iter().map(play).collect()
    }

    /// Plays the cycle until its flats are dead, and tries the four propositions.
    ///
    /// # Errors
    /// A play that does not fit.
    pub fn check(&self) -> Result<Checked> {
        let first = Population::new(self.start.clone());
        let mut flats = first.clone();
        let pass = self.pass(&mut flats)?;
        let gather =
            |list: fn(&Events) -> Vec<u64>| pass.iter().flat_map(|(events, _)| list(events)).collect::<BTreeSet<u64>>();
        let band = gather(|events| events.touched().collect());
        let dead = gather(|events| events.died.clone());
        let sunk = gather(|events| [events.sunk.clone(), events.settled.clone()].concat());
        let mut checked = Checked { passes: 1, ..Checked::default() };
        let stays = |tag: &u64| !sunk.contains(tag) && !dead.contains(tag);
        checked.first_as_printed = band.iter().copied().find(stays);
        checked.first_of_old = band.iter().copied().find(|tag| stays(tag) && first.row(*tag).is_some());
        let oldest = band.first().copied();
        checked.oldest = oldest.filter(|tag| !dead.contains(tag));
        for state in std::iter::once(&first).chain(pass.iter().map(|(_, state)| state)) {
            let outside = |tag: &u64| !band.contains(tag);
            let young = state.tags().iter().copied().find(|tag| outside(tag) && oldest.is_some_and(|old| *tag > old));
            checked.third = checked.third.or(young);
            let above = state.tags().iter().skip_while(|tag| outside(tag)).copied().find(|tag| outside(tag));
            checked.fourth = checked.fourth.or(above);
        }
        let mut living: BTreeSet<u64> = band.difference(&dead).copied().collect();
        // A flat that lives on sinks in every pass, or dies in the next one.
        let highest = pass.iter().map(|(_, state)| state.well().height()).max().unwrap_or(0);
        while !living.is_empty() && checked.passes <= highest + 2 {
            for (events, _) in self.pass(&mut flats)? {
                events.died.iter().for_each(|tag| {
                    living.remove(tag);
                });
            }
            checked.passes += 1;
        }
        checked.second = living.first().copied();
        checked.band = band;
        Ok(checked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::wells::Movement;
    use crate::solve::wells::play::players::gallery;
    use crate::solve::wells::plays::Freedom;

    #[test]
    fn squares_in_width_four_break_proposition_1_as_printed() {
        let terms =
            Terms { start: Well::empty(4).unwrap(), depth: 4, freedom: Freedom::Under(Movement::Drop), most: 1000 };
        let player = &gallery()[0];
        let cycle = find(&**player, &Periodic::new("O", 1).unwrap(), &terms).unwrap().unwrap();
        assert_eq!((cycle.start.height(), cycle.plays.len(), cycle.entry), (0, 2, 0));
        let whole = cycle.check().unwrap();
        assert_eq!(whole, Checked { band: [1, 2].into(), passes: 1, ..Checked::default() });
        let half = Cycle {
            start: Well::parse(4, "1100/1100").unwrap(),
            plays: cycle.plays.iter().rev().cloned().collect(),
            entry: 0,
        };
        let half = half.check().unwrap();
        assert_eq!(half.first_as_printed, Some(3), "born in the cycle, it neither sinks nor dies in it");
        assert_eq!(
            half,
            Checked { band: [1, 2, 3, 4].into(), first_as_printed: Some(3), passes: 2, ..Checked::default() }
        );
    }
}
