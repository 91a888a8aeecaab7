//! The English of the facts.
mod kinks;

use super::{AnyDepth, Cycle, EenyMeeny, Fact, Law, MisereQuotient, MoveType, Period, Renaming, Validity, Widths};
use std::fmt::{Display, Formatter};

impl Display for Fact {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Fact::Value(value) => write!(f, "{}: {} has {} value {}", value.game, value.position, value.play.word(), value.value),
            Fact::Differ { game, play, positions: [x, y] } => {
                write!(f, "{game}: {x} and {y} have different {} values", play.word())
            }
            Fact::Stratified { game, play } => write!(
                f,
                "{game}: every play ends, and the positions fall into finitely many pieces with one {} value each",
                play.word()
            ),
            Fact::Weight { game, units, states, least } => write!(
                f,
                "{game}: every move lowers the weight {units:?} for a unit of each coordinate, {states:?} for the states, by \
                 at least {least}, and some move by no more"
            ),
            Fact::Period(Period { game, play, step, from }) => {
                let word = play.word();
                write!(f, "{game}: {word} value(x + {step:?}) = {word} value(x) for all x >= {from:?}, in every state")
            }
            Fact::Law(law) => law.fmt(f),
            Fact::MisereQuotient(quotient) => quotient.fmt(f),
            Fact::Winner { blocks, levels, first } => {
                write!(f, "Jenga with {blocks} blocks a level from {levels} full levels: the {} player wins", player(*first))
            }
            Fact::Winners { blocks, before, first } => winners(f, *blocks, *before, first),
            Fact::Survives(game) => write!(f, "wells, {}: the player wins", game.title()),
            Fact::Defeated { game, within } => {
                write!(f, "wells, {}: the machine wins, after at most {within} pieces", game.title())
            }
            Fact::Lost(game) => write!(f, "wells, {}: the machine wins", game.title()),
            Fact::LostHoweverDeep(AnyDepth { width, pieces, rule, lookahead }) => write!(
                f,
                "wells, width {width}, every depth, pieces {pieces}, rule {}, lookahead {lookahead}: the machine wins",
                rule.word()
            ),
            Fact::LostToCycle(Cycle { width, pieces, rule, first, cycle }) => {
                let rule = rule.word();
                write!(f, "wells, width {width}, every depth, pieces {pieces}, rule {rule}, all pieces known in advance: ")?;
                let before = if first.is_empty() { String::new() } else { format!("{first}, and then ") };
                write!(f, "the machine wins by the order {before}{cycle} again and again")
            }
            Fact::LostToKinks(order) => order.fmt(f),
            Fact::SurvivesBag(game) => write!(f, "wells, {}: the player wins", game.title()),
            Fact::SurvivesInAdvance(game) => write!(f, "wells, {}: the player wins", game.title()),
            Fact::LostToOrder { game, order } => {
                write!(f, "wells, {}: the machine wins by the order {order}", game.title())
            }
            Fact::LostInAdvance(game) => write!(f, "wells, {}: the machine wins", game.title()),
            Fact::SurvivesInLanes(game) => write!(f, "wells, {game}: the player wins by every rule"),
            Fact::BumpyLanes { game, lanes, height } => write!(
                f,
                "wells, {game}: the player wins by every rule, so that in every state at most {lanes} lanes have a row that is \
                 not full in them, none of these higher than {height}"
            ),
            Fact::KeptWeights { piece, widths, weights } => write!(
                f,
                "wells, {widths}: the columns under every placement of {piece} weigh 0 in all, those of a full row do not, with \
                 the weights {weights:?} again and again"
            ),
            Fact::LostAtEveryDepth { piece, widths } => {
                write!(f, "wells, {widths}, piece {piece} alone: the machine wins at every depth")
            }
            Fact::FillsNoRow { piece, widths } => {
                write!(f, "wells, {widths}, piece {piece} alone: from the empty well no row is ever filled")
            }
            Fact::CyclePlacements { lane, pieces, placements } => write!(
                f,
                "wells, lanes of {lane} columns, every number of lanes, every depth: the placements that occur in cycles of \
                 the pieces {pieces} are among these, columns counted in their lane: {}",
                list(placements)
            ),
            Fact::StableIfValid(validity) => {
                write!(f, "every height: a tower is stable if and only if {validity}")
            }
            Fact::SemiStable { validity, chains, height_three } => semi_stable(f, validity, chains, height_three),
            Fact::MiddleNinth { validity, from, exceptions } => write!(
                f,
                "from height {from} on the centre of mass of every tower is strictly inside the middle ninth if {validity}; of \
                 the lower towers of height at least 3, those where it is not are: {}",
                list(exceptions)
            ),
            Fact::ContactHolds { excluded } => {
                write!(f, "the hull of the contact of two levels, neither of {}, contains the middle ninth", list(excluded))
            }
            Fact::PlayIsStable => f.write_str(
                "every tower that arises from n full levels, for every n, has its top or second level full, is stable, and \
                 is not semi-stable",
            ),
            Fact::MoveTypes(types) => write!(
                f,
                "in every tower that arises from n full levels every legal move, from whatever level and to whatever free \
                 slot on top, changes (x, y, z) as one of {}; (x, y, 3) is (x + 1, y, 0)",
                types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            ),
            Fact::StarLemma => f.write_str(
                "pile: G() = 0, and for all k >= 1 and all sections n1..nk >= 1, G(n1..nk) = nk - 1 if nk <= G(n1..n(k-1)), \
                 else nk",
            ),
            Fact::EenyMeenyRule(rule) => rule.fmt(f),
            Fact::SameGame(renaming) => renaming.fmt(f),
            Fact::ClockNimEnds => {
                f.write_str("clock-nim: every play of (a1,...,ak|s)_{p,n} ends, for every k and every p > n > 0")
            }
        }
    }
}

