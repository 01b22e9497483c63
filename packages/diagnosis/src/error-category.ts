import type { ErrorCategory } from '@platen/contract/report-sections';

/** First and last code (both included), as texts: four capital hex digits sort as the codes do. */
type Range = readonly [from: string, to: string];

/** Document feeder (catalogues section 8, E series). */
const feederJams: readonly Range[] = [
  ['E700', 'E8FF'],
  ['ED50', 'ED5D'],
];
/** Finisher, hole punch and staples. E codes from EB60 to EBFF are not among them (OQ-97). */
const finisherJams: readonly Range[] = [
  ['E9F0', 'E9F0'],
  ['EA10', 'EAFE'],
  ['EC00', 'ECD0'],
  ['ED10', 'ED16'],
  ['ED85', 'EDE6'],
  ['EF10', 'EF29'],
];

/** D codes that call for a technician: the fatal errors (DM-014, DM-015) and broken fax lines (DM-064). */
const serviceConditions: readonly Range[] = [
  ['D3B1', 'D3B4'],
  ['D901', 'D930'],
  ['DA00', 'DAFF'],
];

/**
 * The kind of error a device code counts as (ER-01, PR-23 to PR-27): the E series are jams, by where the
 * paper is; the C and F series, and the D codes that call for a technician, are service calls; all else,
 * known or not, is `other`. The facts of packages/catalogue say the same of every code.
 */
export function decideErrorCategory(code: string): ErrorCategory {
  const known = code.toUpperCase();
  switch (known.charAt(0)) {
    case 'E':
      if (isWithin(known, feederJams)) return 'jamDF';
      return isWithin(known, finisherJams) ? 'jamFinisher' : 'jamPrint';
    case 'C':
    case 'F':
      return 'serviceCall';
    default:
      return isWithin(known, serviceConditions) ? 'serviceCall' : 'other';
  }
}

const isWithin = (code: string, ranges: readonly Range[]): boolean =>
  ranges.some(([from, to]) => code >= from && code <= to);
