import * as z from 'zod/mini';

/** Percent, one decimal. */
const within = { within7Days: z.number(), within14Days: z.number(), within28Days: z.number() };

/**
 * Addition: how likely the device stops without a plan within 7, 14 and 28 days, in percent: a part of it
 * fails, a drive fails, or a service call of the last fortnight announces either. Each chance is corrected by
 * what came of such chances in the fleet's own past. `causes` by contribution, the greatest first; those of
 * less than 0.1 % within 28 days are left out of the list and of the sum. Causes are taken as independent:
 * 1 - (1 - p1)(1 - p2)…
 */
export const stopRisk = z.object({
  ...within,
  causes: z.array(
    z.object({
      /**
       * `drum.yellow`, `developer.black`, `fuser`, `secondTransfer`, `feedRoller.CST1`, `hdd.0`,
       * `serviceCalls`.
       */
      item: z.string(),
      ...within,
    }),
  ),
  /** Parts that the device counts and that cannot be judged yet: nothing of them is in the risk. */
  unknownParts: z.number(),
});
export type StopRisk = z.infer<typeof stopRisk>;
