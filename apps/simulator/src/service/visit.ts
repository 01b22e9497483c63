import { developerCodes, drumCodes, feedPartCodes, fuserCode, secondTransferCode } from '@platen/contract/part-codes';
import { paperSources } from '@platen/contract/report-sections';
import type { ConditionKind } from '@platen/contract/worklist-names';
import type { Random } from '../fleet/random.ts';
import type { FailedItem } from '../fleet/visits.ts';

// What service people bring to a device, put in and record (GE-22, 0359).

/** What people get wrong, as shares of the parts. */
const mistakes = { wrongPart: 0.05, withoutPart: 0.1 };
/** How often somebody who looks at a sound part that was asked for leaves it in. */
const looksGood = 0.4;
/** How often the part is known before the visit: from the code on the panel, from a customer's call. */
const known = { code: 0.7, call: 0.4 };
/** Kinds for which somebody goes there. */
const kindsToVisit: ReadonlySet<ConditionKind> = new Set(['down', 'errorRepeat', 'part', 'storage', 'person']);

/** Whether somebody goes to the device for a condition of this kind. */
export const needsVisit = (kind: ConditionKind): boolean => kindsToVisit.has(kind);

export interface VisitOrder {
  /** Conditions that the visit is about. */
  readonly conditions: readonly { readonly kind: ConditionKind; readonly subject: string }[];
  /** Part codes that the judgement asks for besides. */
  readonly bring: readonly string[];
  /** What really has failed: seen at the device. */
  readonly failed: readonly FailedItem[];
  /** Parts that an earlier visit found missing; undefined: this is the first visit. */
  readonly again?: readonly string[] | undefined;
  /** They come by turn and not for the conditions: nothing is brought for these. */
  readonly byTurn?: boolean;
  /** They look at parts that were asked for before they replace them. */
  readonly looks?: boolean;
}

export interface Visit {
  readonly putIn: readonly string[];
  /** Parts that the record names as replaced: a wrong part is named, and not put in. */
  readonly recorded: readonly string[];
  /** Sound parts that were looked at and left in; what was brought for them goes back. */
  readonly foundGood: readonly string[];
  /** Failed parts that were not there: another visit is due. */
  readonly missing: readonly string[];
  /** Nothing that has failed is left in the device. */
  readonly isRunning: boolean;
}

/** What a visit comes to. */
export function decideVisit(
  { conditions, bring, failed, again, byTurn, looks = false }: VisitOrder,
  random: Random,
): Visit {
  const odds = conditions.some(({ kind }) => kind === 'down') ? known.code : known.call;
  const guessed = failed.flatMap(({ item }) => (random.is(odds) ? [item] : []));
  const asked = byTurn === true ? [] : [...conditions.flatMap(itemsOf), ...bring];
  const putIn: string[] = [];
  const recorded: string[] = [];
  const foundGood: string[] = [];
  for (const item of new Set([...(again ?? []), ...guessed, ...asked])) {
    if (again?.includes(item) !== true && random.is(mistakes.withoutPart)) continue;
    if (looks && !failed.some((one) => one.item === item) && random.is(looksGood)) {
      foundGood.push(item);
      continue;
    }
    recorded.push(item);
    if (!random.is(mistakes.wrongPart)) putIn.push(item);
  }
  return {
    putIn,
    recorded,
    foundGood,
    missing: failed.flatMap(({ item }) => (recorded.includes(item) ? [] : [item])),
    isRunning: failed.every(({ item }) => putIn.includes(item)),
  };
}

/** Whether a visit ends a condition: its part was replaced, or the device runs where no part is named. */
export function isFixedBy(
  { recorded, isRunning }: Pick<Visit, 'recorded' | 'isRunning'>,
  condition: { readonly kind: ConditionKind; readonly subject: string },
): boolean {
  const items = itemsOf(condition);
  return items.length > 0 ? items.some((item) => recorded.includes(item)) : isRunning;
}

/** Part codes, or the drive, that a condition asks for; none where only the place shows it. */
export function itemsOf({ kind, subject }: { readonly kind: ConditionKind; readonly subject: string }): string[] {
  if (kind === 'storage') return [`storage.${subject}`];
  if (kind !== 'part') return [];
  const [component = '', unit = ''] = subject.split('.');
  if (component === 'part') return [unit];
  if (component === 'fuser') return [fuserCode];
  if (component === 'secondTransfer') return [secondTransferCode];
  const colored: Readonly<Record<string, string | undefined>> =
    component === 'drum' ? drumCodes : component === 'developer' ? developerCodes : {};
  const source = component === 'feedRoller' ? paperSources.find((one) => one === unit) : undefined;
  const rollers = source === undefined ? undefined : feedPartCodes[source];
  return [...[colored[unit] ?? []].flat(), ...(rollers?.digits.map((digit) => rollers.block + digit) ?? [])];
}
