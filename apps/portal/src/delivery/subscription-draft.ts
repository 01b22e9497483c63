import type { SubscriptionEvent } from '@platen/contract/channel-names';
import type { Subscription, SubscriptionForm } from '@platen/contract/channels';
import type { ConditionKind, Priority } from '@platen/contract/worklist-names';
import { clock, isQuietWhole, type QuietDraft, toQuiet, toQuietDraft } from './quiet-draft.ts';

/** A subscription as the fields of its dialog have it. */
export interface Draft extends QuietDraft {
  readonly name: string;
  readonly events: readonly SubscriptionEvent[];
  readonly leastPriority: Priority;
  readonly customers: string;
  /** Empty: all. */
  readonly kinds: readonly ConditionKind[];
  readonly ruleIds: readonly string[];
  readonly groupIds: readonly number[];
  readonly assignedToMe: boolean;
  readonly at: 'once' | 'digest';
  readonly times: string;
  readonly onWorkingDays: boolean;
  readonly isSentEmpty: boolean;
  readonly isReallyQuiet: boolean;
}

const listed = /[\s,、，;]+/;

/** The fields of a subscription; of a new one what most people want: what opens or gets worse, at once. */
export function toDraft(subscription: Subscription | undefined, newName: string): Draft {
  const { when, quiet, scope } = subscription ?? { when: undefined, quiet: null, scope: {} };
  return {
    name: subscription?.name ?? newName,
    events: subscription?.events ?? ['opened', 'cameBack', 'worse'],
    leastPriority: subscription?.leastPriority ?? 'P2',
    customers: scope.customerNumbers?.join(', ') ?? '',
    kinds: subscription?.kinds ?? [],
    ruleIds: subscription?.ruleIds ?? [],
    groupIds: scope.groupIds ?? [],
    assignedToMe: scope.assignedToMe ?? false,
    at: when?.at ?? 'once',
    times: when?.at === 'digest' ? when.times.join(', ') : '07:30',
    onWorkingDays: when?.at === 'digest' ? when.days === 'working' : true,
    isSentEmpty: when?.at === 'digest' && when.isSentEmpty,
    ...toQuietDraft(quiet),
    isReallyQuiet: quiet?.isReallyQuiet ?? false,
  };
}

type Fault = 'nameNeeded' | 'eventsNeeded' | 'timesNeeded' | 'quietNeeded';

/** The subscription of the fields, or what is wrong with which. */
export function toSubscription(
  draft: Draft,
  before: Subscription | undefined,
): {
  readonly form: SubscriptionForm | undefined;
  readonly faults: Readonly<Partial<Record<'name' | 'events' | 'times' | 'quiet', Fault>>>;
} {
  const name = draft.name.trim();
  const times = draft.times.split(listed).filter((time) => time !== '');
  const quietDraft = { ...draft, isQuiet: draft.isQuiet && draft.at === 'once' };
  const areTimes = times.length > 0 && times.every((time) => clock.test(time));
  const faults = {
    ...(name === '' ? { name: 'nameNeeded' as const } : {}),
    ...(draft.events.length === 0 ? { events: 'eventsNeeded' as const } : {}),
    ...(draft.at === 'digest' && !areTimes ? { times: 'timesNeeded' as const } : {}),
    ...(!isQuietWhole(quietDraft) ? { quiet: 'quietNeeded' as const } : {}),
  };
  if (Object.keys(faults).length > 0) return { form: undefined, faults };
  const customers = [...new Set(draft.customers.split(listed).filter((number) => number !== ''))];
  const quiet = toQuiet(quietDraft);
  const form: SubscriptionForm = {
    ...(before === undefined ? {} : { subscriptionId: before.subscriptionId }),
    ...(draft.kinds.length === 0 ? {} : { kinds: [...draft.kinds] }),
    ...(draft.ruleIds.length === 0 ? {} : { ruleIds: [...draft.ruleIds] }),
    name,
    scope: {
      ...(draft.groupIds.length === 0 ? {} : { groupIds: [...draft.groupIds] }),
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
    quiet: quiet === null ? null : { ...quiet, isReallyQuiet: draft.isReallyQuiet },
  };
  return { form, faults: {} };
}
