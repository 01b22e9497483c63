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

const itemOf = (metric: RuleMetric, subject: string | undefined): ((item: string) => boolean) => {
  if (ofSupplies.has(metric))
    return (item) => (subject === undefined ? item.startsWith('toner.') : item === `toner.${subject}`);
  if (metric === 'partLife' || metric === 'partLifeSoon')
    return (item) => (subject === undefined ? item.startsWith('part.') : item === `part.${subject}`);
  if (metric === 'jamRate') {
    const blocks = Object.entries(feedPartCodes).flatMap(([source, part]) =>
      subject === undefined || source === subject ? [`part.${part.block}`] : [],
    );
    return (item) => blocks.some((block) => item.startsWith(block));
  }
  return (item) => item.startsWith('part.');
};

/**
 * Whether an event belongs to what a rule is about: replacements of the parts that its tests name, of any
 * part where they name none, and service calls, but for rules of supplies and those that count codes
 * themselves.
 */
export function concernsOf(tests: readonly RuleTest[]): (event: KnownEvent) => boolean {
  const items = tests.map(({ metric, subject }) => itemOf(metric, subject));
  const takesCalls = !tests.some(({ metric }) => ofSupplies.has(metric) || ofCodes.has(metric));
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
