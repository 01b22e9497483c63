import type { CodePast } from '../src/code-history/changes-since.ts';
import type { CodeReading } from '../src/code-history/code-spans.ts';
import { type ModelValues, noModelValues } from '../src/code-history/model-values.ts';

/** An instant of November 2026, UTC: `at('03T20:01')`. */
export const at = (text: string): number => Date.parse(`2026-11-${text}:00Z`);

/** A reading at an instant, with these codes. */
export const reading = (time: string, codes: Readonly<Record<string, string>>): CodeReading => ({
  at: at(time),
  digest: JSON.stringify(codes),
  codes: new Map(Object.entries(codes)),
});

/** A model in which 08-2103-0 and 05-1-0 are usually 128: any other value is unlike it. */
export const modelOf128: ModelValues = {
  '05': { usual: { '1.0': ['128', null] }, levels: { '1.0': ['128', 2, []] } },
  '08': { usual: { '2103.0': ['128', null] }, levels: { '2103.0': ['128', 3, []] } },
};

/** The past of a device: nothing but these readings, unless more is given. */
export const past = (readings: readonly CodeReading[], more: Partial<CodePast> = {}): CodePast => ({
  readings,
  values: noModelValues,
  adjusting: new Set(),
  visits: [],
  firmware: [],
  breaks: [],
  ...more,
});
