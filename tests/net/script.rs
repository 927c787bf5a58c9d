//! A client that plays at random, by the rules, from nothing but its own lines.

use kiebitz::cards::{Card, Dice};
use kiebitz::net::course::{Course, Phase};
use kiebitz::net::follow::{Ended, Happened, SeatGame, TableView};
use kiebitz::net::message::{FromClient, FromServer, Request};
use kiebitz::rules::{Asked, Contract, Game, next_bid};

pub struct Script {
    pub name: String,
    pub dice: Dice,
    pub view: Option<TableView>,
    pub ended: Vec<Ended>,
    /// How often it does what only tests do: gives up, shows its cards, appends a hand to a contract, announces in two parts.
    pub odd: u64,
    /// The games after which it is ready no more.
    pub most: usize,
    /// Whether it follows and says nothing.
    pub silent: bool,
    pub ready: bool,
}

impl Script {
    pub fn new(name: &str, seed: u64) -> Script {
        let dice = Dice::new(seed);
        Script {
            name: name.into(),
            dice,
            view: None,
            ended: Vec::new(),
            odd: 0,
            most: usize::MAX,
            silent: false,
            ready: false,
        }
    }

    /// What it answers to a line.
    pub fn hear(&mut self, line: &str) -> Vec<String> {
        let answers = self.answers(line);
        if self.silent { Vec::new() } else { answers }
    }

    fn answers(&mut self, line: &str) -> Vec<String> {
        match FromServer::read(line) {
            FromServer::Create { table, viewer, .. } => {
                // It plays at the first table it comes to.
                if self.view.as_ref().is_some_and(|view| view.id != table) {
                    return Vec::new();
                }
                self.view = Some(TableView::new(&table, &viewer));
                self.ready = false;
                Vec::new()
            }
            FromServer::Destroy { table, .. } => {
                self.view = self.view.take().filter(|view| view.id != table);
                Vec::new()
            }
            FromServer::AtTable { table, what, .. } => {
                let Some(view) = self.view.as_mut().filter(|view| view.id == table) else {
                    return Vec::new();
                };
                let happened = view.hear(&what);
                self.happened(happened)
            }
            _ => Vec::new(),
        }
    }

    /// What it does if it has to do something.
    pub fn act(&mut self) -> Vec<String> {
        let Some(view) = &self.view else { return Vec::new() };
        let Some(game) = view.game.as_ref().filter(|game| game.is_my_turn()) else { return Vec::new() };
        let words = moves(game, &mut self.dice, self.odd);
        words.into_iter().map(|word| FromClient::play(&view.id, &view.viewer, word).to_string()).collect()
    }

    fn happened(&mut self, happened: Happened) -> Vec<String> {
        let Some(view) = &self.view else { return Vec::new() };
        let (id, viewer) = (view.id.clone(), view.viewer.clone());
        match happened {
            Happened::Odd(word) => panic!("{}: {word} makes no sense", self.name),
            Happened::Started | Happened::Dealt | Happened::Moved(_) => {
                self.ready = false;
                self.act()
            }
            Happened::Ended(ended) => {
                assert!(ended.agrees, "{}: {}", self.name, ended.text);
                self.ended.push(*ended);
                Vec::new()
            }
            Happened::State if viewer != "." => {
                let Some(state) = &view.state else { return Vec::new() };
                let said = state.chair_of(&viewer).is_some_and(|chair| state.chairs[chair].ready);
                if state.running || !state.is_full() || said || self.ready || self.ended.len() >= self.most {
                    return Vec::new();
                }
                self.ready = true;
                vec![FromClient::at(&id, &viewer, Request::Ready).to_string()]
            }
            _ => Vec::new(),
        }
    }
}

fn pick<T: Copy>(from: &[T], dice: &mut Dice) -> T {
    from[dice.below(from.len() as u64) as usize]
}

/// Something that is allowed, mostly in one word.
fn moves(game: &SeatGame, dice: &mut Dice, odd: u64) -> Vec<String> {
    let course = game.course.as_ref().unwrap();
    let strange = odd > 0 && dice.below(odd) == 0;
    let one = |word: String| vec![word];
    match course.phase() {
        Phase::Bidding => one(match (course.auction().asked(), dice.below(2)) {
            (Asked::Hold(number), 0) if number < 60 => "y".into(),
            (Asked::Number, 0) if course.auction().bid() < 60 => {
                next_bid(course.auction().bid()).unwrap().to_string()
            }
            _ => "p".into(),
        }),
        Phase::SkatOrHand if dice.below(3) > 0 => one("s".into()),
        Phase::SkatOrHand => {
            let contract = contract(course, true, dice).record_spelling();
            // As one sample player does: a closed game with the whole hand behind it.
            if strange && !contract.contains('O') {
                let hand = course.hand(game.seat().unwrap()).unwrap();
                let hand: Vec<String> = hand.iter().map(|card| card.to_string()).collect();
                return one(format!("{contract}.{}", hand.join(".")));
            }
            one(contract)
        }
        Phase::Announce | Phase::Discard => {
            let mut twelve: Vec<Card> = course.hand(game.seat().unwrap()).unwrap().iter().collect();
            dice.shuffle(&mut twelve);
            let contract = contract(course, false, dice).record_spelling();
            if strange {
                return vec![contract, format!("{}.{}", twelve[0], twelve[1])];
            }
            one(format!("{contract}.{}.{}", twelve[0], twelve[1]))
        }
        _ => {
            let card = pick(&course.playable().unwrap().iter().collect::<Vec<_>>(), dice).to_string();
            if strange && course.declarer() == game.seat() {
                return vec!["SC".into(), card];
            }
            if strange && dice.below(8) == 0 {
                return one("RE".into()).into_iter().chain([card]).collect();
            }
            one(card)
        }
    }
}

fn contract(course: &Course, hand: bool, dice: &mut Dice) -> Contract {
    let bid = course.auction().bid();
    loop {
        let game = pick(&Game::ALL, dice);
        let said = [0; 3].map(|_| dice.below(3) == 0);
        let made = if game == Game::Null {
            Contract::new(game, hand, false, false, said[2])
        } else {
            Contract::new(game, hand, hand && said[0], hand && said[1], hand && said[2])
        };
        if let Some(made) = made
            && kiebitz::player::course::may_announce(made, bid)
        {
            return made;
        }
    }
}
