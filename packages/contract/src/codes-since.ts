import * as z from 'zod/mini';
import { nullableNumber, nullableText } from './device-call.ts';
import { count, instant } from './values.ts';

/** What else happened while a code changed (CH-05): 'during' it, never more. */
export const codeContexts = ['visit', 'firmware', 'memoryCleared', 'unknown'] as const;

/**
 * Codes with another value than at an instant (CH-09), those unlike the model first: the first of `count`.
 * Each changed between two readings, never at a moment (CH-02). `adjusting`: codes that changed too, but
 * that the family adjusts by itself (CH-06).
 */
export const codesSince = z.object({
  changes: z.array(
    z.object({
      code: z.string(),
      before: z.string(),
      after: z.string(),
      /** Usual value of the model, and how unlike it the present one is; null: too few devices. */
      usual: nullableText,
      level: nullableNumber,
      lastBefore: instant,
      firstAfter: instant,
      context: z.enum(codeContexts),
    }),
  ),
  count,
  adjusting: count,
});
export type CodesSince = z.infer<typeof codesSince>;
