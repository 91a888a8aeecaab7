use super::plain::{LEVELS, Verdict, towers, verdict};
use super::*;
use crate::proof::{check, lines};

const TEXT: &str = include_str!("../../../../tests/certificates/stability.txt");

/// The certificate with one word changed in every way that is near, one line left out, given twice or put elsewhere.
pub(crate) fn mutants(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let with = |number: usize, put: &[String]| {
        let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        changed.splice(number..=number, put.iter().cloned());
        changed.join("\n")
    };
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        found.push(with(number, &[]));
        found.push(with(number, &[line.to_string(), line.to_string()]));
        let words: Vec<&str> = line.split(' ').collect();
        for (place, word) in words.iter().enumerate() {
            for other in near(word) {
                let mut changed: Vec<&str> = words.clone();
                changed[place] = &other;
                found.push(with(number, &[changed.join(" ")]));
            }
            found.push(with(number, &[[&words[..place], &words[place + 1..]].concat().join(" ")]));
        }
    }
    found
}

fn near(word: &str) -> Vec<String> {
    if plain::level(word).is_some() {
        return LEVELS
            .iter()
            .map(|&level| show(&[level]))
            .chain(["000".into(), "0110".into()])
            .filter(|l| l != word)
            .collect();
    }
    if let Ok(number) = word.parse::<i64>() {
        return [number - 1, number + 1, -number - 1, 99].iter().map(i64::to_string).chain(["*".into()]).collect();
    }
    let words = ["stable", "semi", "falls", "*", "x", "0", "1", "I-I", "II-", "-I-", "triple", "edge"];
    words.iter().filter(|other| **other != word).map(|other| other.to_string()).collect()
}

#[test]
fn the_certificate_is_accepted() {
    let proved = check(TEXT).unwrap();
    assert_eq!(proved.len(), 4);
}

#[test]
fn every_mutant_is_refused_or_proves_the_same() {
    let proved = check(TEXT).unwrap();
    let mut refused = 0;
    for mutant in mutants(TEXT) {
        match check(&mutant) {
            Ok(still) => assert_eq!(still, proved, "{mutant}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1000, "{refused}");
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
            assert_eq!(memory.described(&data), verdict(&tower) == Verdict::Semi, "{}", show(&tower));
        }
    }
}
