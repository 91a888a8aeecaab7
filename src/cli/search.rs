//! `topple search`: frontier searches, resumable for days.
mod hosts;
mod part;

use super::run::Means;
use crate::claim::{Experiment, Scale};
use crate::error::{Error, Result, say, shown};
use crate::file::free;
use crate::file::lock::Lock;
use crate::game::wells::{Lookahead, Movement, PieceSet};
use crate::proof::region::wells::WellGame;
use crate::run::{Settings, pool, run_under};
use crate::solve::Memory;
use crate::solve::periods::Budget;
use crate::solve::sweeps::vectors::{Family, classes};
use crate::solve::towers::jenka::estimate::{Estimate, estimate};
use crate::solve::towers::jenka::growth::label;
use crate::solve::towers::jenka::{Packing, Removal, Rules};
use clap::builder::RangedU64ValueParser;
use clap::{ArgGroup, Args, Subcommand};
use std::process::ExitCode;

#[derive(Debug, Subcommand)]
pub enum What {
    /// Every small set of vectors in the plane as a game: proved to follow a pattern, or open
    Vectors(Vectors),
    /// The least depth of a well in which the player wins against some pieces, which the machine chooses freely or, with --bag, deals from a bag:
    /// among all wells, or with --holes and --bumps deeper, among those that a good player makes
    Wells(WellArguments),
    /// Whether the machine wins wells of every depth: weights of rows of which the sum rises with every piece, with a certificate
    Weights(Weights),
    /// Every tower of Jenka_k that arises from a start: who wins, and how many towers there are
    Jenka(Jenka),
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("limited").multiple(true)))]
pub struct WellArguments {
    /// The columns of the well, 1 to 8; with --holes and --bumps, --bag, or --lookahead all, 1 to 16, and no more than 64 cells in all
    #[arg(long)]
    width: u8,
    /// The pieces that the machine may send: letters of O I T J L S Z, digits for squares, rows such as [101/111]
    #[arg(long)]
    pieces: String,
    /// drop, slide or anywhere; with --bag also referee, who allows turns on the way
    #[arg(long, default_value = "drop")]
    rule: String,
    /// How many pieces are shown ahead of the one to be placed, 0 to 2; with --bag, 0 to 6; or all: the player knows the whole order in
    /// advance, and where one order defeats every player, it is found
    #[arg(long, default_value_t = Lookahead::Pieces(0))]
    lookahead: Lookahead,
    /// The greatest depth of the well to try: the highest row in which a full cell may stay
    #[arg(long)]
    max_height: u16,
    /// Look only at wells with at most so many covered holes; a win comes with a certificate
    #[arg(long, requires = "bumps", group = "limited", conflicts_with_all = ALONE)]
    holes: Option<u32>,
    /// Look only at wells in which the differences of the heights of neighbouring columns sum to at most so much; or a list for no
    /// hole, one, and so on, the last for all more, as 10,8,6
    #[arg(long, requires = "holes", value_delimiter = ',')]
    bumps: Vec<u32>,
    /// The machine deals each of the pieces, at most 7, once in an order of its choice, and then again, as from a bag;
    /// a win comes with a certificate
    #[arg(long, group = "limited", conflicts_with_all = ALONE)]
    bag: bool,
    /// With a bag: put the first piece aside, place the second, and from then on place the piece dealt or the one put aside
    #[arg(long, requires = "bag")]
    hold: bool,
    /// With --holes and --bumps, --bag, or --lookahead all: look at most at so many wells [default: 10000000]
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_NUMBER))]
    wells: Option<usize>,
    /// With --lookahead all: look at sets of wells with at most so many members together [default: 4194304]
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_NUMBER))]
    members: Option<usize>,
    #[command(flatten)]
    parts: part::InParts,
    #[command(flatten)]
    hosts: hosts::Hosts,
    #[command(flatten)]
    means: Means,
}

#[derive(Debug, Args)]
pub struct Vectors {
    /// The largest entry of a vector, as an absolute value
    #[arg(long = "box", default_value_t = 2)]
    reach: u64,
    /// The most vectors in a set
    #[arg(long, default_value_t = 3)]
    moves: u64,
    /// The largest window that is searched for a pattern, in cells
    #[arg(long, default_value_t = Budget::default().cells)]
    cells: usize,
    #[command(flatten)]
    parts: part::InParts,
    #[command(flatten)]
    hosts: hosts::Hosts,
    #[command(flatten)]
    means: Means,
}

