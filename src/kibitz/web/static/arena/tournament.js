/** One tournament: its result so far, the boards being played, the standings, the ratings and every game. */

import { go } from "../shared/address.js";
import { announce } from "../shared/announcer.js";
import { BackgroundRun } from "../shared/background_run.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { LiveBoards } from "./live_boards.js";
import { GameList } from "./finished_games.js";
import { progressText, stateChip, titleOf } from "./tournament_list.js";
import { ratingPlot } from "./rating_plot.js";
import { crossTable, scoreBar, standingTable } from "./crosstable.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./arena_types.js").Overview} Overview */
/** @typedef {import("./arena_types.js").Standings} Standings */

/** @type {[string, string][]} */
const FILES = [
  ["csv", "Table (CSV)"],
  ["json", "Table (JSON)"],
  ["jsonl", "Games (JSON Lines)"],
  ["games", "Games with scores (.games)"],
  ["svg", "Ratings (SVG)"],
  ["pdf", "Ratings (PDF)"],
  ["html", "Report (HTML)"],
  ["toml", "Settings (TOML), for kibitz tournament"],
];

export class TournamentView {
  tournament;
  #address;
  #leave;
  #run;
  /** @type {Overview | null} */ #overview = null;
  #head = h("header", { class: "arena-head" });
  #announced = ""; // the state last announced
  #verdict = h("p", { class: "arena-verdict" });
  #notes = h("div", { class: "arena-notes" });
  #progress = h("div", { class: "run-progress" });
  #score = h("div", {});
  #boards = new LiveBoards();
  #table = h("section", { "aria-label": "Table" });
  #plot = h("section", { "aria-label": "Ratings" });
  #games = new GameList();

  /** @param {Address} address @param {() => void} leave  called when the tournament has been removed */
  constructor(address, leave) {
    this.tournament = address.tournament;
    this.#address = address;
    this.#leave = leave;
    this.#run = new BackgroundRun("arena", { tournament: this.tournament }, {
      shows: {
        overview: (overview) => this.#showOverview(overview),
        table: (table) => this.#showTable(table),
        games: ({ games }) => this.#games.add(games),
        boards: ({ boards }) => this.#boards.show(boards),
      },
      isRunning: () => this.#overview?.state === "running",
      lost: () =>
        put(
          this.#progress,
          h("p", {}, "This page no longer follows the tournament. "),
          button("Look again", "fresh", () => void this.#run.follow()),
        ),
    });
    this.element = h(
      "article",
      { class: "arena" },
      this.#head,
      h("div", { class: "card arena-first" }, this.#verdict, this.#notes, this.#score, this.#progress),
      this.#boards.element,
      h("div", { class: "arena-columns" }, this.#table, this.#plot),
      this.#games.element,
    );
    put(this.#verdict, "Loading …");
    void this.#run.follow();
  }

  close() {
    this.#run.close();
  }

  /** @param {Overview} overview */
  #showOverview(overview) {
    const before = this.#overview;
    this.#overview = overview;
    this.#games.game = overview.game;
    this.#games.tournament = this.tournament;
    document.title = `${titleOf(overview)} · Kibitz`;
    if (!before) this.#drawHead(overview);
    this.#announceEnd();
    this.#boards.isRunning = overview.state === "running";
    keepingFocus(this.#progress, () => this.#drawProgress(overview));
  }

  /** Announces once that the run has ended, with its verdict; the run may be over before the page has looked. */
  #announceEnd() {
    const { state } = this.#overview ?? {};
    if (state && state !== "running" && state !== this.#announced && this.#table.childElementCount) {
      announce(`The tournament is ${state}. ${this.#verdict.textContent}`);
      this.#announced = state;
    } else if (state === "running") this.#announced = "";
  }

  /** @param {Overview} overview */
  #drawHead(overview) {
    const { variant, kind, each, seed, openings, players, sprt, rounds } = overview;
    const facts = [
      variant,
      players.length > 2 && (kind === "swiss" && rounds ? `Swiss, ${plural(rounds, "round")}` : kind),
      players.length > 2 && `${plural(each, "game")} per pair`,
      openings === "0"
        ? "no openings"
        : openings
        ? `openings of ${plural(Number(openings), "move")}`
        : "balanced openings",
      sprt && `a test of whether the first is better by ${sprt[1]} rather than ${sprt[0]} Elo`,
      `seed ${seed}`,
    ];
    put(
      this.#head,
      h("p", { class: "run-back" }, h("a", { href: "/arena" }, "← All tournaments")),
      h("h1", {}, titleOf(overview)),
      h("p", { class: "about" }, facts.filter(Boolean).join(" · ")),
    );
  }

