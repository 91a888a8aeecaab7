//! The one check that all regions share: nothing that can come of a member leads out of the region.
//!
//! A region is either *listed*, each member with what is to be done there, or *followed*: the text gives the replies alone,
//! in the order in which the members come up from the starts.
use crate::proof::Reject;
use crate::proof::lines::Line;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// What comes of the members of a region that is followed. A member is a class of positions of a game of two players.
pub(super) trait Moves {
    /// A class of positions.
    type Class: Ord + Clone;
    /// How a certificate names a move.
    type Reply: Copy + Debug;

    /// The classes that a reply leads to, if it is a move for every position of the class and stays in the region.
    fn replied(&self, class: &Self::Class, reply: Self::Reply) -> Option<Vec<Self::Class>>;

    /// The classes that any move of the other player leads to, if all stay in the region.
    fn answered(&self, class: &Self::Class) -> Option<Vec<Self::Class>>;
}

/// A reply, and the line that gives it.
pub(super) type Reply<'a, R> = (&'a Line<'a>, R);

/// Follows replies from the starts, round by round, in the order of the classes; with each class it is noted whether the
/// winner is to move. `once` says that a class which has come up before is not followed again: then nothing but a weight
/// of the game itself ends the play. Without it the rounds end only if play does.
///
/// # Errors
/// A class without a reply, a reply that is no move, a way out of the region, or replies left over.
pub(super) fn followed<M: Moves>(
    moves: &M,
    starts: BTreeSet<(M::Class, bool)>,
    replies: &[Reply<M::Reply>],
    once: bool,
) -> Result<(), Reject> {
    let mut left = replies.iter();
    let mut seen = if once { starts.clone() } else { BTreeSet::new() };
    let mut round = starts;
    while !round.is_empty() {
        let mut next = BTreeSet::new();
        for (class, winner) in &round {
            let reached = if *winner {
                let (line, reply) =
                    left.next().ok_or_else(|| Reject::at("last line", "some positions have no reply"))?;
                let wrong = || line.reject(format!("{reply:?} is no move that surely stays in the region"));
                moves.replied(class, *reply).ok_or_else(wrong)?
            } else {
                let place = || {
                    left.as_slice().first().map_or("last line".to_string(), |(line, _)| format!("line {}", line.number))
                };
                let out = || Reject::at(place(), "before this, the opponent can leave the region");
                moves.answered(class).ok_or_else(out)?
            };
            next.extend(reached.into_iter().map(|class| (class, !winner)).filter(|class| !seen.contains(class)));
        }
        if once {
            seen.extend(next.iter().cloned());
        }
        round = next;
    }
    match left.next() {
        Some((line, _)) => Err(line.reject("more replies than positions")),
        None => Ok(()),
    }
}

/// Reads lines `replies`, each with one or more times `N` numbers.
pub(super) fn read_replies<'a, const N: usize>(lines: &'a [Line<'a>]) -> Result<Vec<Reply<'a, [u64; N]>>, Reject> {
    let mut replies = Vec::new();
    for line in lines {
        let numbers = line.numbers()?;
        let (chunks, rest) = numbers.as_chunks::<N>();
        if line.key != "replies" || chunks.is_empty() || !rest.is_empty() {
            return Err(line.reject(format!("expected 'replies' and one or more times {N} numbers")));
        }
        replies.extend(chunks.iter().map(|chunk| (line, *chunk)));
    }
    Ok(replies)
}

/// Looks at every member of a region that is listed. `leads` gives what can come of it; each must be listed, with something
/// that `goes_on` from what is said of the member, for instance a smaller rank.
///
/// # Errors
/// What `leads` says, or what `outside` says of a member and the first that comes of it and is not listed so.
pub(super) fn listed<Class: Ord, Said>(
    region: &BTreeMap<Class, Said>,
    leads: impl Fn(&Class, &Said) -> Result<Vec<Class>, Reject>,
    goes_on: impl Fn(&Said, &Said) -> bool,
    outside: impl Fn(&Class, &Class) -> Reject,
) -> Result<(), Reject> {
    for (class, said) in region {
        for next in leads(class, said)? {
            if !region.get(&next).is_some_and(|then| goes_on(said, then)) {
                return Err(outside(class, &next));
            }
        }
    }
    Ok(())
}
