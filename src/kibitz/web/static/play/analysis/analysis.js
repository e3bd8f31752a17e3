/**
 * The analysis of a position: the score of every move on the board, the expected line, and the panels below
 * (graph, evaluation, comparison).
 */

import { report } from "../../shared/announcer.js";
import { ApiError, ask, askRanges, stream } from "../../shared/api.js";
import { openSearchComparison } from "./compare_searches.js";
import { button, h, keepingFocus, put } from "../../shared/dom.js";
import { openExplanation } from "./explain_evaluation.js";
import { openExpectations } from "./learned_expectations.js";
import { openScoreGraph } from "./score_graph.js";
import { EMPTY } from "../../shared/board/geometry.js";
import { changes } from "../../shared/board/skins.js";
import { searchProgressText } from "../../shared/search_progress.js";
import { brief, timeText, withMinus } from "../../shared/words.js";

const FIRST_SECONDS = 10; // of an analysis, where no solver knows at once
const DEEPER = 4; // times as long, when somebody wants it deeper

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../shared/api_types.js").Scores} Scores */
/** @typedef {Partial<import("../../shared/board/board.js").Picture>} Overlay */

/**
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {(change: Overlay) => void} lay  draws something over the board; undefined removes it
 * @param {(marks: Record<number, string>) => void} marked  told of the marks of the moves, by number
 */