  /** @param {Overview} overview */
  #drawProgress(overview) {
    const { state, stage, games, planned } = overview;
    const isRunning = state === "running";
    put(
      this.#progress,
      state !== "finished" && h("progress", { max: planned, value: games, "aria-label": "Games played" }),
      h(
        "p",
        { class: "arena-how-far" },
        stateChip(overview),
        ` ${progressText(overview)}`,
        isRunning && h("span", { class: "about" }, ` · ${stage}${stage === "playing" ? "" : " …"}`),
      ),
      overview.error && h("p", { class: "run-error" }, overview.error),
      h(
        "div",
        { class: "row arena-actions" },
        isRunning && button("Stop", "pause", () => void this.#run.stop()),
        state === "stopped" && button("Go on", "play", () => void this.#run.goOn("resume"), { class: "primary" }),
        button("Another like this", "edit", () => go(this.#settingOf(overview))),
        filesMenu(this.tournament),
        !isRunning && button("Remove", "close", () => this.#askRemove(), { class: "quiet" }),
      ),
    );
  }

  /** @param {Standings} table */
  #showTable(table) {
    put(this.#verdict, table.verdict);
    const faults = table.players.filter(({ forfeits }) => forfeits);
    put(
      this.#notes,
      table.test && h("p", {}, table.test),
      table.repeated > 0 &&
        h(
          "p",
          { class: "about" },
          `${plural(table.repeated, "game")} repeated an earlier one move by move and added no information.`,
        ),
      faults.map(({ name, forfeits }) =>
        h("p", { class: "about" }, `“${name}” lost ${plural(forfeits, "game")} because of its own errors.`)
      ),
    );
    const isMatch = table.players.length === 2;
    const first = this.#overview?.players[0].name;
    const asEntered = table.players[1].name === first ? [...table.players].reverse() : table.players;
    put(this.#score, isMatch && asEntered[0].games > 0 && scoreBar(asEntered)); // the sides stay, whoever leads
    /** @param {string} one @param {string} other */
    const showGames = (one, other) => this.#games.only(one, other);
    const isBegun = table.players.some(({ games }) => games);
    this.#table.hidden = this.#plot.hidden = !isBegun;
    keepingFocus(this.#table, () =>
      put(
        this.#table,
        h("h2", {}, "Table"),
        standingTable(table.players),
        !isMatch && [h("h3", {}, "Results of each pair"), crossTable(table.players, showGames)],
      ));
    put(this.#plot, ratingPlot(table.players));
    this.#announceEnd();
  }

  #askRemove() {
    this.#run.askRemove("This removes the tournament with all its games.", this.#leave);
  }

  /** The address of the form, filled in as for this tournament. @param {Overview} overview @returns {Address} */
  #settingOf({ game, players, kind, each, rounds, openings, seed, sprt }) {
    return {
      ...this.#address,
      tournament: "",
      game,
      moves: "",
      position: "",
      players: players.map(({ spec }) => spec).join(";"),
      kind: kind === "round-robin" ? "" : kind,
      games: String(each),
      rounds: rounds ? String(rounds) : "",
      openings,
      seed: seed || null,
      sprt: sprt ? sprt.join(",") : "",
    };
  }
}

/** @param {string} tournament */
function filesMenu(tournament) {
  return h(
    "details",
    { class: "arena-files" },
    h("summary", {}, "Download"),
    h(
      "ul",
      { class: "menu-list" },
      FILES.map(([format, title]) =>
        h("li", {}, h("a", { href: `/api/arena/file?tournament=${tournament}&format=${format}`, download: "" }, title))
      ),
    ),
  );
}