#[derive(Debug, Args)]
pub struct Weights {
    /// The columns of the well, 2 to 5
    #[arg(long)]
    width: u8,
    /// The pieces that the machine may send: letters of O I T J L S Z, digits for squares, rows such as [101/111]
    #[arg(long)]
    pieces: String,
    /// drop, slide or anywhere
    #[arg(long, default_value = "drop")]
    rule: String,
    /// How many pieces are shown ahead of the one to be placed, 0 to 2
    #[arg(long, default_value_t = 0)]
    lookahead: u8,
    /// How many of the highest rows the machine sees whole, 1 to 3
    #[arg(long, default_value_t = 3)]
    rows: usize,
    /// How often the weights are changed
    #[arg(long, default_value_t = 100)]
    steps: usize,
    /// How many pieces are looked ahead to tell what is gained
    #[arg(long, default_value_t = 100)]
    ahead: usize,
    /// The weights to begin with: of the rows with the bits 1, 2, 3 and so on, the first column the lowest [default: more for more cells]
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    weights: Vec<i32>,
    #[command(flatten)]
    means: Means,
}

#[derive(Debug, Args)]
pub struct Jenka {
    /// Blocks a level
    #[arg(long, default_value_t = 5)]
    k: u32,
    /// Full levels at the start
    #[arg(long, default_value_t = 3)]
    levels: usize,
    /// Take blocks from below the highest full level, or from any level below the top
    #[arg(long, value_parser = ["official", "any"], default_value = "official")]
    rule: String,
    /// Towers that only just balance stand, too
    #[arg(long)]
    semi_stable: bool,
    #[command(flatten)]
    hosts: hosts::Hosts,
    #[command(flatten)]
    means: Means,
}

/// What one process that searches alone does not take.
const ALONE: [&str; 4] = ["part", "hosts", "process", "workers"];
/// The most wells looked at, if not said otherwise.
const WELLS: usize = 10_000_000;
/// The largest number in the file of an experiment.
const MOST_NUMBER: u64 = i64::MAX as u64;
/// The most letters of the name of an experiment.
const LONGEST_ID: usize = 64;
/// The most letters of pieces in the name of a file.
const LONGEST_WORD: usize = 36;
/// From so many towers on an enumeration is large.
const LARGE: f64 = 1e7;
/// The smallest and the largest window that may be asked for, in cells.
const CELLS: std::ops::RangeInclusive<usize> = 256..=16_000_000;

/// Searches what the arguments name.
///
/// # Errors
/// Sizes out of range, or a file that cannot be written.
pub fn search(what: &What) -> Result<ExitCode> {
    match what {
        What::Vectors(vectors) => search_vectors(vectors),
        What::Wells(wells) => search_wells(wells),
        What::Weights(weights) => search_weights(weights),
        What::Jenka(jenka) => search_jenka(jenka),
    }
}

/// The census as an experiment made of the arguments, so that it is run, saved and written like any other.
fn search_vectors(arguments: &Vectors) -> Result<ExitCode> {
    let Vectors { reach, moves, cells, .. } = *arguments;
    classes(&[Family { reach, moves }])?;
    if !CELLS.contains(&cells) {
        let right = format!("a number of cells from {} to {}", CELLS.start(), CELLS.end());
        return Err(Error::input("--cells", cells.to_string(), right));
    }
    let settings = arguments.means.settings(Scale::Frontier)?;
    let text = format!(
        "id = \"vectors-box-{reach}-moves-{moves}\"\nmethod = \"census\"\n[parameters]\n\
         families = [{{ box = {reach}, moves = {moves} }}]\nsearch = {{ cells = {cells} }}\n"
    );
    found_or_part(&arguments.parts, &arguments.hosts, "topple search vectors", &text, &settings)
}

/// The enumeration as an experiment made of the arguments.
fn search_jenka(arguments: &Jenka) -> Result<ExitCode> {
    let Jenka { k, levels, rule, semi_stable, .. } = arguments;
    let rules =
        Rules { slots: *k, rule: Removal::from_word(rule).unwrap_or(Removal::Official), semi_stable: *semi_stable };
    let rules = rules.check()?;
    Packing::new::<u128>(rules, *levels)?;
    let settings = arguments.means.settings(Scale::Frontier)?;
    let text = format!(
        "id = \"jenka-{}\"\nmethod = \"jenka\"\n[parameters]\n\
         starts = [{{ k = {k}, from = {levels}, to = {levels}, rule = \"{rule}\", semi_stable = {semi_stable} }}]\n",
        label(rules, *levels)
    );
    if arguments.hosts.many() {
        return arguments.hosts.count(rules, *levels, &text, &settings);
    }
    say_what_to_expect(rules, *levels, 1, &settings)?;
    found("topple search jenka", &text, &settings, None)
}

