/** Quiet sounds of pieces, made by the browser; off until somebody turns them on. */

import { readStored, store } from "../storage.js";

const KEY = "kibitz-sounds";
const VOLUME = 0.06;
const APART = 0.03; // seconds; of sounds that come at once, one is heard

/** The pitch of each sound in hertz, and how long it is heard. @type {Record<string, [number, number]>} */
const SOUNDS = { place: [210, 0.09], slide: [180, 0.08], turn: [420, 0.05], sow: [520, 0.04], leave: [130, 0.12] };

/** @typedef {"place" | "slide" | "turn" | "sow" | "leave"} Sound */

/** @type {AudioContext | null} */
let context = null;
let next = 0;

export const hasSounds = () => readStored(KEY, false);

/** @param {boolean} isOn */
export const setSounds = (isOn) => store(KEY, isOn);

/** @param {Sound} name */
export function sound(name) {
  if (!hasSounds() || !navigator.userActivation?.hasBeenActive) return; // browsers allow none before the first click
  try {
    playTone(...SOUNDS[name]);
  } catch {
    // the machine has nothing to play it on; the move goes on
  }
}

/** @param {number} pitch @param {number} length */
function playTone(pitch, length) {
  context ??= new AudioContext();
  const now = context.currentTime;
  if (now < next) return;
  next = now + APART;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: VOLUME });
  volume.gain.exponentialRampToValueAtTime(0.0001, now + length);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
