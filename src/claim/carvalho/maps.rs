//! The maps from towers to CLOCK NIM and on to addition games, and the commercial tower at their end.
use super::towers::{in_play, moves};
use super::{JENGA, cells, jenga};
use crate::claim::library::reference;
use crate::claim::played::drawing;
use crate::claim::vector::Known;
use crate::claim::{Certificate, Decision, Fact, Finding, Goal, Task};
use crate::error::{Error, Result};
use crate::game::Play;
use crate::proof::fact::Renaming;
use crate::report::figure::{Figure, Towers};

/// CLOCK NIM with piles of 1 and 2, in which a pile of 2 arrives every three moves.
const CLOCK: &str = "clock-nim 2 3 2";

/// A map of positions with its certificate, which the checker accepts with all that the map claims.
pub struct Map {
    renaming: Renaming,
    /// The certificate.
    pub certificate: Certificate,
}

/// For each state its image, the least vector of its domain, and the offset.
type States = Vec<(u64, Vec<i64>, Vec<i64>)>;

impl Map {
    fn new(name: &str, [from, to]: [&str; 2], matrix: [[i64; 2]; 2], states: States, eden: bool) -> Result<Self> {
        let words = |numbers: &[i64]| numbers.iter().map(|n| format!(" {n}")).collect::<String>();
        let mut text = format!("topple-certificate 1 map\nfrom {from}\nto {to}\n");
        text.extend(matrix.iter().map(|row| format!("row{}\n", words(row))));
        text.extend(states.iter().map(|(q, low, offset)| format!("state {q}{}{}\n", words(low), words(offset))));
        text.push_str(if eden { "one-to-one\nonto\neden\nend\n" } else { "one-to-one\nonto\nend\n" });
        let ([from, to], matrix) = ([from, to].map(String::from), matrix.map(Vec::from).to_vec());
        let renaming = Renaming { from, to, matrix, states, one_to_one: true, onto: true, eden };
        Ok(Map { renaming, certificate: Certificate::new(name, text)? })
    }

    /// A map of positions (a,b|s) to cells. For each coordinate of the cell: what a, b, s and 1 count for. The positions
    /// (a,0|0) have no cell.
    pub fn to_cells(name: &str, games: [&str; 2], clock: i64, formula: [[i64; 4]; 2]) -> Result<Self> {
        let state =
            |s| (0, vec![0, i64::from(s == 0)], formula.map(|[.., step, constant]| step * s + constant).to_vec());
        Map::new(name, games, formula.map(|[a, b, ..]| [a, b]), (0..clock).map(state).collect(), true)
    }

    /// The triplet (x,y,z) as the position (y,x|z) of CLOCK NIM.
    pub fn of_triplets() -> Result<Self> {
        let states = (0..3).map(|state| (state, vec![0, 0], vec![0, 0])).collect();
        Map::new("zwick-to-clock-nim", ["zwick", CLOCK], [[0, 1], [1, 0]], states, false)
    }

    /// The game is the other one, renamed; on request also that the map is one to one and onto, and that its domain is the
    /// positions with a predecessor.
    pub fn finding(&self, part: &str, bijective: bool, eden: bool) -> Result<Finding> {
        let renaming = Renaming { one_to_one: bijective, onto: bijective, eden, ..self.renaming.clone() };
        Finding::entailed(part, Goal::Facts(vec![Fact::SameGame(renaming)]), &[&self.certificate])
    }
}

/// The cell of a position, as observation 2.4 prints it.
pub fn cell_of_position() -> Result<Map> {
    let mut formula = [[0; 4]; 2];
    for (row, line) in reference("carvalho/observation-2-4.csv")?.iter().zip(&mut formula) {
        for (name, number) in ["a1", "a2", "s", "constant"].into_iter().zip(line) {
            let wrong = |_| Error::input("observation 2.4", format!("{name} = '{}'", row[name]), "an integer");
            *number = row[name].parse().map_err(wrong)?;
        }
    }
    Map::to_cells("clock-nim-to-addition", [CLOCK, JENGA], 3, formula)
}

/// Observation 2.4: (a1,a2|s) is the cell (3 a2 + s - 1, a1), one to one and onto.
pub fn observation_2_4(_: &Task) -> Result<Decision> {
    let part = "(a1,a2|s) with a2 > 0 or s > 0 is the cell (3 a2 + s - 1, a1), one to one and onto, with equal values";
    observed(part, true, false)
}

