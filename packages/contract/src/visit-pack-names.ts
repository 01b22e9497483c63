// Names and limits of visit packs without schemas: a client that needs only these loads no zod.

/**
 * Why a part is in the bring list (VP-08), in the order of the list: a condition asks for it or a person
 * entered it; its life ends within 8 weeks, so it may as well be looked at; it is empty within the lead time.
 */
export const packGroups = ['asked', 'lookAt', 'supply'] as const;
export type PackGroup = (typeof packGroups)[number];

/** States of the fetch box besides 'to pack'. */
export const fetchStates = ['packed', 'notInStock'] as const;
export type FetchState = (typeof fetchStates)[number];

/** What a line of work is: of a condition, a setting to set back, a firmware, or entered by the planner. */
export const taskKinds = ['condition', 'setting', 'firmware', 'task'] as const;

/** Why the forecast has no day for an item. */
export const forecastReasons = ['tooFewReadings', 'coarse', 'silent', 'notJudged'] as const;
export type ForecastReason = (typeof forecastReasons)[number];

/** Days that the forecast and 'may as well be looked at' look ahead (VP-08, VP-13). */
export const forecastDays = 56;
/** Days that errors and counters look back without a known visit. */
export const daysWithoutVisit = 30;
/** Groups of errors, errors in full, changed codes and visits at most (VP-10, VP-11, VP-14). */
export const mostGroups = 20;
export const mostNewest = 10;
export const mostChanges = 15;
export const mostVisits = 3;
/** Of each of those visits what was done besides the parts, at most. */
export const mostDone = 5;
/** Settings to set back of one device at most; the rest as a count. */
export const mostSettings = 100;
/** Characters of the reason of a setting to set back. */
export const mostReasonText = 200;
/** Days of bars of a group of errors. */
export const barDays = 24;
/** Feeds below which a source has no rate (as VE-03). */
export const leastFeeds = 500;
/** Bytes of JSON that a device takes at most (VP-17). */
export const mostPackBytes = 300_000;
/** Minutes for which a pack is not made again by itself (VP-21). */
export const packMinutes = 60;
/** Packs on a telephone, days ahead, and days after its visit until a pack is deleted (VP-21, VP-25). */
export const mostStoredPacks = 50;
export const storedDaysAhead = 7;
export const storedDaysAfter = 7;
