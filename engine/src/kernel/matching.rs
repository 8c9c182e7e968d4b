//! The largest pairing of two small groups, and the best sharing out of givers among takers.

use smallvec::SmallVec;

/// A pairing of left members with right members, at most one partner each.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    partner_of_left: SmallVec<[Option<usize>; 16]>,
}

impl Matching {
    /// How many pairs there are.
    pub fn size(&self) -> usize {
        self.partner_of_left.iter().flatten().count()
    }

    /// The paired right members.
    pub fn rights(&self) -> impl Iterator<Item = usize> + '_ {
        self.partner_of_left.iter().flatten().copied()
    }

    /// Of a list as long as the left group, the paired ones.
    pub fn pick<T: Copy, C: FromIterator<T>>(&self, left: &[T]) -> C {
        self.partner_of_left.iter().zip(left).filter_map(|(partner, item)| partner.map(|_| *item)).collect()
    }
}

/// The largest pairing in which only pairs that `fits` allows occur.
///
/// By augmenting paths: the work is the product of the group sizes times the smaller one, which for
/// hands of cards is nothing.
pub fn max_matching(left: usize, right: usize, fits: impl Fn(usize, usize) -> bool) -> Matching {
    let mut partner_of_right: SmallVec<[Option<usize>; 32]> = SmallVec::from_elem(None, right);
    let mut seen: SmallVec<[bool; 32]> = SmallVec::from_elem(false, right);
    for member in 0..left {
        seen.fill(false);
        augment(member, right, &fits, &mut partner_of_right, &mut seen);
    }
    let mut matching = Matching { partner_of_left: SmallVec::from_elem(None, left) };
    for (ix, partner) in partner_of_right.iter().enumerate() {
        if let Some(member) = partner {
            matching.partner_of_left[*member] = Some(ix);
        }
    }
    matching
}

fn augment(
    member: usize,
    right: usize,
    fits: &impl Fn(usize, usize) -> bool,
    partner_of_right: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for ix in 0..right {
        if seen[ix] || !fits(member, ix) {
            continue;
        }
        seen[ix] = true;
        let free = match partner_of_right[ix] {
            None => true,
            Some(other) => augment(other, right, fits, partner_of_right, seen),
        };
        if free {
            partner_of_right[ix] = Some(member);
            return true;
        }
    }
    false
}

/// One taker in [`share_out`]: it takes `points` from each giver it gets, from at most `most` of them.
#[derive(Clone, Debug)]
pub struct Taker {
    /// What one giver is worth here.
    pub points: i64,
    /// How many givers it can use.
    pub most: usize,
    /// Which givers fit, by position.
    pub fits: SmallVec<[bool; 32]>,
}

/// Shares givers out among takers, each giver to at most one, for the highest total.
/// Gives for each giver the taker that it went to.
///
/// Takers of a loss (negative points) take first, in order, all that fit: a loss is not avoided by giving elsewhere.
/// For the rest, takers by falling points each place as many givers as they can, moving earlier givers about where
/// that makes room without costing anyone; sharing out is a matroid, so this is the best there is.
pub fn share_out(givers: usize, takers: &[Taker]) -> SmallVec<[Option<usize>; 32]> {
    let mut taker_of: SmallVec<[Option<usize>; 32]> = SmallVec::from_elem(None, givers);
    let mut locked: SmallVec<[bool; 32]> = SmallVec::from_elem(false, givers);
    for (ix, taker) in takers.iter().enumerate().filter(|(_, taker)| taker.points < 0) {
        let mut room = taker.most;
        for giver in 0..givers {
            if room > 0 && !locked[giver] && taker.fits[giver] {
                taker_of[giver] = Some(ix);
                locked[giver] = true;
                room -= 1;
            }
        }
    }
    let mut order: SmallVec<[usize; 8]> = (0..takers.len()).filter(|ix| takers[*ix].points > 0).collect();
    order.sort_by_key(|ix| -takers[*ix].points);
    for ix in order {
        for _ in 0..takers[ix].most.min(givers) {
            let mut seen: SmallVec<[bool; 32]> = locked.clone();
            if !draw_giver(ix, takers, &mut taker_of, &mut seen) {
                break;
            }
        }
    }
    taker_of
}

/// Finds one more giver for a taker, moving givers of others only where those find another.
fn draw_giver(ix: usize, takers: &[Taker], taker_of: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for giver in 0..taker_of.len() {
        if seen[giver] || taker_of[giver] == Some(ix) || !takers[ix].fits[giver] {
            continue;
        }
        seen[giver] = true;
        let free = match taker_of[giver] {
            None => true,
            Some(other) => draw_giver(other, takers, taker_of, seen),
        };
        if free {
            taker_of[giver] = Some(ix);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_moves_earlier_pairs_to_make_room() {
        // Left 0 fits 0 and 1, left 1 fits only 0: both can be paired only if 0 gives way.
        let found = max_matching(2, 2, |left, right| left == 0 || right == 0);
        assert_eq!(found.size(), 2);
    }

    #[test]
    fn matching_stops_at_what_fits() {
        // Three members all of whom fit only one partner.
        assert_eq!(max_matching(3, 5, |_, right| right == 2).size(), 1);
        assert_eq!(max_matching(0, 5, |_, _| true).size(), 0);
    }

    fn taker(points: i64, most: usize, fits: &[usize], givers: usize) -> Taker {
        Taker { points, most, fits: (0..givers).map(|ix| fits.contains(&ix)).collect() }
    }

    fn total(takers: &[Taker], shared: &[Option<usize>]) -> i64 {
        shared.iter().flatten().map(|ix| takers[*ix].points).sum()
    }

    #[test]
    fn sharing_spares_the_giver_that_others_need() {
        // "6 with a wizard" fits givers 0 and 1, "2 for each red" fits only giver 0: 6 from 1, 2 from 0.
        let takers = [taker(6, 1, &[0, 1], 2), taker(2, 9, &[0], 2)];
        assert_eq!(total(&takers, &share_out(2, &takers)), 8);
    }

    #[test]
    fn sharing_takes_the_dearer_bonus_of_one_giver() {
        // A giver that fits 8 and 2 gives 8 alone.
        let takers = [taker(2, 9, &[0], 1), taker(8, 9, &[0], 1)];
        assert_eq!(total(&takers, &share_out(1, &takers)), 8);
    }

    #[test]
    fn a_loss_is_not_given_away() {
        let takers = [taker(-3, 9, &[0], 1), taker(5, 9, &[0], 1)];
        assert_eq!(total(&takers, &share_out(1, &takers)), -3);
    }
}