/// Observation 2.5: the column that is left out holds exactly the Garden-of-Eden positions.
pub fn observation_2_5(_: &Task) -> Result<Decision> {
    observed("of the positions (a1,a2|s)_{3,2} exactly the (a1,0|0) have no predecessor", false, true)
}

fn observed(part: &str, bijective: bool, eden: bool) -> Result<Decision> {
    let map = cell_of_position()?;
    let theorem = if eden { "observation_2_5" } else { "observation_2_4" };
    let findings = vec![map.finding(part, bijective, eden)?.theorem(theorem)];
    Ok(Decision { findings, certificates: vec![map.certificate], ..Decision::default() })
}

/// The moves of CLOCK NIM are those of the addition game, and the values of the two examples.
pub fn addition_equivalence(task: &Task) -> Result<Decision> {
    let (known, map) = (jenga(task)?, cell_of_position()?);
    let part = "the options of (a1,a2|s) are, as cells, those of its cell in ADDITION((-2,0),(-2,1),(1,-1))";
    let rows = reference("carvalho/theorem-3-1.csv")?;
    let (goal, differing) = cells(&known, rows.iter().filter(|row| row["place"] == "Section 2.2, end"))?;
    let examples = "the values of the cells of the two examples";
    let examples = Finding::against_print(examples, goal, differing, "the computed values", &[&known.certificate])?;
    let theorem = "addition_equivalence";
    let findings =
        vec![map.finding(part, false, false)?.theorem("observation_2_4").theorem(theorem), examples.theorem(theorem)];
    Ok(Decision { findings, certificates: vec![known.certificate, map.certificate], ..Decision::default() })
}

/// The levels of the tower that is sold.
const LEVELS: u64 = 18;

/// 18 full levels: from the tower to the triplet, to CLOCK NIM, to the cell, and its value.
pub fn commercial_tower(task: &Task) -> Result<Decision> {
    let (known, to_clock, to_cells) = (jenga(task)?, Map::of_triplets()?, cell_of_position()?);
    let triplets = Known::new(task, "zwick-normal", "zwick", Play::Normal)?;
    let (tower, cell) = (in_play()?, [3 * (LEVELS - 1) - 1, 0]);
    let rows = reference("carvalho/theorem-3-1.csv")?;
    let (_, mut differing) = cells(&known, rows.iter().filter(|row| row["place"] == "Section 3, commercial tower"))?;
    let (value, wins) = (known.value(0, &cell), triplets.value(0, &[LEVELS - 1, 0]));
    differing.extend((wins != 0).then(|| format!("{LEVELS} levels: the first player wins the triplet")));
    let lost = [
        Fact::value(JENGA, Play::Grundy, format!("({},{})", cell[0], cell[1]), value),
        Fact::value("zwick", Play::Normal, format!("({},0,0)", LEVELS - 1), wins),
    ];
    let part = "18 full levels: the cell (50,0) has Grundy value 0, and the triplet (17,0,0) is lost";
    let certificates = [&known.certificate, &triplets.certificate];
    let value =
        Finding::against_print(part, Goal::Facts(lost.to_vec()), differing, "the computed values", &certificates)?;
    let findings = vec![
        Finding::entailed("a tower in play moves as the triplet (x,y,z) of its layers", moves(), &[&tower])?
            .theorem("towers_are_triplets"),
        to_clock
            .finding("the triplet (x,y,z) is the position (y,x|z)_{3,2}", true, false)?
            .theorem("triplets_are_clock_nim"),
        to_cells
            .finding("the position (a1,a2|s)_{3,2}, with a2 > 0 or s > 0, is the cell (3 a2 + s - 1, a1)", true, false)?
            .theorem("observation_2_4"),
        value.theorem("carvalho_commercial_tower"),
    ];
    let maps = [to_clock.certificate, to_cells.certificate, tower];
    let certificates = maps.into_iter().chain([known.certificate, triplets.certificate]).collect();
    let sold = drawing(3, &[0b111; LEVELS as usize], format!("{LEVELS} complete layers"));
    let title = "The tower that is sold".to_string();
    let figures = vec![("figure-1".to_string(), Figure::Towers(Towers { title, towers: vec![sold] }))];
    Ok(Decision { findings, certificates, figures, ..Decision::default() })
}
