import { tonerColors } from '@platen/contract/report-sections';
import { developerCodes, drumCodes, fuserCode, secondTransferCode } from '../components/part-codes.ts';
import { type AdvicePaperSource, type AdviceQuery, adviceId } from './advice-ids.ts';

// Part codes are those of the catalogue (parts.json, feed-parts.json), which this package does not read; a test of the server holds the two against each other.

/** The first six digits of an id: what it is about, however urgent. */
const subjectOf = (query: AdviceQuery): string => adviceId(query).slice(0, 6);
const severity = 'name';

/** The one part that an advice asks for; undefined: a colour without a part of its own. */
const single: ReadonlyMap<string, string | undefined> = new Map([
  [subjectOf({ component: 'fuser', severity }), fuserCode],
  [subjectOf({ component: 'secondTransfer', severity }), secondTransferCode],
  ...tonerColors.flatMap((variant): [string, string | undefined][] => [
    [subjectOf({ component: 'drum', variant, severity }), drumCodes[variant]],
    [subjectOf({ component: 'developer', variant, severity }), developerCodes[variant]],
  ]),
]);

/** Parts of a feeder: the first three digits of their codes, and the last: pickup (0), feed (1), separation roller (2) or pad (3). */
const feeders: readonly (readonly [unit: AdvicePaperSource, block: string, digits: readonly string[]])[] = [
  // A document feeder separates with a roller or a pad, by its kind: here what all have.
  ['ADF', '640', ['0', '1']],
  ['CST1', '641', ['0', '1', '2']],
  ['CST2', '642', ['0', '1', '2']],
  ['CST3', '643', ['0', '1', '2']],
  ['CST4', '644', ['0', '1', '2']],
  ['LCF', '645', ['0', '1', '2']],
  ['TLCF', '646', ['0', '1', '2']],
  ['OLCF', '647', ['0', '1', '2']],
  ['O2LCF', '648', ['0', '1', '2']],
  ['SFB', '650', ['0', '1', '3']],
];
/** By four digits: the kind of paper does not change the part. */
const feedSets = new Map(
  feeders.map(([unit, block, digits]) => [
    adviceId({ component: 'feedParts', unit, severity }).slice(0, 4),
    { block, digits },
  ]),
);

/**
 * The parts that an advice asks for, as codes of the catalogue; none where the advice is to check or to clean, or the part has no code.
 * `reported`: part codes that the device itself counts. A feeder whose parts it counts gets just those,
 * so that no roller is brought to a feeder with a pad.
 */
export function partsOfAdvice(messageId: string, reported: ReadonlySet<string>): string[] {
  const set = feedSets.get(messageId.slice(0, 4));
  if (set === undefined) return [single.get(messageId.slice(0, 6)) ?? []].flat();
  const counted = [...reported].filter((code) => code.length === 4 && code.startsWith(set.block)).toSorted();
  return counted.length > 0 ? counted : set.digits.map((digit) => set.block + digit);
}
