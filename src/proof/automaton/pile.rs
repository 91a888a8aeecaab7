//! Certificate kind `pile`: the star lemma and the eeny-meeny rule for every pile of colourful Nim.
//!
//! The claims are those of "Winning colourful Nim with the eeny-meeny rule". `G(n1..nk)` is the Grundy value of a pile
//! with sections n1 (bottom) to nk (top), each at least 1; its options are `(n1..n(k-1))` and the piles with a smaller
//! top section. So `G()` = 0, which is what the rule says of the empty pile.
//!
//! **Star lemma.** Let g = G(n1..n(k-1)) be any natural number, and let the top section n grow from 1. The set of option
//! values is always `{0, 1, .., n+a-1}` and g, for one number `a` in each of two phases:
//! - while n <= g: `a` must make the set `{g}` at n = 1 (no interval yet: 1 + a = 0). As g >= n > n + a, the point g
//!   lies above, and the mex is n + a. So the value is n + v with v = a; adding it to the set gives the interval for
//!   n + 1.
//! - while n > g: at n = g + 1 the interval must hold what the first phase left, `{0..g+a-1+1}` and g, which is
//!   `{0..g}` if a = -1; if g = 0 it must hold the one option value 0. Both say 1 + a = 1 for the second phase's `a`.
//!   The point g lies inside for all larger n, the mex is n + a, and adding it gives the interval for n + 1.
//!
//! So G = n + v with the v of the phase, for all g and all n. For k = 1 this is G(n1) = n1, as g = 0.
//!
//! **Rule.** Let `bit` be nk - G(n1..nk), which the lemma makes 0 or 1. The next section m, compared with n = nk, is at
//! most g = n - bit exactly if m < n, or m = n and bit = 0. So the next bit depends on the comparison and on `bit` alone.
//! The printed program walks down from the top and says two words in turn; each word has the comparisons at which it
//! meets the condition, with others for the last step onto the bottom section; equal sections let the walk go on, and
//! anything else ends it. Let `eeny` and `meeny` be what the walk from a section answers if it begins with that word.
//! Both depend on the comparison with the section below and on the two answers there. So (bit, eeny, meeny) is a finite
//! system with three comparisons as letters. The certificate lists its states above the bottom section. The checker
//! makes every step from the bottom section and from every listed state, and wants each result listed and bit = eeny in
//! each. By induction on k the walk that begins with eeny is right for every pile with two or more sections; the value
//! of a single section is printed apart. A pile of k sections has k - 1 steps, so the last one is said eeny if k is even
//! and meeny if k is odd: this turns the program into the two displayed formulas.
//!
//! ```text
//! topple-certificate 1 pile
//! phase <= interval -1 value -1
//! phase > interval 0 value 0
//! say eeny <
//! say meeny >
//! last eeny <=
//! last meeny >
//! state 0 0 1
//! state 1 1 0
//! end
//! ```
use crate::proof::fact::EenyMeeny;
use crate::proof::lines::{Line, number};
use crate::proof::{Fact, Facts, Reject};
use std::cmp::Ordering;

/// Where a phase of the star lemma stands: its interval of option values is `{0..n+interval-1}`, its value n + value.
struct Phase {
    interval: i64,
    value: i64,
}

/// A comparison sign as printed.
#[derive(Clone, Copy)]
struct Sign<'a>(&'a str);

impl Sign<'_> {
    /// Whether a section that compares so with the one below satisfies the sign.
    fn holds(self, comparison: Ordering) -> bool {
        match self.0 {
            "<" => comparison.is_lt(),
            "<=" => comparison.is_le(),
            "=" => comparison.is_eq(),
            ">=" => comparison.is_ge(),
            _ => comparison.is_gt(),
        }
    }
}

/// What the lemma and the walk say of the section at the top so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// The section less the Grundy value.
    bit: bool,
    /// The walk that begins here with eeny meets the condition.
    eeny: bool,
    /// The walk that begins here with meeny meets the condition.
    meeny: bool,
}

/// Checks the lines of a certificate of kind `pile`.
pub fn check(lines: &[Line]) -> Result<Facts, Reject> {
    let [low, high, eeny, meeny, last_eeny, last_meeny, states @ ..] = lines else {
        return Err(Reject::at("head", "expected two phases, two lines 'say' and two lines 'last', then the states"));
    };
    let (low, high) = (phase(low, "<=")?, phase(high, ">")?);
    let say = [sign(eeny, "say", "eeny")?, sign(meeny, "say", "meeny")?];
    let last = [sign(last_eeny, "last", "eeny")?, sign(last_meeny, "last", "meeny")?];
    star_lemma(&low, &high)?;
    rule(say, last, states)?;
    Ok(vec![
        Fact::StarLemma,
        Fact::EenyMeenyRule(EenyMeeny {
            say: say.map(|sign| sign.0.to_string()),
            last: last.map(|sign| sign.0.to_string()),
        }),
    ])
}

/// The star lemma by offset arithmetic, as the head of this file tells.
fn star_lemma(low: &Phase, high: &Phase) -> Result<(), Reject> {
    let refuse = |phase: &str, why: &str| Err(Reject::at(format!("phase {phase}"), why));
    if low.interval != -1 {
        return refuse("<=", "at n = 1 the interval is not empty, but the only option is the pile below");
    }
    if high.interval != 0 {
        return refuse(">", "at n = g + 1 the interval is not {0..g}, which the phase before leaves");
    }
    // The mex of {0..n+a-1} with g above n + a, or inside, is n + a; as the next option value it extends the interval.
    for (name, phase) in [("<=", low), (">", high)] {
        if phase.value != phase.interval {
            return refuse(name, "the value is not the mex of the interval and the point g");
        }
    }
    Ok(())
}

