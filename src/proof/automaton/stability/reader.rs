//! Definition 3.2 and the description of the semi-stable towers as data, read level by level from the top down.
use super::plain::{Level, Tower, level, levels};
use crate::proof::{Reject, lines::Line};

/// The highest base height that a certificate may name: all lower towers are looked at.
const HIGHEST_BASE: u64 = 6;

/// What a certificate says of towers, apart from its states.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Data {
    /// Levels that a valid tower has at the top only.
    pub excluded: Vec<Level>,
    /// Triples that a valid tower does not end in.
    pub triples: Vec<Tower>,
    /// Semi-stable tops: the level at both ends and at every second place, and the one between.
    pub chains: Vec<(Level, Level)>,
    /// The semi-stable towers of height 3.
    pub semi: Vec<Tower>,
    /// From this height on every valid tower has its centre of mass inside the middle ninth.
    pub base: usize,
    /// The valid towers from height 3 to below the base height that have not.
    pub edge: Vec<Tower>,
}

impl Data {
    /// Reads the lines with the keys of this part and hands back the others.
    pub fn read<'a, 'b>(lines: &'b [Line<'a>]) -> Result<(Data, Vec<&'b Line<'a>>), Reject> {
        let (mut data, mut rest) = (Data::default(), Vec::new());
        for line in lines {
            match line.key {
                "excluded" => {
                    let [one] = exactly(line)?;
                    once(line, &mut data.excluded, one)?;
                }
                "triple" => once(line, &mut data.triples, exactly::<3>(line)?.to_vec())?,
                "chain" => {
                    let [end, between] = exactly(line)?;
                    once(line, &mut data.chains, (end, between))?;
                }
                "semi" => once(line, &mut data.semi, exactly::<3>(line)?.to_vec())?,
                "base" if data.base == 0 => {
                    let [base] = line.exactly()?;
                    if !(3..=HIGHEST_BASE).contains(&base) {
                        return Err(line.reject(format!("the base height is a number from 3 to {HIGHEST_BASE}")));
                    }
                    data.base = base as usize;
                }
                "base" => return Err(line.reject("the base height is given twice")),
                "edge" => once(line, &mut data.edge, levels(line, line.rest)?)?,
                _ => rest.push(line),
            }
        }
        if data.base == 0 { Err(Reject::at("base", "the line is missing")) } else { Ok((data, rest)) }
    }

    /// Whether a valid tower may have the level below its top.
    pub fn allowed(&self, level: Level) -> bool {
        !self.excluded.contains(&level)
    }

    /// Definition 3.2, of a tower as it stands.
    pub fn valid(&self, tower: &[Level]) -> bool {
        let below = &tower[..tower.len().saturating_sub(1)];
        below.iter().all(|&level| self.allowed(level)) && !self.triples.iter().any(|triple| tower.ends_with(triple))
    }
}

fn once<T: PartialEq>(line: &Line, list: &mut Vec<T>, item: T) -> Result<(), Reject> {
    if list.contains(&item) {
        return Err(line.reject("this is given twice"));
    }
    list.push(item);
    Ok(())
}

fn exactly<const N: usize>(line: &Line) -> Result<[Level; N], Reject> {
    let found = levels(line, line.rest)?;
    let count = found.len();
    found.try_into().map_err(|_| line.reject(format!("{count} levels, expected {N}")))
}

/// What has to be remembered of a tower, read from the top down.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Memory {
    /// The height, counted no further than the highest base height.
    pub height: usize,
    /// The three top levels or all if there are fewer, bottom first.
    top: Tower,
    /// An excluded level below the top.
    excluded: bool,
    /// The tower ends in a triple, or in an odd number of levels of a chain, at least 3, with no excluded level below.
    described: bool,
    /// The chains that all levels so far follow, by number.
    alive: Vec<usize>,
    /// The next level of a chain is one at an end or an odd place.
    at_end: bool,
}

impl Memory {
    /// The memory of no level.
    pub fn empty() -> Self {
        Memory { height: 0, top: Vec::new(), excluded: false, described: false, alive: Vec::new(), at_end: true }
    }

    /// The memory after one more level at the bottom.
    pub fn under(&self, level: Level, data: &Data) -> Self {
        let mut next = self.clone();
        next.height = (self.height + 1).min(HIGHEST_BASE as usize);
        if self.top.len() < 3 {
            next.top.insert(0, level);
        }
        let fits = |&(end, between): &(Level, Level)| level == if self.at_end { end } else { between };
        next.alive = (0..data.chains.len())
            .filter(|chain| (self.height == 0 || self.alive.contains(chain)) && fits(&data.chains[*chain]))
            .collect();
        // A broken chain keeps no memory of where it broke.
        next.at_end = next.alive.is_empty() || !self.at_end;
        next.excluded |= self.height > 0 && !data.allowed(level);
        // A chain with this level at an odd place, or a triple that begins with it, has nothing below it yet.
        let chain = !next.alive.is_empty() && self.height >= 2 && self.at_end;
        let triple = self.height == 2 && next.ends_in_triple(data);
        next.described = chain || triple || (self.described && data.allowed(level));
        next
    }

    fn ends_in_triple(&self, data: &Data) -> bool {
        data.triples.contains(&self.top)
    }

    /// Definition 3.2.
    pub fn valid(&self, data: &Data) -> bool {
        !self.excluded && !self.ends_in_triple(data)
    }

    /// The description of the semi-stable towers.
    pub fn described(&self) -> bool {
        self.described
    }
}

/// Reads one level from a word of a line.
pub(crate) fn one(line: &Line, word: &str) -> Result<Level, Reject> {
    level(word).ok_or_else(|| line.reject(format!("'{word}' is not a level such as 101")))
}
