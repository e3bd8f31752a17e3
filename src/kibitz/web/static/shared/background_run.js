/** Work that the server does in the background, as its page handles it: follow it, stop it, go on, remove it. */

import { notice, report } from "./announcer.js";
import { tell } from "./api.js";
import { watch } from "./watching.js";

export class BackgroundRun {
  #path;
  #query;
  #handlers;
  #work = new AbortController();

  /**
   * @param {string} path  what its requests begin with, such as "arena"
   * @param {Record<string, string>} query  names the work
   * @param {Parameters<typeof watch>[3]} handlers  `shows.overview` is also called with what a command is answered
   */
  constructor(path, query, handlers) {
    this.#path = path;
    this.#query = query;
    this.#handlers = handlers;
  }

  /** Show what the server reports until the work ends or the page closes. */
  async follow() {
    await watch(`${this.#path}/watch`, this.#query, this.#work.signal, this.#handlers);
  }

  /** Follow it no longer; the work goes on. */
  close() {
    this.#work.abort();
  }

  async stop() {
    await this.#command("stop");
  }

  /**
   * Go on with work that was stopped, and follow it again. Returns whether it goes on.
   *
   * @param {string} command  what the server calls it
   * @param {Record<string, string>} [more]
   */
  async goOn(command, more = {}) {
    if (!await this.#command(command, more)) return false;
    this.close();
    this.#work = new AbortController();
    void this.follow();
    return true;
  }

  /** @param {string} sentence  what is lost @param {() => void} leave  called when it has been removed */
  askRemove(sentence, leave) {
    const remove = async () => {
      await tell(`${this.#path}/remove`, this.#query);
      leave();
    };
    notice(sentence, { action: { text: "Remove it", run: () => void remove().catch(report) } });
  }

  /** @param {string} command @param {Record<string, string>} [more] */
  async #command(command, more = {}) {
    try {
      this.#handlers.shows.overview(await tell(`${this.#path}/${command}`, { ...this.#query, ...more }));
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }
}
