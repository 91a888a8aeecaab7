//! The check of a vector certificate, in the steps that the head of the module lists.
use super::format::{MOST_BACK, MOST_SPLIT};
use super::index::{Index, Part};
use super::{Period, Piece, VectorCertificate};
use crate::game::Game;
use crate::game::named;
use crate::game::vector::{Rule, VectorGame, VectorPosition};
use crate::proof::{Fact, Facts, Reject, fact};

/// Checks everything that a certificate claims.
///
/// # Errors
/// A [`Reject`] that names the rule, piece, period or pair at fault.
pub fn check(certificate: &VectorCertificate) -> Result<Facts, Reject> {
    if certificate.split > MOST_SPLIT || certificate.back > MOST_BACK {
        return Err(Reject::at("split and back", format!("larger than {MOST_SPLIT} and {MOST_BACK}")));
    }
    let game = same_rules(certificate)?;
    for (index, rule) in certificate.rules.iter().enumerate() {
        if !certificate.weight.falls(rule) {
            return Err(Reject::at(format!("rule {}", index + 1), "the weight does not fall"));
        }
    }
    let index = Index::new(certificate)?;
    for state in 0..certificate.states {
        if index.piece_around(state, &vec![0; certificate.dimension], &index.cones_around(&[])).is_none() {
            return Err(Reject::at(format!("state {state}"), "the zero vector lies in no piece"));
        }
    }
    for (number, piece) in certificate.pieces.iter().enumerate() {
        check_piece(certificate, &index, piece).map_err(|why| Reject::at(format!("piece {}", number + 1), why))?;
    }
    for (number, period) in certificate.periods.iter().enumerate() {
        check_period(certificate, &index, period).map_err(|why| Reject::at(format!("period {}", number + 1), why))?;
    }
    for (number, pair) in certificate.differing.iter().enumerate() {
        check_differ(certificate, pair).map_err(|why| Reject::at(format!("differ {}", number + 1), why))?;
    }
    facts(certificate, game.as_ref())
}

/// A named game must have exactly the rules of the certificate, and no other name.
fn same_rules(certificate: &VectorCertificate) -> Result<Option<VectorGame>, Reject> {
    let Some(name) = &certificate.game else { return Ok(None) };
    let game = named::vector_game(name).map_err(|error| Reject::at("game", error.to_string()))?;
    if *name != game.name {
        return Err(Reject::at("game", format!("the game is called '{}'", game.name)));
    }
    let plain = |rules: &[Rule]| {
        let mut plain: Vec<_> = rules.iter().map(|r| (r.from, r.take.clone(), r.put.clone(), r.to)).collect();
        plain.sort();
        plain
    };
    let same = game.dimension == certificate.dimension
        && game.states == certificate.states
        && plain(&game.rules) == plain(&certificate.rules);
    if same { Ok(Some(game)) } else { Err(Reject::at("rule", format!("these are not the rules of {name}"))) }
}

/// Covering and values for the parts of one piece (steps 2 to 4).
fn check_piece(certificate: &VectorCertificate, index: &Index, piece: &Piece) -> Result<(), String> {
    let mut options = Vec::new();
    let mut target = vec![0; certificate.dimension];
    for part in index.parts(piece.cone) {
        let base = part.placed(&piece.base);
        target.copy_from_slice(&base);
        for coordinate in 0..certificate.dimension {
            target[coordinate] += 1;
            if index.piece_around(piece.state, &target, &part.around).is_none() {
                return Err(format!(
                    "the part at {base:?} moved by one along coordinate {coordinate} lies in no piece"
                ));
            }
            target[coordinate] -= 1;
        }
        options.clear();
        for rule in index.rules_of(piece.state) {
            if rule.fits(&base) {
                target.iter_mut().enumerate().for_each(|(i, x)| *x = base[i] - rule.take[i] + rule.put[i]);
                let found = index.piece_around(rule.to, &target, &part.around);
                let outside = || format!("the option {target:?} of the part at {base:?} lies in no piece");
                options.push(found.ok_or_else(outside)?.value);
            } else if !never_fits(rule, &base, part, index) {
                return Err(format!("a rule can be used on some of the part at {base:?} only"));
            }
        }
        let value = certificate.play.value(options.iter().copied());
        if value != piece.value {
            return Err(format!("the options of the part at {base:?} give {value}, not {}", piece.value));
        }
    }
    Ok(())
}

