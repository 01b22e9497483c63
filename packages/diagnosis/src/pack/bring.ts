import { subjectOfPart } from '@platen/contract/part-codes';
import type { BroughtPart, PackCondition } from '@platen/contract/visit-pack';
import { forecastDays, type PackGroup } from '@platen/contract/visit-pack-names';
import type { BroughtItem } from '@platen/contract/visits';
import { partsOfAdvice } from '../judge/advice-parts.ts';
import { itemOfSupply } from '../visit-record/part-items.ts';
import type { Lookout } from './lookout.ts';

/** A row of the organisation's table of part numbers that fits the device (VP-20). */
export interface PartNumber {
  readonly ownNumber: string | null;
  readonly makerNumber: string | null;
  readonly name: string | null;
  readonly pieces: number;
}

/** What a condition says of the parts it asks for. */
type AskingCondition = Pick<PackCondition, 'conditionId' | 'kind' | 'subject' | 'facts'>;

export interface BringFacts {
  /** Conditions that people put into the visit, the most pressing first. */
  readonly conditions: readonly AskingCondition[];
  /** Entered by people, or missing at the visit before (VR-08). */
  readonly entered: readonly BroughtItem[];
  /** Bring list of the judgement (VP-19): part codes, then `toner.<color>`. */
  readonly judged: readonly string[];
  /** Part codes that the device counts. */
  readonly reported: ReadonlySet<string>;
  readonly lookouts: readonly Lookout[];
  /** Days from today within which an ordered supply arrives. */
  readonly leadDays: number;
  readonly numbers: ReadonlyMap<string, PartNumber>;
}

/**
 * What to bring (VP-08), nothing twice: what people entered and what the conditions of the visit ask for,
 * then parts whose life ends within 8 weeks, which may as well be looked at, then consumables that may be
 * empty within the lead time. A part that the judgement asks for without a condition in the visit is of
 * the second kind: no visit is extended because of it (XC-04).
 */
export function toBring(facts: BringFacts): BroughtPart[] {
  const { conditions, entered, judged, lookouts, leadDays, numbers } = facts;
  const known = new Map(lookouts.map((one) => [one.item, one]));
  const found = new Map<string, BroughtPart>();
  const add = (item: string, group: PackGroup, more: Partial<Pick<BroughtPart, 'conditionId' | 'pieces'>> = {}) => {
    if (found.has(item)) return;
    const number = numbers.get(item);
    const lookout = known.get(item);
    found.set(item, {
      item,
      group,
      pieces: more.pieces ?? number?.pieces ?? 1,
      ownNumber: number?.ownNumber ?? null,
      makerNumber: number?.makerNumber ?? null,
      name: number?.name ?? null,
      conditionId: more.conditionId ?? null,
      life: isSupply(item) ? null : (lookout?.percent ?? null),
      level: isSupply(item) ? (lookout?.percent ?? null) : null,
      day: lookout?.day ?? null,
      range: lookout?.range ?? null,
    });
  };
  for (const { item, pieces } of entered) add(item, 'asked', { pieces });
  for (const condition of conditions)
    for (const item of itemsOf(condition, facts)) add(item, 'asked', { conditionId: condition.conditionId });
  for (const item of judged) if (!isSupply(item)) add(item, 'lookAt');
  for (const { item, days } of lookouts)
    if (!isSupply(item) && days !== null && days.lower <= forecastDays) add(item, 'lookAt');
  for (const item of judged) if (isSupply(item)) add(item, 'supply');
  for (const { item, days } of lookouts)
    if (isSupply(item) && days !== null && days.lower <= leadDays) add(item, 'supply');
  return [...found.values()];
}

export const isSupply = (item: string): boolean => item.startsWith('toner.') || item.startsWith('supply.');

/** Parts and consumables that a condition asks for; none where it asks for work alone. */
function itemsOf({ kind, subject, facts }: AskingCondition, { judged, reported }: BringFacts): string[] {
  if (kind === 'supply') return [itemOfSupply(subject)];
  if (kind !== 'part' && kind !== 'rule') return [];
  const name = kind === 'rule' ? (facts.item ?? '') : subject;
  const ofJudgement = judged.filter((item) => !isSupply(item) && (subjectOfPart(item) === name || item === name));
  const ofCode = facts.partCode === undefined ? [] : [facts.partCode];
  const ofAdvice = facts.messageId === undefined ? [] : partsOfAdvice(facts.messageId, reported);
  return [...new Set([...ofJudgement, ...ofCode, ...ofAdvice])].toSorted();
}
