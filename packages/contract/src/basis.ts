import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { figureInputs } from './figures.ts';

/**
 * Addition: what a judged figure rests on. `rule` names the method; readings are days with a value.
 * With fewer than `neededReadings` the figure is withheld (null) and this says how many are missing.
 */
export const basis = z.object({
  rule: z.string(),
  readings: z.int().check(z.minimum(0)),
  neededReadings: z.int().check(z.minimum(0)),
  /** First and last day used, `YYYY-MM-DD`; null without any. */
  from: nullableText,
  to: nullableText,
  /**
   * What the figures were calculated from; left out where all are withheld, and of judgements of earlier
   * versions.
   */
  inputs: z.optional(figureInputs),
});
export type Basis = z.infer<typeof basis>;