/// Says how large an enumeration by so many processes will be, if it is large, and whether the disk has no room for it.
fn say_what_to_expect(rules: Rules, levels: usize, processes: usize, settings: &Settings) -> Result<()> {
    // On the threads that will be used, so that the time tells.
    let estimate = pool(settings.jobs)?.install(|| estimate(rules, levels, settings.memory))?;
    if estimate.towers < LARGE {
        return Ok(());
    }
    say(&expected(&estimate, processes, settings.memory));
    let (free, each) = (free(&settings.out), estimate.files / processes as f64);
    if let Some(free) = free.map(|free| free as f64).filter(|free| *free < each) {
        let (out, free, each) = (shown(&settings.out.display().to_string()), free / 1e9, each / 1e9);
        say(&format!("the disk of {out} has {free:.1} GB free, less than the {each:.1} GB of files"));
    }
    Ok(())
}

/// The size of an enumeration in words.
fn expected(estimate: &Estimate, processes: usize, memory: Memory) -> String {
    let Estimate { counted, towers, bytes, files, seconds } = estimate;
    let counted = counted.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let time = indicatif::HumanDuration(std::time::Duration::from_secs_f64(seconds.min(1e12)));
    let (each, alone) = match processes {
        1 => (String::new(), ""),
        _ => (format!(" for each of {processes} processes"), " for one process alone"),
    };
    let slower = match estimate.parts(processes, memory) {
        1 => String::new(),
        parts => format!(", and up to {parts} times as long because --memory allows less"),
    };
    let [bytes, files] = [bytes, files].map(|size| size / processes as f64 / 1e9);
    format!(
        "about {towers:.1e} towers, as fewer levels have {counted}; {bytes:.1} GB of memory and {files:.1} GB of files{each}; \
         about {time}{alone}{slower}"
    )
}

/// Runs an experiment and says what it came to. The right to write in the folder is taken, unless it is given.
fn found(source: &str, text: &str, settings: &Settings, right: Option<Lock>) -> Result<ExitCode> {
    let lines = run_under(right, &[Experiment::read(source, text)?], settings)?;
    let said: String = lines.iter().map(|line| format!("{}  {}\n", line.claim, line.status)).collect();
    super::print(&said)?;
    Ok(ExitCode::SUCCESS)
}

/// Does the part of an experiment that is asked for, or runs it, alone or with other processes, and says what it came to.
fn found_or_part(
    parts: &part::InParts,
    hosts: &hosts::Hosts,
    source: &str,
    text: &str,
    settings: &Settings,
) -> Result<ExitCode> {
    match parts.done(source, text, settings)? {
        true => Ok(ExitCode::SUCCESS),
        false if hosts.many() => hosts.share(source, text, settings),
        false => found(source, text, settings, None),
    }
}

/// Pieces as a part of the name of a file: as they are written, if that is short and plain, or else their number and a
/// hash of how they are written.
fn file_word(pieces: &PieceSet) -> String {
    let written = pieces.to_string();
    let plain = written.replace('/', "-").replace(['[', ']'], "_");
    if plain.len() <= LONGEST_WORD {
        return plain;
    }
    format!("{}-pieces-{}", pieces.pieces().len(), &blake3::hash(written.as_bytes()).to_hex()[..8])
}

/// The name of an experiment, or its beginning and a hash of it if it is long.
fn shortened(id: String) -> String {
    if id.len() <= LONGEST_ID {
        return id;
    }
    let hash = blake3::hash(id.as_bytes()).to_hex();
    format!("{}-{}", &id[..LONGEST_ID - 9], &hash[..8])
}

