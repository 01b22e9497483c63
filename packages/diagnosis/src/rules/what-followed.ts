import { dayMs } from '@platen/contract/constants';
import { feedPartCodes } from '@platen/contract/part-codes';
import type { RuleMetric } from '@platen/contract/rule-metrics';
import type { RuleTest } from '@platen/contract/rules';
import type { Firing, TrialSpan } from './try-rule.ts';

// What was known of the devices when a rule fired (BT-08).

/** A replacement or a service call of a device. */
export interface KnownEvent {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly kind: 'replacement' | 'serviceCall';
  /** `toner.black`, `part.6250`, or the code of the call. */
  readonly item: string;
}

/** Days within which something counts as following a firing, and a firing as having come before it. */
const withinDays = 14;

const ofSupplies: ReadonlySet<RuleMetric> = new Set(['supplyPercent', 'supplyDays', 'supplyState', 'earlyChange']);
const ofCodes: ReadonlySet<RuleMetric> = new Set(['sameCode', 'deviceCodes', 'serviceCalls']);
/** Metrics of wear: what they find is repaired. */
const ofWear: ReadonlySet<RuleMetric> = new Set(['jamRate', 'partLife', 'partLifeSoon', 'failureSign', 'storage']);

/** The replaced items that a test concerns; undefined: none. */
function itemsOf({ metric, subject }: RuleTest): ((item: string) => boolean) | undefined {
  if (ofSupplies.has(metric))
    return (item) => (subject === undefined ? item.startsWith('toner.') : item === `toner.${subject}`);
  if (subject !== undefined && (metric === 'partLife' || metric === 'partLifeSoon'))
    return (item) => item === `part.${subject}`;
  if (metric === 'jamRate') {
    const blocks = Object.entries(feedPartCodes).flatMap(([source, part]) =>
      subject === undefined || source === subject ? [`part.${part.block}`] : [],
    );
    return (item) => blocks.some((block) => item.startsWith(block));
  }
  return ofWear.has(metric) || ofCodes.has(metric) ? (item) => item.startsWith('part.') : undefined;
}

/**
 * Whether an event belongs to what a rule is about: replacements of the supplies or parts that its tests
 * name, of any part where they name none, and for what wears also service calls. Undefined: no event does, as
 * with silence.
 */
export function concernsOf(tests: readonly RuleTest[]): ((event: KnownEvent) => boolean) | undefined {
  const items = tests.flatMap((test) => itemsOf(test) ?? []);
  if (items.length === 0) return undefined;
  const takesCalls = tests.some(({ metric }) => ofWear.has(metric)) && !tests.some(({ metric }) => ofCodes.has(metric));
  return ({ kind, item }) => (kind === 'serviceCall' ? takesCalls : items.some((isItem) => isItem(item)));
}

export interface Followed {
  /** Firings after which a part was replaced, and others after which a service call came. */
  readonly replacements: number;
  readonly serviceCalls: number;
  readonly events: number;
  readonly missed: readonly KnownEvent[];
}

const dayOf = (at: number): number => Math.floor(at / dayMs);

/**
 * Compares the firings on a device with its events. Events of the first days could have had no firing before.
 */
export function compareWithKnown(
  firings: readonly Firing[],
  known: readonly KnownEvent[],
  { from, to }: TrialSpan,
): Followed {
  let [replacements, serviceCalls] = [0, 0];
  for (const firing of firings) {
    const first = dayOf(firing.from);
    const after = known.filter(({ day }) => day >= first && day <= first + withinDays);
    if (after.some(({ kind }) => kind === 'replacement')) replacements += 1;
    else if (after.length > 0) serviceCalls += 1;
  }
  const begin = from + Math.min(withinDays, Math.floor((to - from) / 2));
  const events = known.filter(({ day }) => day >= begin && day <= to);
  const missed = events.filter(
    ({ day }) =>
      !firings.some((one) => dayOf(one.from) <= day && (one.to === null || dayOf(one.to) >= day - withinDays)),
  );
  return { replacements, serviceCalls, events: events.length, missed };
}
