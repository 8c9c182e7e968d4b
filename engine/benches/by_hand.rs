//! Crazy Eights by hand: the rules of `tests/games/scripts/crazy-eights` as one would write them in Rust without an
//! engine. It uses chance exactly as the scripted game does, so that both play the same games and only the time differs.

use cardwright::kernel::Random;

/// A card: its suit, from 0 in the order of the manifest, and its rank, from 1.
#[derive(Clone, Copy)]
struct Card {
    suit: u8,
    rank: u8,
}

const EIGHT: u8 = 8;
const NO_SCORES: [i64; 2] = [0, 0];

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whether each player won.
    pub won: [bool; 2],
    /// The scores; nothing but zeros where a hand is empty and no score is counted.
    pub scores: [i64; 2],
    /// How often a player had a choice.
    pub decisions: u32,
}

struct Game {
    // The last card is the top one.
    deck: Vec<Card>,
    pile: Vec<Card>,
    hands: [Vec<Card>; 2],
    asked: Option<u8>,
    passes: u8,
    active: usize,
    decisions: u32,
    chance: Random,
    players: [Random; 2],
}

/// Plays one game between two players who choose at random.
pub fn play(seed: u64, players: [u64; 2]) -> Played {
    let mut game = Game::deal(seed, players);
    loop {
        if let Some(played) = game.turn() {
            return played;
        }
    }
}

impl Game {
    fn deal(seed: u64, players: [u64; 2]) -> Self {
        let mut chance = Random::new(seed);
        let suits = (0..4).flat_map(|suit| (1..=13).map(move |rank| Card { suit, rank }));
        let mut deck: Vec<Card> = suits.collect();
        chance.shuffle(&mut deck);
        deck.reverse();
        let mut game = Self {
            deck,
            pile: Vec::with_capacity(52),
            hands: [Vec::with_capacity(52), Vec::with_capacity(52)],
            asked: None,
            passes: 0,
            active: 0,
            decisions: 0,
            chance,
            players: players.map(Random::new),
        };
        for hand in &mut game.hands {
            hand.extend(game.deck.drain(game.deck.len() - 7..).rev());
        }
        game.pile.extend(game.deck.pop());
        game
    }

    /// One turn; gives how the game went, if it ends.
    fn turn(&mut self) -> Option<Played> {
        let me = self.active;
        let playable = self.playable();
        let played = if playable == 0 {
            self.draw_or_pass()
        } else {
            let place = self.place(playable);
            let card = self.hands[me].remove(place);
            self.pile.push(card);
            self.passes = 0;
            self.asked = (card.rank == EIGHT).then(|| self.choose(4) as u8);
            let mut won = [false; 2];
            won[me] = self.hands[me].is_empty();
            won[me].then(|| self.end(won, NO_SCORES))
        };
        self.active = 1 - me;
        played
    }

    /// The places in the hand of the cards that may be played, as bits.
    fn playable(&self) -> u64 {
        let Some(top) = self.pile.last() else { return 0 };
        let fits = |card: &Card| match self.asked {
            Some(suit) => card.suit == suit,
            None => card.suit == top.suit || card.rank == top.rank,
        };
        let cards = self.hands[self.active].iter().enumerate();
        cards.filter(|(_, card)| card.rank == EIGHT || fits(card)).fold(0, |bits, (ix, _)| bits | 1 << ix)
    }

    /// Chooses one of the playable cards; they are offered from the top of the hand down.
    fn place(&mut self, mut playable: u64) -> usize {
        let skipped = self.choose(playable.count_ones());
        for _ in 0..skipped {
            playable &= !(1 << playable.ilog2());
        }
        playable.ilog2() as usize
    }

    /// A choice of the active player among so many options.
    fn choose(&mut self, options: u32) -> u32 {
        if options == 1 {
            return 0;
        }
        self.decisions += 1;
        self.players[self.active].below(options)
    }

    fn draw_or_pass(&mut self) -> Option<Played> {
        if self.deck.is_empty() {
            let last = self.pile.pop();
            std::mem::swap(&mut self.deck, &mut self.pile);
            self.pile.extend(last);
            // The generator mixes from the top down, as the engine's zones lie.
            self.deck.reverse();
            self.chance.shuffle(&mut self.deck);
            self.deck.reverse();
        }
        if let Some(card) = self.deck.pop() {
            self.hands[self.active].push(card);
            self.passes = 0;
            return None;
        }
        self.passes += 1;
        if self.passes < 2 {
            return None;
        }
        let scores = [0, 1].map(|ix| -(self.hands[ix].len() as i64));
        let most = scores[0].max(scores[1]);
        Some(self.end(scores.map(|score| score == most), scores))
    }

    fn end(&self, won: [bool; 2], scores: [i64; 2]) -> Played {
        Played { won, scores, decisions: self.decisions }
    }
}