/// The rule by the finite system of (bit, eeny, meeny), as the head of this file tells.
fn rule(say: [Sign; 2], last: [Sign; 2], lines: &[Line]) -> Result<(), Reject> {
    let mut states = Vec::new();
    for line in lines {
        let state = state(line)?;
        if state.bit != state.eeny {
            return Err(line.reject("the bit and the walk that begins with eeny differ"));
        }
        if states.contains(&state) {
            return Err(line.reject("this state is listed twice"));
        }
        states.push(state);
    }
    for comparison in [Ordering::Less, Ordering::Equal, Ordering::Greater] {
        // A single section is its own value (phase n > g with g = 0), so its bit is 0.
        let second = State {
            bit: next_bit(comparison, false),
            eeny: last[0].holds(comparison),
            meeny: last[1].holds(comparison),
        };
        require(&states, second, "the bottom section", comparison)?;
        for &below in &states {
            let goes_on = comparison.is_eq();
            let next = State {
                bit: next_bit(comparison, below.bit),
                eeny: say[0].holds(comparison) || (goes_on && below.meeny),
                meeny: say[1].holds(comparison) || (goes_on && below.eeny),
            };
            require(&states, next, &format!("{below:?}"), comparison)?;
        }
    }
    Ok(())
}

/// The bit of a section that compares so with the one below, whose bit is given: whether m <= n - bit.
fn next_bit(comparison: Ordering, bit: bool) -> bool {
    comparison.is_lt() || (comparison.is_eq() && !bit)
}

fn require(states: &[State], next: State, from: &str, comparison: Ordering) -> Result<(), Reject> {
    if states.contains(&next) {
        return Ok(());
    }
    Err(Reject::at("states", format!("the step {comparison:?} from {from} leads to {next:?}, which is not listed")))
}

fn phase(line: &Line, relation: &str) -> Result<Phase, Reject> {
    let words: Vec<&str> = line.rest.split_whitespace().collect();
    let integer = |word: &str| number(word).ok_or_else(|| line.reject(format!("'{word}' is not a number")));
    match (line.key, words.as_slice()) {
        ("phase", [sign, "interval", interval, "value", value]) if *sign == relation => {
            Ok(Phase { interval: integer(interval)?, value: integer(value)? })
        }
        _ => Err(line.reject(format!("expected 'phase {relation} interval NUMBER value NUMBER'"))),
    }
}

fn sign<'a>(line: &Line<'a>, key: &str, word: &str) -> Result<Sign<'a>, Reject> {
    let expected = || line.reject(format!("expected '{key} {word} SIGN' with a sign < <= = >= >"));
    let (said, sign) = line.rest.split_once(' ').ok_or_else(expected)?;
    if line.key != key || said != word || !["<", "<=", "=", ">=", ">"].contains(&sign) {
        return Err(expected());
    }
    Ok(Sign(sign))
}

fn state(line: &Line) -> Result<State, Reject> {
    if line.key != "state" {
        return Err(line.reject("expected 'state BIT EENY MEENY'"));
    }
    match line.exactly::<3>()? {
        bits if bits.iter().any(|&bit| bit > 1) => Err(line.reject("a bit is 0 or 1")),
        [bit, eeny, meeny] => Ok(State { bit: bit == 1, eeny: eeny == 1, meeny: meeny == 1 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{self, mutants::Mutants};

    const GOOD: &str = "topple-certificate 1 pile\nphase <= interval -1 value -1\nphase > interval 0 value 0\n\
                        say eeny <\nsay meeny >\nlast eeny <=\nlast meeny >\nstate 0 0 1\nstate 1 1 0\nend\n";

    #[test]
    fn the_certificate_is_accepted() {
        let proved = proof::check(GOOD).unwrap();
        let words = |words: [&str; 2]| words.map(String::from);
        let rule = EenyMeeny { say: words(["<", ">"]), last: words(["<=", ">"]) };
        assert_eq!(proved, [Fact::StarLemma, Fact::EenyMeenyRule(rule)]);
    }

    #[test]
    fn every_mutant_is_refused_but_for_the_order_of_states() {
        let words = ["<", "<=", "=", ">=", ">", "-2", "2", "eeny", "meeny", "say", "last", "state", "x", ""];
        let states: Vec<String> =
            (0..8).map(|bits| format!("state {} {} {}", bits >> 2, bits >> 1 & 1, bits & 1)).collect();
        let more = ["phase > interval 0 value 0", "say eeny <", "last meeny >", "x 1"];
        let added: Vec<&str> = states.iter().map(String::as_str).chain(more).collect();
        let proved = proof::check(GOOD).unwrap();
        let (refused, accepted) = Mutants::of(GOOD, &words, &added).judge(|_, facts| *facts == proved);
        assert!(refused > 1000 && accepted == 1, "{refused} refused, {accepted} accepted");
    }

    #[test]
    fn every_other_set_of_states_is_refused() {
        let states: Vec<String> =
            (0..8).map(|bits| format!("state {} {} {}", bits >> 2, bits >> 1 & 1, bits & 1)).collect();
        for set in 0..1_u32 << 8 {
            let chosen: Vec<&str> = (0..8).filter(|i| set >> i & 1 == 1).map(|i| states[i].as_str()).collect();
            let head: Vec<&str> = GOOD.lines().take(7).collect();
            let text = [head, chosen, vec!["end"]].concat().join("\n");
            assert_eq!(proof::check(&text).is_ok(), set == 1 << 1 | 1 << 6, "{text}");
        }
    }
}
