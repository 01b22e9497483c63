import * as z from 'zod/mini';

/** Percent, one decimal. */
const within = { within7Days: z.number(), within14Days: z.number(), within28Days: z.number() };

/**
 * Addition: how likely the device stops without a plan within 7, 14 and 28 days, in percent: a part of it
 * fails, a drive fails, a service call of the last fortnight announces either, or something fails that
 * nothing announces (`unexplained`, from how often parts of that age fail in the fleet). Each chance is
 * corrected by what came of such chances in the fleet's own past. `causes` by contribution, the greatest
 * first; those of less than 0.1 % within 28 days are left out of the list and of the sum. Causes are taken
 * as independent: 1 - (1 - p1)(1 - p2)…
 */
export const stopRisk = z.object({
  ...within,
  causes: z.array(
    z.object({
      /**
       * `drum.yellow`, `developer.black`, `fuser`, `secondTransfer`, `feedRoller.CST1`, `hdd.0`,
       * `serviceCalls`, `unexplained`.
       */
      item: z.string(),
      ...within,
      /** Of `unexplained`: failures of parts that the fleet has seen, and the device-years under watch. */
      seen: z.optional(z.object({ failures: z.number(), deviceYears: z.number() })),
    }),
  ),
  /**
   * Parts that the device counts and that cannot be judged by themselves yet: in the risk only as
   * `unexplained`, where that is known.
   */
  unknownParts: z.number(),
});
export type StopRisk = z.infer<typeof stopRisk>;