fn player(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

fn list(words: &[String]) -> String {
    if words.is_empty() { "none".to_string() } else { words.join(", ") }
}

fn numbers(numbers: impl IntoIterator<Item = u64>, none: &str) -> String {
    let words: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    match words.split_last() {
        None => none.to_string(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// A list whose entries after the first `before` repeat, with the least preperiod and the least period.
fn least(list: &[bool], before: u64) -> (Vec<bool>, usize) {
    let mut before = before as usize;
    let whole = list.len() - before;
    let at = |i: usize| if i < list.len() { list[i] } else { list[before + (i - before) % whole] };
    let repeats = |p: &usize| (before..before + whole).all(|i| at(i) == at(i + p));
    let period = (1..whole).find(repeats).unwrap_or(whole);
    let list: Vec<bool> = (0..before + period).map(at).collect();
    while before > 0 && list[before - 1] == list[before - 1 + period] {
        before -= 1;
    }
    (list[..before + period].to_vec(), before)
}

/// For which numbers a list is true whose entries after the first so many repeat; entry 0 stands for `start`.
fn exactly(list: &[bool], before: u64, start: u64, name: char) -> String {
    let (list, before) = least(list, before);
    let modulus = list.len() - before;
    let mut residues: Vec<u64> =
        (before..list.len()).filter(|&i| list[i]).map(|i| (i as u64 + start) % modulus as u64).collect();
    residues.sort_unstable();
    let rest = match (residues.len(), modulus) {
        (0, _) => format!("for no {name}"),
        (n, modulus) if n == modulus => format!("for every {name}"),
        _ => format!("if and only if {name} is {} modulo {modulus}", numbers(residues, "")),
    };
    if before == 0 {
        return rest;
    }
    let early = (0..before).filter(|&i| list[i]).map(|i| i as u64 + start);
    let early = numbers(early, "none");
    format!("{rest}, from {name} = {} on; of the smaller {name} for {early}", before as u64 + start)
}

fn winners(f: &mut Formatter<'_>, blocks: u32, before: u64, first: &[bool]) -> std::fmt::Result {
    let exactly = exactly(first, before, 1, 'n');
    write!(
        f,
        "Jenga with {blocks} blocks a level from n full levels, for every n >= 1: the first player wins {exactly}"
    )
}

fn semi_stable(
    f: &mut Formatter<'_>,
    validity: &Validity,
    chains: &[[String; 2]],
    height_three: &[String],
) -> std::fmt::Result {
    let chains: Vec<String> = chains.iter().map(|[end, between]| format!("{end}/{between}/{end} ... {end}")).collect();
    write!(
        f,
        "every height: a tower is semi-stable if and only if it ends in one of {} or in a chain {} of odd length at least 3, \
         and no level below these is one of {}; those of height 3 are {}",
        list(&validity.triples),
        chains.join(" or "),
        list(&validity.excluded),
        list(height_three)
    )
}

impl Display for Law {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let lost: Vec<String> = (0..)
            .zip(&self.lost)
            .map(|(state, lost): (usize, _)| format!("in state {state} {}", numbers(lost.iter().copied(), "nothing")))
            .collect();
        let exceptions = match self.exceptions {
            0 => "no exception".to_string(),
            1 => "1 exception".to_string(),
            count => format!("{count} exceptions"),
        };
        write!(
            f,
            "{}: the player to move loses exactly where the sum with the weights ({}) is, modulo {}, {}; with {exceptions}. At \
             (x,0,...,0) in state 0 the player to move loses {}",
            self.game,
            self.form.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
            self.modulus,
            lost.join("; "),
            exactly(&self.line.1, self.line.0, 0, 'x'),
        )
    }
}

impl Display for MisereQuotient {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let of = match self.positions.as_deref() {
            None => "positions".to_string(),
            Some([one]) => format!("the position {one}"),
            Some(all) if all.len() <= 8 => format!("the positions {}", all.join(" ")),
            Some(all) => format!("{} positions, {} ... {}", all.len(), all[0], all[all.len() - 1]),
        };
        let elements = if self.order == 1 { "1 element".to_string() } else { format!("{} elements", self.order) };
        write!(f, "{}: the misere quotient of all sums of {of} has {elements}; the player to move ", self.game)?;
        let exactly = "loses, if the last move loses, exactly where the product of the elements of the positions is";
        match self.lost {
            0 => write!(f, "wins every sum, if the last move loses")?,
            1 => write!(f, "{exactly} a certain one of them")?,
            lost => write!(f, "{exactly} one of {lost} of them")?,
        }
        let heaps = |nim: u32| 1_u64 << nim;
        self.nim.map_or(Ok(()), |nim| write!(f, "; it is the quotient of Nim with heaps below {}", heaps(nim)))
    }
}

impl Display for Widths {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Widths::One(width) => write!(f, "width {width}"),
            Widths::Residue(rest, modulus) => write!(f, "every width that is {rest} modulo {modulus}"),
        }
    }
}

