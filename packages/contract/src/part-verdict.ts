import * as z from 'zod/mini';
import { nullableNumber } from './device-call.ts';

/**
 * What has to be done about a part, most severe first. `due`: it has failed, or its rated life is consumed
 * and its condition is not known. `nextVisit`: replace or inspect it at the next visit. `unknown`: neither
 * its life nor its condition is known.
 */
export const partVerdicts = ['due', 'nextVisit', 'watch', 'sound', 'unknown'] as const;
export type Verdict = (typeof partVerdicts)[number];

/**
 * Addition: the one verdict on a part, equal on every answer that carries the part. `speaks`: what it rests
 * on, the judged condition or the rated life; null: neither is known. `rated`: percent of the rated life
 * consumed, and the percent from which a part is recommended for replacement. `exhaustion`: percent of the
 * expected life of this piece, as its condition is judged. `differs`: the rated life is consumed although the
 * condition asks for no visit, or the condition asks for one before.
 */
export const partVerdict = z.object({
  verdict: z.enum(partVerdicts),
  speaks: z.nullable(z.enum(['condition', 'rated'])),
  rated: z.nullable(z.object({ consumed: z.number(), threshold: z.number() })),
  exhaustion: nullableNumber,
  differs: z.nullable(z.enum(['ratedReached', 'conditionFirst'])),
});
export type PartVerdict = z.infer<typeof partVerdict>;
