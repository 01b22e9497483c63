/**
 * Business constants of the specification (behaviour section 9). Milliseconds, pixels, characters and days as
 * named.
 */
export const requestTimeoutMs = 30_000;
export const lazyResourceTimeoutMs = 120_000;
export const devicePageSize = 100;
export const wideScreenPx = 1600;
export const nonMobilePx = 960;
export const identifierTextLimit = 20_000;
export const searchTextLimit = 1024;
/** The terms version that a user must have agreed to before use. */
export const latestTermsVersion = '1.0.1';
/** The latest version held by the portal until a session has started (OQ-22). */
export const initialTermsVersion = '1.0.0';
export const defaultAgreedVersion = '0.0.0';
/** The fixed first group: no group filter. Its display name is a catalogue text. */
export const allDevicesGroup = { groupId: 0, name: 'All Devices' } as const;
export const counterChartMonths = 6;
/**
 * Why a counter fell or jumped, as a person explains it. `printed`: a suspicious leap was truly printed
 * (LG-09).
 */
export const breakCauses = [
  'boardExchanged',
  'memoryCleared',
  'counterSet',
  'deviceExchanged',
  'misread',
  'printed',
] as const;
export const errorCountDays = 14;
export const errorHistoryDays = 30;
/** Days of counters that the average monthly pages (AMP) are taken from. */
export const averagePagesDays = 90;
export const errorTrendMonths = [1, 3, 6] as const;
export const pmForecastWeeks = [0, 1, 2, 4] as const;
export const tonerHistoryLength = 10;
export const polygonMotorDays = 30;
/** Days over which image control errors are counted; the specification names no window. */
export const imageControlErrorDays = 90;
/**
 * Source, in evidence, of a replacement that no device reported: inferred from a level that rose or a counter
 * that restarted.
 */
export const seenReplacement = 'replacementSeen';
/** Source, in evidence, of the time at which the portal judged a device. */
export const judgementRun = 'judgementRun';
/** A device without a report for this long is offline (OQ-30); a server setting may change it. */
export const offlineAfterHours = 48;
/** Version constants seen in the specified front end; recorded, without an invented use (OQ-07). */
export const seenVersions = ['1.2.11', '0.0.3'] as const;

/**
 * `source` of the evidence of a figure of the fleet begins with it; then model, family and firmware, family,
 * or related families. `raw`: devices, rounded down.
 */
export const fleetSource = 'fleet: ';
/** `name` of the entry of `also` with the comparison group: model, line, family or related families. */
export const comparedAs = 'comparedAs';

/** Lengths of time, ms. */
export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;
