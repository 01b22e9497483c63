/** A meter at an instant, by the age of its reading (LG-15). */
export const meterStates = ['exact', 'near', 'old', 'none', 'afterBreak', 'suspicious'] as const;
export type MeterState = (typeof meterStates)[number];

/** What became of a reading: it counts, is not billed yet, or was left out and why (LG-08 to LG-13). */
export const readingStates = ['good', 'afterBreak', 'suspicious', 'stated', 'recognised', 'zero'] as const;
export type ReadingState = (typeof readingStates)[number];

/** Where a reading came from (LG-06). Only `report` enters by itself. */
export const readingSources = ['report', 'visit', 'customer', 'estimate', 'import'] as const;
export type ReadingSource = (typeof readingSources)[number];

/** LG-19. A leap is accepted by the cause `printed`. */
export const correctionKinds = ['cause', 'exclude', 'pages', 'reading'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

export const correctionReasons = ['boardExchange', 'misread', 'testPrints', 'agreed', 'wrongDevice', 'other'] as const;
export type CorrectionReason = (typeof correctionReasons)[number];

/** `waiting`: above the limit, a second person has to confirm it; until then it is in no figure (LG-21). */
export const correctionStates = ['inForce', 'waiting', 'refused', 'withdrawn'] as const;
export type CorrectionState = (typeof correctionStates)[number];
export const correctionDecisions = ['confirm', 'refuse', 'withdraw'] as const;

export const mostCorrectedPages = 100_000_000;
/** Pages, and share of the use of its month, above which a second person confirms a correction (LG-21). */
export const secondPersonPages = 1000;
export const secondPersonShare = 0.05;
