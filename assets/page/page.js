"use strict";
// The puzzle as a game in the browser. Everything needed stands in the page's data; nothing is loaded, nothing is sent.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const page = document.getElementById("page");
  const STORE = "kiebitz-progress";
  const SYMBOLS = { C: "♣", S: "♠", H: "♥", D: "♦" };
  const POINTS = { A: 11, T: 10, K: 4, Q: 3, J: 2 };
  let language = data.language;
  let current = null;

  // Progress: which puzzles are solved, and the language. A browser that forbids storage only forgets.
  const read = () => { try { return JSON.parse(localStorage.getItem(STORE)) || {}; } catch { return {}; } };
  const progress = Object.assign({ solved: {} }, read());
  const keep = () => { try { localStorage.setItem(STORE, JSON.stringify(progress)); } catch { /* nothing to keep it in */ } };
  if (progress.language === "de" || progress.language === "en") language = progress.language;

  const say = (key, values) => {
    let text = data.said[language][key];
    for (const name in values || {}) text = text.split("{" + name + "}").join(values[name]);
    return text;
  };
  const told = (texts) => texts[language] || texts[language === "de" ? "en" : "de"] || "";
  const lookUp = (keys, names, key) => data.said[language][names][data.said[language][keys].indexOf(key)];
  const cardName = (card) => lookUp("card_keys", "cards", card);
  const seatName = (seat) => data.said[language].seats[seat];
  const split = (cards) => cards.match(/../g) || [];

  const make = (tag, attributes, ...inside) => {
    const node = document.createElement(tag);
    for (const name in attributes || {}) {
      if (name === "on") node.addEventListener("click", attributes.on);
      else if (attributes[name] !== false && attributes[name] !== null) node.setAttribute(name, attributes[name]);
    }
    for (const child of inside) if (child !== null && child !== undefined) node.append(child);
    return node;
  };

  // Rules: who takes a trick.
  const order = (game, card, led) => {
    const [suit, rank] = card;
    if (game === "N") return suit === led ? 1 + "789TJQKA".indexOf(rank) : 0;
    const trump = rank === "J" || suit === game;
    if (rank === "J") return 200 + "DHSC".indexOf(suit);
    const high = 1 + "789QKTA".indexOf(rank);
    return trump ? 100 + high : suit === led ? high : 0;
  };
  const winner = (game, trick) => {
    const led = trick[0][1][0];
    let best = 0;
    for (let at = 1; at < 3; at++)
      if (order(game, trick[at][1], led) > order(game, trick[best][1], led)) best = at;
    return trick[best][0];
  };
  const worth = (trick) => trick.reduce((sum, play) => sum + (POINTS[play[1][1]] || 0), 0);

  const start = (puzzle) => ({
    puzzle, node: puzzle.tree, hands: puzzle.hands.map((hand) => hand && hand.slice()), counts: puzzle.counts.slice(),
    trick: puzzle.trick.slice(), last: null, turn: puzzle.turn, points: puzzle.points.slice(), log: [], state: "play",
    message: "", past: [], hints: 0, given: { cards: [], text: "", game: null, places: {} },
  });
  const saved = (game) => ({
    node: game.node, hands: game.hands.map((hand) => hand && hand.slice()), counts: game.counts.slice(),
    trick: game.trick.slice(), last: game.last, turn: game.turn, points: game.points.slice(), log: game.log.slice(),
  });

  // A card falls.
  const fall = (game, card) => {
    const seat = game.turn;
    if (game.hands[seat]) game.hands[seat] = game.hands[seat].filter((held) => held !== card);
    game.counts[seat]--;
    game.last = null;
    game.trick.push([seat, card]);
    if (game.trick.length < 3) { game.turn = (seat + 1) % 3; return; }
    const taker = winner(game.puzzle.game, game.trick);
    game.points[taker === game.puzzle.declarer ? 0 : 1] += worth(game.trick);
    game.log.push(game.trick.map((play) => seatName(play[0]) + " " + cardName(play[1])).join(", ") + " – " + say("takes", { seat: seatName(taker) }));
    game.last = game.trick;
    game.trick = [];
    game.turn = taker;
  };
  const others = (game) => {
    for (const card of split(game.node.a)) fall(game, card);
    if (game.node.w) {
      game.state = "won";
      game.message = say("solved") + (game.node.c ? " " + say("rest") : "");
      progress.solved[game.puzzle.key] = true;
      keep();
    }
  };
  const play = (game, card) => {
    const follows = game.node.m[card];
    game.past.push(saved(game));
    game.hints = 0;
    game.verdict = undefined;
    fall(game, card);
    if (typeof follows === "string") {
      for (const next of split(follows)) fall(game, next);
      game.state = "lost";
      game.message = say("wrong", { card: cardName(card) });
    } else {
      game.message = say("right", { card: cardName(card) });
      game.node = follows;
      others(game);
    }
  };
  const takeBack = (game) => {
    const before = game.past.pop();
    if (before) Object.assign(game, before, { state: "play", message: "", hints: 0, verdict: undefined });
  };
  const rightCards = (game) => Object.keys(game.node.m || {}).filter((card) => typeof game.node.m[card] !== "string");

  // Answers that are not played: a number, yes or no, two cards, a game, the lie of the cards.
  const solved = (game) => { progress.solved[game.puzzle.key] = true; keep(); };
  const judge = (game, verdict, hint) => {
    game.verdict = verdict;
    game.message = verdict ? say("answer_right") : hint || say("answer_wrong");
    if (verdict) { solved(game); game.told = true; }
    draw(true);
  };
  const check = (game) => {
    const ask = game.puzzle.ask, given = game.given;
    if (ask.kind === "discard") {
      if (given.cards.length !== 2 || (ask.game && !given.game)) return judge(game, false, say("choose_two"));
      const fits = (pair) => pair[1].filter((card) => given.cards.includes(card)).length;
      const inGame = (pair) => !ask.game || pair[0] === given.game;
      const best = Math.max(0, ...ask.right.filter(inGame).map(fits));
      if (best < 2 && ask.unknown.some((pair) => inGame(pair) && fits(pair) === 2)) return judge(game, false, say("unknown"));
      return judge(game, best === 2, say("some_right", { n: best, of: 2 }));
    }
    if (ask.kind === "game") return judge(game, ask.right.includes(given.game));
    if (ask.kind === "place") {
      const right = ask.cards.filter((card) => given.places[card] === ask.right[card]).length;
      return judge(game, right === ask.cards.length, say("some_right", { n: right, of: ask.cards.length }));
    }
    const number = /^\s*\d+\s*$/.test(given.text) ? Number(given.text) : NaN;
    return judge(game, number === ask.right, number > ask.right ? say("too_many") : number < ask.right ? say("too_few") : null);
  };
  const choices = (name, options, chosen, choose) => make("div", { class: "row", role: "group", "aria-label": name },
    ...options.map(([value, text]) => make("button", { type: "button", "data-answer": value, "aria-pressed": chosen === value ? "true" : "false", on: () => { choose(value); draw(false, "[data-answer='" + value + "']"); } }, text)));
  const askNode = (game) => {
    const ask = game.puzzle.ask, given = game.given, words = data.said[language];
    const label = say(ask.label || "ask_" + ask.kind);
    const box = make("form", { id: "ask", class: "ask" }, make("p", { id: "asked" }, label));
    box.addEventListener("submit", (event) => { event.preventDefault(); check(game); });
    if (ask.kind === "yes") {
      box.append(make("div", { class: "row" }, ...[[true, "yes"], [false, "no"]].map(([value, key]) =>
        make("button", { type: "button", id: "say-" + key, on: () => judge(game, value === ask.right) }, say(key)))));
      return box;
    }
    if (ask.kind === "card") {
      box.append(make("div", { class: "hand", role: "group", "aria-labelledby": "asked" }, ...ask.from.map((card) =>
        make("button", { type: "button", class: "card may " + card[0], "data-say": card, "aria-label": cardName(card), on: () => judge(game, ask.right.includes(card)) }, ...face(card)))));
      return box;
    }
    if (ask.kind === "discard") box.append(make("div", { class: "hand", role: "group", "aria-labelledby": "asked" }, ...ask.from.map((card) =>
      make("button", { type: "button", class: "card may " + card[0] + (given.cards.includes(card) ? " chosen" : ""), "data-lay": card, "aria-pressed": given.cards.includes(card) ? "true" : "false", "aria-label": say("lay_away", { card: cardName(card) }),
        on: () => { given.cards = given.cards.includes(card) ? given.cards.filter((held) => held !== card) : given.cards.concat(card).slice(-2); draw(false, "[data-lay='" + card + "']"); } }, ...face(card)))));
    if (ask.kind === "game" || ask.game) box.append(choices(say("ask_game"), words.game_keys.map((key, at) => [key, words.games[at]]), given.game, (value) => { given.game = value; }));
    if (ask.kind === "place") for (const card of ask.cards) {
      const select = make("select", { "data-place": card }, make("option", { value: "" }, "–"), ...ask.places.map((place) => make("option", { value: place }, place < 3 ? seatName(place) : say("skat"))));
      select.value = card in given.places ? String(given.places[card]) : "";
      select.addEventListener("change", () => { given.places[card] = select.value === "" ? undefined : Number(select.value); });
      box.append(make("label", { class: "place" }, make("span", {}, cardName(card)), select));
    }
    if (ask.most) {
      const field = make("input", { id: "number", type: "text", inputmode: "numeric", autocomplete: "off", maxlength: "3", "aria-labelledby": "asked" });
      field.value = given.text;
      field.addEventListener("input", () => { given.text = field.value; });
      box.append(field);
    }
    box.append(make("button", { type: "submit", id: "check", class: "main" }, say("check")));
    return box;
  };

  // Drawing.
  const face = (card) => [
    lookUp("rank_keys", "ranks", card[1]),
    data.german_suits ? make("small", {}, lookUp("suit_keys", "suits", card[0])) : make("i", { "aria-hidden": "true" }, SYMBOLS[card[0]]),
  ];
  const cardNode = (game, seat, card, may) => {
    if (!may) return make("span", { class: "card " + card[0], role: "img", "aria-label": cardName(card) }, ...face(card));
    const hint = game.hints > 1 && card === rightCards(game)[0];
    return make("button", { type: "button", class: "card may " + card[0] + (hint ? " hint" : ""), "data-card": card, "aria-label": say("plays", { card: cardName(card) }), on: () => { play(game, card); draw(true); } }, ...face(card));
  };
  const handNode = (game, seat) => {
    const mine = game.state === "play" && game.node && game.node.m && game.turn === seat && game.puzzle.mine.includes(seat);
    const hand = game.hands[seat];
    const cards = make("div", { class: "hand" });
    if (hand) for (const card of hand) cards.append(cardNode(game, seat, card, mine && card in game.node.m));
    else {
      for (let at = 0; at < game.counts[seat]; at++) cards.append(make("span", { class: "card back", "aria-hidden": "true" }));
      cards.append(make("span", { class: "sub" }, " " + say("hidden")));
    }
    const declarer = seat === game.puzzle.declarer ? make("span", {}, " (" + data.said[language].declarer + ")") : null;
    return make("section", { class: "seat", "aria-label": seatName(seat) }, make("h3", {}, seatName(seat), declarer), cards);
  };
  const tableNode = (game) => {
    const table = make("div", { class: "table", role: "group", "aria-label": say("table") });
    for (const seat of [0, 1, 2]) table.append(handNode(game, seat));
    const lying = game.trick.length ? game.trick : game.last || [];
    if (lying.length || game.puzzle.tree) table.append(make("div", { class: "trick" }, ...lying.map((played) => make("figure", {}, cardNode(game, played[0], played[1], false), make("figcaption", {}, seatName(played[0]))))));
    if (game.puzzle.skat) table.append(make("section", { class: "seat" }, make("h3", {}, say("skat")), make("div", { class: "hand" }, ...game.puzzle.skat.map((card) => cardNode(game, 0, card, false)))));
    if (game.puzzle.game !== "N" && (game.puzzle.tree || game.points[0] + game.points[1])) table.append(make("p", { class: "sub" }, say("score", { own: game.points[0], other: game.points[1] })));
    return table;
  };
  const message = (game) => {
    if (game.verdict !== undefined) return game.message;
    if (!game.puzzle.tree) return game.puzzle.ask ? "" : say("no_play");
    if (game.hints > 0 && game.state === "play") {
      const card = rightCards(game)[0];
      return game.hints > 1 ? say("hint_card", { card: cardName(card) }) : say("hint_suit", { suit: lookUp("suit_keys", "suits", card[0]) });
    }
    return (game.message + " " + (game.state === "play" ? say("your_turn", { seat: seatName(game.turn) }) : "")).trim();
  };

  const header = (withList) => {
    const other = language === "de" ? "en" : "de";
    const bar = make("header", {}, make("h1", {}, data.title));
    const buttons = make("div", { class: "row" });
    if (withList && data.puzzles.length > 1) buttons.append(make("button", { type: "button", id: "list", on: () => { current = null; draw(true); } }, say("list")));
    buttons.append(make("button", { type: "button", id: "language", lang: other, on: () => { language = other; progress.language = other; keep(); draw(true); } }, data.said[other].other === undefined ? other : say("other")));
    bar.append(buttons);
    return bar;
  };
  const open = (at) => {
    current = start(data.puzzles[at]);
    current.at = at;
    if (current.node) others(current);
    draw(true);
  };
  const drawList = () => {
    const solved = data.puzzles.filter((puzzle) => progress.solved[puzzle.key]).length;
    page.append(header(false), make("p", { id: "progress", class: "sub" }, say("progress", { n: solved, of: data.puzzles.length })));
    const list = make("ol", { class: "list" });
    data.puzzles.forEach((puzzle, at) => {
      const done = progress.solved[puzzle.key];
      list.append(make("li", {}, make("button", { type: "button", "data-puzzle": at, on: () => open(at) }, (at + 1) + ". " + told(puzzle.title) + " ", make("span", { class: "sub" }, told(puzzle.subtitle)), done ? make("span", { class: "tick" }, " ✓ " + say("done")) : null)));
    });
    page.append(list);
  };
  const drawGame = (game) => {
    const puzzle = game.puzzle;
    page.append(header(true), make("h2", { id: "title", tabindex: "-1" }, told(puzzle.title)), make("p", { class: "sub" }, told(puzzle.subtitle)));
    if (progress.solved[puzzle.key]) page.append(make("p", { id: "solved", class: "tick" }, "✓ " + say("done")));
    page.append(make("p", { id: "question" }, told(puzzle.question)));
    // Twelve cards to choose from stand in the question itself; the table would show them a second time.
    if (!(puzzle.ask && puzzle.ask.kind === "discard" && !game.told)) page.append(tableNode(game));
    if (puzzle.ask && !game.told && game.state === "play" && !game.past.length) page.append(askNode(game));
    const mood = game.state === "won" || game.verdict ? " good" : game.state === "lost" || game.verdict === false ? " bad" : "";
    page.append(make("p", { id: "say", class: "say" + mood, role: "status", "aria-live": "polite" }, message(game)));
    const buttons = make("div", { class: "row" });
    if (puzzle.tree) {
      buttons.append(
        make("button", { type: "button", id: "back", disabled: game.past.length ? false : "", on: () => { takeBack(game); draw(true); } }, say("back")),
        make("button", { type: "button", id: "again", on: () => open(game.at) }, say("again")),
        make("button", { type: "button", id: "hint", disabled: game.state === "play" ? false : "", on: () => { game.hints++; draw(true); } }, say("hint")));
    }
    if (game.at + 1 < data.puzzles.length) buttons.append(make("button", { type: "button", id: "next", class: game.state === "won" || game.verdict ? "main" : "", on: () => open(game.at + 1) }, say("next")));
    page.append(buttons);
    if (game.log.length) page.append(make("ol", { class: "log" }, ...game.log.map((line) => make("li", {}, line))));
    if (told(puzzle.solution)) page.append(make("details", { id: "solution", open: game.told ? "" : false }, make("summary", {}, say("solution")), ...told(puzzle.solution).split("\n").map((line) => make("p", {}, line))));
    if (puzzle.credit) page.append(make("p", { class: "credit" }, puzzle.credit));
  };
  // Draws everything anew; after a step of the reader the keyboard goes on where it makes sense.
  const draw = (moved, at) => {
    document.documentElement.lang = language;
    page.replaceChildren();
    if (current) drawGame(current); else drawList();
    if (at && page.querySelector(at)) page.querySelector(at).focus({ preventScroll: true });
    if (!moved) return;
    const asking = current && current.verdict === false ? page.querySelector("#number") || page.querySelector("#ask button") : null;
    const next = asking || page.querySelector("button.card.may") || page.querySelector(current && current.state === "lost" ? "#back" : "#next") || page.querySelector("button");
    if (next) next.focus({ preventScroll: true });
  };
  // Arrows go from card to card.
  document.addEventListener("keydown", (event) => {
    const cards = [...page.querySelectorAll("button.card.may")];
    const at = cards.indexOf(document.activeElement);
    if (at < 0) return;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step) { cards[(at + step + cards.length) % cards.length].focus(); event.preventDefault(); }
  });

  if (data.puzzles.length === 1) { current = start(data.puzzles[0]); current.at = 0; if (current.node) others(current); }
  draw(false);
})();
