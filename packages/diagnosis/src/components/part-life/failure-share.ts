import { chanceOfFailure, type EndedPiece, type KindEndings } from './ended-pieces.ts';
import type { LifeSummary } from './life-model.ts';

/** Share of the failures that log an error below which a fleet logs none. */
const fewLogged = 0.05;

/** Whether most replacements of a kind are failures of which no device logs an error. */
export const areMostlyFailures = (endings: KindEndings | undefined): boolean =>
  endings !== undefined && endings.own.failed > 0.5 && endings.own.shown < fewLogged;

/**
 * What a failure that a sensor shows is believed to mean before any piece was seen, in pieces: a limit that
 * the maker names is one, a drift against the first readings must prove itself on two that failed (0436).
 */
const sensorBelief = { limit: { failed: 3, known: 3 }, drift: { failed: 1, known: 2 } } as const;
export type SensorShows = keyof typeof sensorBelief;

/** Days within which a piece fails whose sensor shows it; one that works on for longer had not failed. */
export const shownAhead = 90;

/**
 * How far it is known that a failure which a sensor showed was none, 0 to 1: it grows with the days that the
 * piece works on after it, and is 1 from 90 days on, or once it was found good. 0 for a piece that failed or
 * was replaced within them.
 */
export function worksOn({ shownFor = 0, cleared, replaced, failed }: LifeSummary): number {
  if (shownFor > shownAhead || cleared === true) return 1;
  return replaced === true || failed ? 0 : shownFor / shownAhead;
}

/**
 * Share of the pieces whose sensor showed a failure that did fail within 90 days of it. Those that run on
 * count as ones that did not by how long they have done so. Undefined where no sensor showed any.
 * @param shows what the sensor of this kind crosses
 */
export function sensorShare(
  lives: readonly LifeSummary[],
  endings: KindEndings | undefined,
  shows: SensorShows,
): number | undefined {
  const shown = lives.filter((life) => life.ending?.includes('sensor'));
  if (shown.length === 0) return undefined;
  const isKnown = (life: LifeSummary) => life.replaced === true || life.failed;
  const failed = sum(shown.map((life) => (isKnown(life) ? (1 - worksOn(life)) * failureShare(life, endings) : 0)));
  const known = sum(shown.map((life) => (isKnown(life) ? 1 : worksOn(life))));
  const belief = sensorBelief[shows];
  return (failed + belief.failed) / (known + belief.known);
}

/**
 * How likely a life ended with a failure, 0 to 1: certain of one whose failure was reported, nothing of one
 * that runs on.
 */
export function failureShare(life: LifeSummary, endings: KindEndings | undefined): number {
  if (life.failed) return 1;
  return life.replaced !== true || endings === undefined ? 0 : chanceOfFailure(toEnded(life), endings);
}

/** A life that was ended by a replacement, without its kind. */
export const toEnded = ({ end, named, ending, failed }: LifeSummary): Omit<EndedPiece, 'kind'> => ({
  age: named === undefined || !(named > 0) ? undefined : end / named,
  signs: ending ?? [],
  isSensed: ending?.includes('sensor'),
  hasFailed: failed,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