/// Some coordinate is too small, and no generator raises it.
fn never_fits(rule: &Rule, base: &[u64], part: &Part, index: &Index) -> bool {
    (0..base.len()).any(|i| base[i] < rule.take[i] && part.free.iter().all(|&free| index.generator(free)[i] == 0))
}

/// The value of x + step is that of x, for all x >= from in every piece.
///
/// A part is inside the region if its base is; it is outside if a coordinate is too small and cannot grow. Otherwise it
/// is cut further: the next multiple along a generator that raises the coordinate is a part of its own.
fn check_period(certificate: &VectorCertificate, index: &Index, period: &Period) -> Result<(), String> {
    for piece in &certificate.pieces {
        let parts = index.parts(piece.cone).iter();
        let mut work: Vec<(Vec<u64>, Vec<usize>)> =
            parts.map(|part| (part.placed(&piece.base), part.free.clone())).collect();
        let mut allowed = 1_000_000u64;
        while let Some((base, free)) = work.pop() {
            allowed = allowed.checked_sub(1).ok_or("its bound cuts a piece into too many parts")?;
            let Some(low) = (0..certificate.dimension).find(|&i| base[i] < period.from[i]) else {
                let moved: Vec<u64> = base.iter().zip(&period.step).map(|(b, s)| b + s).collect();
                match index.piece_around(piece.state, &moved, &index.cones_around(&free)) {
                    Some(target) if target.value == piece.value => continue,
                    Some(target) => {
                        return Err(format!("{base:?} has {}, {moved:?} has {}", piece.value, target.value));
                    }
                    None => return Err(format!("{moved:?} lies in no piece")),
                }
            };
            if let Some(raising) = free.iter().position(|&generator| index.generator(generator)[low] > 0) {
                let generator = index.generator(free[raising]);
                let further = base.iter().zip(generator).map(|(b, g)| b + g).collect();
                let mut fixed = free.clone();
                fixed.remove(raising);
                work.push((further, free));
                work.push((base, fixed));
            }
        }
    }
    Ok(())
}

fn check_differ(certificate: &VectorCertificate, (x, y): &(VectorPosition, VectorPosition)) -> Result<(), String> {
    let value = |position| certificate.value(position).ok_or("a position lies in no piece");
    let (first, second) = (value(x)?, value(y)?);
    if first == second { Err(format!("both positions have the value {first}")) } else { Ok(()) }
}

fn facts(certificate: &VectorCertificate, named: Option<&VectorGame>) -> Result<Facts, Reject> {
    let (game, play) = (certificate.game.clone().unwrap_or_else(|| rules_of(certificate)), certificate.play);
    let weight = &certificate.weight;
    let mut facts = vec![Fact::Stratified { game: game.clone(), play }];
    let loss = |rule: &Rule| weight.of(rule.from, &rule.take) - weight.of(rule.to, &rule.put);
    // Of a game without rules there is no move to speak of.
    if let Some(least) = certificate.rules.iter().map(loss).min() {
        let least = u64::try_from(least).map_err(|_| Reject::at("weight", "it falls by 2^64 or more"))?;
        let (units, states) = (weight.per_unit.clone(), weight.per_state.clone());
        facts.push(Fact::Weight { game: game.clone(), units, states, least });
    }
    // A period that adds nothing says nothing.
    for Period { step, from } in certificate.periods.iter().filter(|period| period.step.iter().any(|&step| step > 0)) {
        let (game, step, from) = (game.clone(), step.clone(), from.clone());
        facts.push(Fact::Period(fact::Period { game, play, step, from }));
    }
    for (x, y) in &certificate.differing {
        let plain = |position: &VectorPosition| format!("{}:{:?}", position.state, position.at);
        let positions = [x, y].map(|position| named.map_or_else(|| plain(position), |game| game.show(position)));
        facts.push(Fact::Differ { game: game.clone(), play, positions });
    }
    Ok(facts)
}

/// The name of a game that its rules alone define.
fn rules_of(certificate: &VectorCertificate) -> String {
    let rule = |rule: &Rule| format!("{}:{:?} to {}:{:?}", rule.from, rule.take, rule.to, rule.put);
    format!("the game of the rules {}", certificate.rules.iter().map(rule).collect::<Vec<_>>().join("; "))
}