/// The search for weights as an experiment made of the arguments.
fn search_weights(arguments: &Weights) -> Result<ExitCode> {
    let Weights { width, pieces, rule, lookahead, rows, steps, ahead, weights, means } = arguments;
    let (pieces, rule) = (PieceSet::parse(pieces)?, Movement::from_word(rule)?.word());
    let settings = means.settings(Scale::Frontier)?;
    let mut id = format!("weights-{width}-{}-{rule}-{lookahead}-rows-{rows}-ahead-{ahead}", file_word(&pieces));
    if !weights.is_empty() {
        id += &format!("-from-{}", &blake3::hash(format!("{weights:?}").as_bytes()).to_hex()[..8]);
    }
    let text = format!(
        "id = \"{}\"\nmethod = \"weights\"\n[parameters]\n\
         width = {width}\npieces = \"{pieces}\"\nrule = \"{rule}\"\nlookahead = {lookahead}\n\
         search = {{ rows = {rows}, steps = {steps}, ahead = {ahead}, weights = {weights:?} }}\n",
        shortened(id)
    );
    found("topple search weights", &text, &settings, None)
}

/// The search for a least depth as an experiment made of the arguments.
fn search_wells(arguments: &WellArguments) -> Result<ExitCode> {
    let WellArguments { width, pieces, rule, lookahead, max_height, parts, hosts, means, .. } = arguments;
    let set = PieceSet::parse(pieces)?;
    let shown = if let Lookahead::Pieces(shown) = lookahead { *shown } else { 0 };
    let game = WellGame::new(*width, *max_height, set, Movement::from_word(rule)?, shown)?;
    let settings = means.settings(Scale::Frontier)?;
    let mut id = format!("wells-{width}-{}-{rule}-{lookahead}-{max_height}", file_word(&game.pieces));
    let (word, limits) = arguments.limits()?;
    id += &word;
    let id = shortened(id);
    let seen = if *lookahead == Lookahead::All { "\"all\"".to_string() } else { lookahead.to_string() };
    let text = format!(
        "id = \"{id}\"\nmethod = \"wells\"\n[parameters]\n\
         width = {width}\npieces = \"{}\"\nrule = \"{rule}\"\nlookahead = {seen}\ndepth = {max_height}\n{limits}",
        game.pieces
    );
    found_or_part(parts, hosts, "topple search wells", &text, &settings)
}

impl WellArguments {
    /// The limits of a search that does not look at all wells and all pieces, as a part of a name and as lines of an experiment.
    fn limits(&self) -> Result<(String, String)> {
        let (mut word, mut lines) = (String::new(), String::new());
        let is_known = self.lookahead == Lookahead::All;
        if let Some(wells) = self.wells.filter(|_| self.holes.is_none() && !self.bag && !is_known) {
            let right = "--holes and --bumps, --bag, or --lookahead all, as well";
            return Err(Error::input("--wells", wells.to_string(), right));
        }
        if let Some(members) = self.members.filter(|_| !is_known) {
            return Err(Error::input("--members", members.to_string(), "--lookahead all as well"));
        }
        let (bumps, wells) = (&self.bumps, self.wells.unwrap_or(WELLS));
        if let Some(holes) = self.holes {
            let words: Vec<String> = bumps.iter().map(u32::to_string).collect();
            word += &format!("-holes-{holes}-bumps-{}", words.join("-"));
            lines += &format!("tame = {{ holes = {holes}, bumps = {bumps:?}, wells = {wells} }}\n");
        }
        if self.bag {
            word += if self.hold { "-bag-hold" } else { "-bag" };
            lines += &format!("bag = {{ hold = {}, wells = {wells} }}\n", self.hold);
        }
        if is_known && !self.bag && self.holes.is_none() {
            lines += &format!("wells = {wells}\n");
        }
        for (name, given) in [("wells", self.wells), ("members", self.members)] {
            word += &given.map_or(String::new(), |given| format!("-{name}-{given}"));
        }
        if let Some(members) = self.members {
            lines += &format!("members = {members}\n");
        }
        Ok((word, lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_to_expect_of_an_enumeration_has_memory_files_and_time() {
        let estimate = Estimate { counted: vec![1, 8], towers: 1e9, bytes: 6e9, files: 4e9, seconds: 7200.0 };
        let begins = "about 1.0e9 towers, as fewer levels have 1, 8; ";
        let right = format!("{begins}6.0 GB of memory and 4.0 GB of files; about 2 hours");
        assert_eq!(expected(&estimate, 1, Memory(8_000_000_000)), right);
        let less = format!("{right}, and up to 4 times as long because --memory allows less");
        assert_eq!(expected(&estimate, 1, Memory(2_000_000_000)), less);
        let each = "3.0 GB of memory and 2.0 GB of files for each of 2 processes; about 2 hours for one process alone";
        assert_eq!(expected(&estimate, 2, Memory(8_000_000_000)), format!("{begins}{each}"));
    }
}
