import type { DeliveryEvent } from '@platen/contract/channel-names';
import type { QuietHours, Subscription, SubscriptionForm } from '@platen/contract/channels';
import type { Priority } from '@platen/contract/worklist-names';

/** A subscription as the fields of its dialog have it. */
export interface Draft {
  readonly name: string;
  readonly events: readonly DeliveryEvent[];
  readonly leastPriority: Priority;
  readonly customers: string;
  readonly assignedToMe: boolean;
  readonly at: 'once' | 'digest';
  readonly times: string;
  readonly onWorkingDays: boolean;
  readonly isSentEmpty: boolean;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
  /** 0 is Monday. */
  readonly days: readonly number[];
  readonly onHolidays: boolean;
  readonly isReallyQuiet: boolean;
}

const workdays = [0, 1, 2, 3, 4];
const everyDay = [...workdays, 5, 6];
const listed = /[\s,、，;]+/;
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The fields of a subscription; of a new one what most people want: what opens or gets worse, at once. */
export function toDraft(subscription: Subscription | undefined, newName: string): Draft {
  const { when, quiet, scope } = subscription ?? { when: undefined, quiet: null, scope: {} };
  const span = quiet?.spans[0];
  return {
    name: subscription?.name ?? newName,
    events: subscription?.events ?? ['opened', 'cameBack', 'worse'],
    leastPriority: subscription?.leastPriority ?? 'P2',
    customers: scope.customerNumbers?.join(', ') ?? '',
    assignedToMe: scope.assignedToMe ?? false,
    at: when?.at ?? 'once',
    times: when?.at === 'digest' ? when.times.join(', ') : '07:30',
    onWorkingDays: when?.at === 'digest' ? when.days === 'working' : true,
    isSentEmpty: when?.at === 'digest' && when.isSentEmpty,
    isQuiet: quiet !== null,
    from: span?.from ?? '18:00',
    to: span?.to ?? '07:00',
    days: span?.days ?? everyDay,
    onHolidays: quiet?.onHolidays ?? true,
    isReallyQuiet: quiet?.isReallyQuiet ?? false,
  };
}

type Fault = 'nameNeeded' | 'eventsNeeded' | 'timesNeeded' | 'quietNeeded';

/**
 * The subscription of the fields, or what is wrong with which. What the dialog has no field for (groups,
 * kinds, rules, further quiet spans) stays as it was.
 */
export function toSubscription(
  draft: Draft,
  before: Subscription | undefined,
): {
  readonly form: SubscriptionForm | undefined;
  readonly faults: Readonly<Partial<Record<'name' | 'events' | 'times' | 'quiet', Fault>>>;
} {
  const name = draft.name.trim();
  const times = draft.times.split(listed).filter((time) => time !== '');
  const isQuiet = draft.isQuiet && draft.at === 'once';
  const areTimes = times.length > 0 && times.every((time) => clock.test(time));
  const isSpan = clock.test(draft.from) && clock.test(draft.to) && draft.days.length > 0;
  const faults = {
    ...(name === '' ? { name: 'nameNeeded' as const } : {}),
    ...(draft.events.length === 0 ? { events: 'eventsNeeded' as const } : {}),
    ...(draft.at === 'digest' && !areTimes ? { times: 'timesNeeded' as const } : {}),
    ...(isQuiet && !isSpan ? { quiet: 'quietNeeded' as const } : {}),
  };
  if (Object.keys(faults).length > 0) return { form: undefined, faults };
  const customers = [...new Set(draft.customers.split(listed).filter((number) => number !== ''))];
  const { customerNumbers: _customers, assignedToMe: _mine, ...scope } = before?.scope ?? {};
  const quiet: QuietHours = {
    spans: [
      { days: draft.days.toSorted((a, b) => a - b), from: draft.from, to: draft.to },
      ...(before?.quiet?.spans.slice(1) ?? []),
    ],
    onHolidays: draft.onHolidays,
    isReallyQuiet: draft.isReallyQuiet,
  };
  const form: SubscriptionForm = {
    ...(before === undefined ? {} : { subscriptionId: before.subscriptionId }),
    ...(before?.kinds === undefined ? {} : { kinds: before.kinds }),
    ...(before?.ruleIds === undefined ? {} : { ruleIds: before.ruleIds }),
    name,
    scope: {
      ...scope,
      ...(customers.length === 0 ? {} : { customerNumbers: customers }),
      ...(draft.assignedToMe ? { assignedToMe: true } : {}),
    },
    leastPriority: draft.leastPriority,
    events: [...draft.events],
    when:
      draft.at === 'once'
        ? { at: 'once' }
        : {
            at: 'digest',
            times: [...new Set(times)].toSorted(),
            days: draft.onWorkingDays ? 'working' : 'all',
            isSentEmpty: draft.isSentEmpty,
          },
    quiet: isQuiet ? quiet : null,
  };
  return { form, faults: {} };
}
