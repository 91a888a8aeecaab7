use super::plain::{LEVELS, Level, Verdict, towers, verdict};
use super::*;
use crate::proof::{check, lines, mutants::Mutants};

const TEXT: &str = include_str!("../../../../tests/certificates/stability.txt");

/// Whether facts about all towers are true of those of a height up to 5, word for word.
fn true_of_low_towers(facts: &Facts) -> bool {
    (1..=5).flat_map(towers).all(|tower| {
        let listed = |levels: &[String], level: &Level| levels.contains(&show(&[*level]));
        let none = |excluded: &[String], levels: &[Level]| !levels.iter().any(|level| listed(excluded, level));
        let ends = |triples: &[String]| triples.iter().any(|triple| show(&tower).ends_with(triple));
        let below = |count: usize| &tower[..tower.len().saturating_sub(count)];
        let valid = |v: &Validity| none(&v.excluded, below(1)) && !ends(&v.triples);
        facts.iter().all(|fact| match fact {
            Fact::StableIfValid(validity) => valid(validity) == (verdict(&tower) == Verdict::Stable),
            Fact::SemiStable { validity, chains, .. } => {
                let in_chain = |[end, between]: &[String; 2], length: usize| {
                    let says =
                        |(at, level): (usize, &Level)| show(&[*level]) == *if at % 2 == 0 { end } else { between };
                    tower.len() >= length && tower.iter().rev().take(length).enumerate().all(says)
                };
                let chain = |length: usize| {
                    none(&validity.excluded, below(length)) && chains.iter().any(|chain| in_chain(chain, length))
                };
                let triple = ends(&validity.triples) && none(&validity.excluded, below(3));
                (triple || chain(3) || chain(5)) == (verdict(&tower) == Verdict::Semi)
            }
            Fact::MiddleNinth { validity, from, exceptions } => {
                let strict = plain::inside(&tower) || exceptions.contains(&show(&tower));
                tower.len() < 3
                    || !valid(validity)
                    || (strict && (tower.len() < *from as usize || plain::inside(&tower)))
            }
            _ => true,
        })
    })
}

/// How many mutants of a certificate are refused, and how many are accepted and say what is true.
pub(crate) fn judge(text: &str, most: usize) -> (usize, usize) {
    let levels: Vec<String> = LEVELS.iter().map(|&level| show(&[level])).collect();
    let more = ["stable", "semi", "falls", "*", "x", "0", "1", "I-I", "II-", "-I-", "triple", "edge", "000", "0110"];
    let words: Vec<&str> = levels.iter().map(String::as_str).chain(more).collect();
    let added = [
        "triple 100 100 100",
        "triple 101 010 111",
        "chain 010 100",
        "chain 100 100",
        "chain 111 010",
        "excluded 010",
        "excluded 101",
        "semi 100 100 100",
        "edge 111 111 111",
        "base 3",
        "step 0 100 1",
        "state 99 falls * * * * * * * *",
        "counts 101 1",
        "type I-I 2 1",
        "type x 2 0",
        "take 111 2 II-",
        "take 101 1 -I-",
    ];
    let proved = check(text).unwrap();
    let again = |facts: &Facts| true_of_low_towers(facts) && facts[4..] == proved[4..];
    Mutants::of(text, &words, &added).at_most(most).judge(|_, facts| *facts == proved || again(facts))
}

#[test]
fn the_certificate_is_accepted() {
    let proved = check(TEXT).unwrap();
    assert_eq!(proved.len(), 4);
}

#[test]
fn every_mutant_is_refused_or_says_what_is_true() {
    assert!(true_of_low_towers(&check(TEXT).unwrap()));
    let (refused, accepted) = judge(TEXT, 5000);
    assert!(refused > 3000 && accepted < refused / 5, "{refused} refused, {accepted} accepted");
}

#[test]
#[ignore = "takes a minute"]
fn all_mutants_are_refused_or_say_what_is_true() {
    judge(TEXT, usize::MAX);
}

/// 100/100/100 falls, though no excluded level is below it: a triple says nothing of its own levels.
#[test]
fn a_triple_that_falls_is_refused() {
    for more in ["triple 100 100 100", "triple 010 100 010", "chain 100 100"] {
        assert!(check(&TEXT.replace("chain 100 010", &format!("{more}\nchain 100 010"))).is_err(), "{more}");
    }
}

#[test]
fn the_states_give_the_verdict_of_the_definition() {
    let (_, lines) = lines::read(TEXT).unwrap();
    let (automaton, _) = Automaton::read(lines.iter().collect()).unwrap();
    for height in 1..=5 {
        for tower in towers(height) {
            let end = tower.iter().rev().fold(0, |state, &level| automaton.next(state, level).unwrap());
            assert_eq!(automaton.verdict(end), verdict(&tower), "{}", show(&tower));
            assert!(!automaton.inside(end) || plain::inside(&tower), "{}", show(&tower));
        }
    }
}

#[test]
fn what_is_read_level_by_level_is_the_definition() {
    let (_, lines) = lines::read(TEXT).unwrap();
    let (data, _) = Data::read(&lines).unwrap();
    for height in 1..=5 {
        for tower in towers(height) {
            let memory = tower.iter().rev().fold(reader::Memory::empty(), |memory, &level| memory.under(level, &data));
            assert_eq!(memory.valid(&data), data.valid(&tower), "{}", show(&tower));
            assert_eq!(memory.described(), verdict(&tower) == Verdict::Semi, "{}", show(&tower));
        }
    }
}