impl Display for Validity {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (excluded, triples) = (list(&self.excluded), list(&self.triples));
        write!(f, "no level below the top is one of {excluded} and the three top levels are none of {triples}")
    }
}

impl Display for MoveType {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let (x, y) = self.change();
        let needed = if self.from == 2 { 'x' } else { 'y' };
        write!(f, "{} (x {x:+}, y {y:+}, z + 1; available if and only if {needed} > 0)", self.name)
    }
}

impl Display for EenyMeeny {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let ([eeny, meeny], [even, odd]) = (&self.say, &self.last);
        write!(
            f,
            "pile: for all k >= 2 and all sections n1..nk >= 1, G(n1..nk) = nk - 1 if the first unequal comparison from the \
             top down is '{eeny}' said eeny or '{meeny}' said meeny, where the last comparison, n2 with n1, is '{even}' if \
             said eeny (an even number of sections) and '{odd}' if said meeny (an odd number); else G = nk. G(n1) = n1"
        )
    }
}

impl Display for Renaming {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let states: Vec<String> = (0..)
            .zip(&self.states)
            .map(|(state, (image, low, offset)): (usize, _)| {
                format!("state {state}, x >= {low:?}, to state {image} with offset {offset:?}")
            })
            .collect();
        let (from, to) = (&self.from, &self.to);
        write!(
            f,
            "{from} on its domain is {to}, renamed by the matrix {:?} ({}): options go to options, values are equal",
            self.matrix,
            states.join("; ")
        )?;
        let extra = [
            (self.one_to_one, "no two positions have the same image"),
            (self.onto, "every position is an image"),
            (self.eden, "the domain is exactly the positions with a predecessor"),
        ];
        extra.iter().filter(|(claimed, _)| *claimed).try_for_each(|(_, words)| write!(f, "; {words}"))
    }
}

#[cfg(test)]
mod tests {
    use super::{MisereQuotient, exactly};

    #[test]
    fn one_element_is_told_as_one() {
        let told = |order, lost| {
            let game = "pile".to_string();
            MisereQuotient { game, order, lost, nim: None, positions: None }.to_string()
        };
        assert_eq!(
            told(1, 0),
            "pile: the misere quotient of all sums of positions has 1 element; the player to move wins every sum, if the \
             last move loses"
        );
        assert!(told(2, 1).ends_with("has 2 elements; the player to move loses, if the last move loses, exactly where the product of the elements of the positions is a certain one of them"));
        assert!(told(6, 2).ends_with("is one of 2 of them"));
    }

    /// The entries of a list, by walking along it.
    fn truths(list: &[bool], before: usize) -> Vec<bool> {
        let period = list.len() - before;
        (0..40).map(|i| if i < before { list[i] } else { list[before + (i - before) % period] }).collect()
    }

    #[test]
    fn remainders_are_told_with_the_least_modulus() {
        let (no, yes) = (false, true);
        let repeated = [no, yes, yes, no, no, yes, yes, no, no, yes, yes, no];
        assert_eq!(exactly(&repeated, 4, 1, 'n'), "if and only if n is 2 or 3 modulo 4");
        assert_eq!(exactly(&[yes, yes], 1, 1, 'n'), "for every n");
        assert_eq!(exactly(&[yes, no], 1, 0, 'x'), "for no x, from x = 1 on; of the smaller x for 0");
        let zwick = [no, yes, no, yes, yes, no];
        assert_eq!(
            exactly(&zwick, 3, 1, 'n'),
            "if and only if n is 1 or 2 modulo 3, from n = 2 on; of the smaller n for none"
        );
    }

    #[test]
    fn the_least_list_says_the_same() {
        for bits in 0..1u32 << 8 {
            let list: Vec<bool> = (0..8).map(|i| bits >> i & 1 == 1).collect();
            for before in 0..8 {
                let (short, least) = super::least(&list, before as u64);
                assert_eq!(truths(&short, least), truths(&list, before), "{bits:b} {before}");
            }
        }
    }
}
