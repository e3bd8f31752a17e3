/** Following work that the server does in the background, such as a tournament or a run of the lab. */

import { report } from "./announcer.js";
import { ApiError, stream } from "./api.js";

/**
 * Follow a stream of reports until the work ends or the signal is aborted.
 *
 * @param {string} path
 * @param {Record<string, string>} query
 * @param {AbortSignal} signal
 * @param {object} handlers
 * @param {Record<string, (data: any) => void>} handlers.shows  by the name of an event: what shows its data
 * @param {() => boolean} handlers.isRunning  whether the work goes on, after what was shown last
 * @param {(why: string) => void} handlers.lost  called if the reports stop while the work goes on
 */
export async function watch(path, query, signal, { shows, isRunning, lost }) {
  try {
    for await (const { event, data } of stream(path, query, signal, { goesOn: true })) {
      if (event === "failed") throw new ApiError(data.error, 0);
      shows[event]?.(data);
    }
    if (isRunning()) {
      throw new ApiError("The server stopped reporting. Reload the page to see the progress.", 0);
    }
  } catch (error) {
    if (signal.aborted) return;
    report(error);
    lost(error instanceof Error ? error.message : String(error));
  }
}