export function openAnalysis(root, game, lay, marked) {
  const head = h("div", { class: "verdict" });
  const line = h("div", { class: "line" });
  const list = h("div", { class: "scores-list" });
  const graph = h("section", { class: "card graph-card", "aria-label": "Score over the game" });
  const explain = h("section", { class: "card explain-card", "aria-label": "Evaluation" });
  const compare = h("section", { class: "card compare-card", "aria-label": "Two searches compared" });
  const learned = h("section", { class: "card learned-card", "aria-label": "Learned player" });
  put(
    root,
    h(
      "div",
      { class: "thoughts" },
      h(
        "section",
        { class: "card scores-card", "aria-label": "Scores of the moves" },
        h("h2", {}, "What each move is worth"),
        head,
        line,
        list,
      ),
      graph,
    ),
    h("div", { class: "workbench" }, explain, compare, learned),
  );
  const panels = [
    openScoreGraph(graph, game, lay, marked),
    openExplanation(explain, game, (tints, strokes) => lay({ tints, strokes })),
    openSearchComparison(compare, game),
    openExpectations(learned, game),
  ];
  let work = new AbortController();
  let asked = "";
  /** @type {Scores | null} */
  let latest = null;
  /** For the next analysis, seconds. */
  let time = FIRST_SECONDS;
  /** Says that the analysis has ended; null while it goes on. @type {(() => void) | null} */
  let showEnd = null;

  async function update() {
    const key = JSON.stringify(game.query);
    for (const panel of panels) panel.update();
    if (key === asked) {
      if (latest) draw(latest);
      return showEnd?.();
    }
    asked = key;
    latest = null;
    showEnd = null;
    time = FIRST_SECONDS;
    work.abort();
    work = new AbortController();
    put(line);
    put(list);
    if (game.position.over) {
      return put(head, h("p", { class: "about" }, "The game is over here; go back a move to see scores."));
    }
    put(head, h("p", { class: "about" }, "Analysing …"));
    return follow(work.signal);
  }

  /** @param {AbortSignal} signal */
  async function follow(signal) {
    try {
      for await (const { event, data } of stream("analyse", { ...game.query, time }, signal, { goesOn: true })) {
        if (event === "failed") throw new ApiError(data.error, 0);
        if (event === "scores") {
          // What is looked at again, on the way deeper, is known already.
          if (!latest || data.exact || data.depth > latest.depth) keepingFocus(root, () => draw(data));
        } else if (!list.hasChildNodes()) put(head, h("p", { class: "about" }, searchProgressText({ ...data, event })));
      }
      const { high } = (await askRanges("/api/analyse")).time;
      if (signal.aborted) return;
      showEnd = () => end(signal, high ?? time);
      showEnd();
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      put(
        head,
        h(
          "p",
          { class: "about" },
          "The analysis stopped. ",
          button("Again", null, () => ((asked = ""), void update()), { class: "quiet" }),
        ),
      );
    }
  }

  /**
   * Say that the analysis has ended, and let it go on deeper.
   *
   * @param {AbortSignal} signal
   * @param {number} most  seconds that the server allows
   */
  function end(signal, most) {
    head.querySelector(".running")?.remove();
    if (!latest || latest.exact) return;
    const source = head.querySelector(".source-text");
    if (source) put(source, "from the search");
    const longer = Math.min(most, DEEPER * time);
    const deeper = button("Deeper", null, () => {
      put(ended, "Going on ", h("span", { class: "running", title: "still searching" }));
      showEnd = null;
      time = longer;
      void follow(signal);
    }, { class: "quiet", title: `Go on for ${timeText(longer)}` });
    const ended = h(
      "p",
      { class: "ended" },
      `The analysis ended at depth ${latest.depth}, after ${timeText(time)}. `,
      time < most && deeper,
    );
    head.append(ended);
  }

  /** @param {Scores} found */
  function draw(found) {
    latest = found;
    const entries = found.order.map((move) => /** @type {const} */ ([move, found.scores[move]]));
    const top = found.scores[found.best];
    /** @param {import("../../shared/api_types.js").MoveScore} score */
    const isBest = (score) =>
      score.level === top?.level && score.score === top.score && score.distance === top.distance;
    lay({
      scores: Object.fromEntries(
        entries.map(([move, score]) => [
          move,
          {
            text: withMinus(score.text),
            best: isBest(score),
            tone: tone(score),
            estimated: !score.proven,
          },
        ]),
      ),
    });
    put(
      head,
      h(
        "p",
        { class: "source" },
        found.exact ? h("strong", {}, "Exact") : h("strong", {}, `Depth ${found.depth}`),
        " ",
        h("span", { class: "source-text" }, sourceText(found)),
        " ",
        !found.exact && h("span", { class: "running", title: "still searching" }),
      ),
      h(
        "dl",
        { class: "figures" },
        figures(found).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      ),
    );
    drawLine(found.line);
    put(
      list,
      h(
        "ol",
        {},
        entries.map(([move, score]) =>
          h(
            "li",
            { class: isBest(score) ? "best" : "" },
            h("button", { type: "button", class: "move", onclick: () => game.play(move), title: `Play ${move}` }, move),
            h(
              "span",
              { class: `value ${tone(score)} ${score.proven ? "exact" : "estimated"}` },
              withMinus(score.text),
            ),
            h("span", { class: `about ${score.proven ? "exact" : "estimated"}` }, withMinus(score.words)),
          )
        ),
      ),
    );
  }

  /** The expected line, each move a button that shows the board there. @param {string[]} moves */
  function drawLine(moves) {
    if (!moves.length || line.dataset.open) return;
    put(
      line,
      h("span", { class: "small-title" }, "Expected line"),
      h(
        "span",
        { class: "line-moves" },
        moves.map((move, i) =>
          h("button", { type: "button", class: "move", onclick: () => void preview(moves, i + 1).catch(report) }, move)
        ),
      ),
      button("Play it through", "play", () => void preview(moves, 1).catch(report), { class: "quiet" }),
    );
  }

  /** Show the line on the board, up to so many moves. @param {string[]} moves @param {number} count */
  async function preview(moves, count) {
    const { signal } = work;
    const shown = await ask("position", { ...game.query, moves: [...game.position.moves, ...moves].join(" ") }, signal);
    const start = game.ply;
    /** @param {number} next */
    const show = (next) => {
      if (next < 0 || next > moves.length) return;
      /** @type {[number, number, string][]} */
      const notes = [];
      for (let i = 1; i <= next; i++) {
        for (const [row, column, mark] of changes(shown.history[start + i - 1].rows, shown.history[start + i].rows)) {
          const before = shown.history[start + i - 1].rows[row][column];
          if (before === EMPTY && mark !== EMPTY) notes.push([row, column, String(i)]);
        }
      }
      lay({
        board: {
          ...game.position.board,
          rows: shown.history[start + next].rows,
          texts: shown.history[start + next].texts,
        },
        legal: [],
        scored: [],
        last: [],
        notes,
        tints: undefined,
        strokes: undefined,
      });
      put(
        line,
        h("span", { class: "small-title" }, `Expected line, move ${next} of ${moves.length}`),
        h(
          "span",
          { class: "line-moves" },
          moves.map((move, i) =>
            h(
              "button",
              {
                type: "button",
                class: "move",
                "aria-current": i + 1 === next ? "true" : null,
                onclick: () => show(i + 1),
              },
              move,
            )
          ),
        ),
        h(
          "span",
          { class: "row" },
          button("Back", "back", () => show(next - 1), { disabled: next === 0, class: "icon-only" }),
          button("Forward", "forward", () => show(next + 1), { disabled: next === moves.length, class: "icon-only" }),
          button("Leave the line", "close", leave, { class: "quiet" }),
        ),
      );
    };
    const leave = () => {
      delete line.dataset.open;
      lay({ board: undefined, legal: undefined, scored: undefined, last: undefined, notes: undefined });
      drawLine(moves);
    };
    line.dataset.open = "true";
    show(count);
  }

  return {
    update() {
      delete line.dataset.open;
      update().catch(report);
    },
    close() {
      work.abort();
      for (const panel of panels) panel.close();
      lay({ scores: undefined, tints: undefined, strokes: undefined, notes: undefined });
      put(root);
    },
  };
}

/** A solver mostly looks up, so only a search is told by its speed. @param {Scores} found */
function figures({ source, nodes, speed, seconds }) {
  const cost = [
    [nodes === 1 ? "position" : "positions", brief(nodes)],
    ["a second", brief(speed)],
    ["time", timeText(seconds)],
  ];
  if (source === "solver") return nodes > 1 ? cost.slice(0, 1) : []; // looked up, which took no search
  return cost;
}

/** @param {Scores} found */
function sourceText(found) {
  if (!found.exact) return "so far, from the running search";
  return found.source === "solver" ? `from a solver (${found.by})` : "from a search to the end";
}

/** Of the number that is shown, which may be 0 where the level is not. @param {{level: number, text: string}} score */
const tone = ({ level, text }) => (Number(text) === 0 ? "even" : level > 0 ? "good" : level < 0 ? "bad" : "even");
