import { type ChannelKind, isForMachines, mostDigestRows } from '@platen/contract/channel-names';
import { priorities } from '@platen/contract/worklist-names';
import type { Step } from '@platen/diagnosis/delivery/plan';
import { mergeVisits } from '@platen/diagnosis/delivery/visit-events';
import { sql, type Transaction } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';
import type { StoredDeviceMessage } from '../worklist/outbox/add-device-events.ts';
import { readOpen } from './digest-rows.ts';
import { loadParts } from './load-parts.ts';
import type { Subject } from './load-subjects.ts';
import type { Message, MessageDevice, MessageItem, MessageVisit } from './message.ts';
import type { ChannelRow, EventRow, SubscriptionRow } from './waiting-work.ts';

type Trx = Transaction<Database>;

/** Items of a message; the rest is a number. */
const mostItems = mostDigestRows;

interface ContentContext {
  readonly channel: ChannelRow;
  readonly owner: SignedInUser;
  readonly subscriptions: readonly SubscriptionRow[];
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly now: Date;
}

/** What a message says, without what is known only at sending; undefined: nothing is left to say. */
export async function toContent(
  trx: Trx,
  step: Extract<Step, { step: 'send' }>,
  events: readonly EventRow[],
  { owner, channel, subjects, subscriptions, now }: ContentContext,
): Promise<object | undefined> {
  const visits = toVisits(events);
  if (step.kind === 'visit') {
    const [first] = visits;
    const at = now.toISOString();
    return visits.length === 1 ? { ...first, kind: 'visit', at } : first && { kind: 'visits', at, visits };
  }
  const devices = events.flatMap(({ device }) => (device === null ? [] : toDevice(device)));
  if (step.kind === 'device') {
    const shown = devices.slice(0, mostItems);
    return { kind: 'device', at: now.toISOString(), devices: shown, more: devices.length - shown.length };
  }
  const all = events.flatMap((event) => toItem(event, subjects.get(event.conditionId ?? '')));
  const sorted = step.kind === 'digest' ? byPriority(all) : all;
  const items = await withParts(trx, sorted.slice(0, mostItems), { owner, kind: channel.kind, now });
  const common = { kind: step.kind, at: now.toISOString(), firstId: await findFirst(trx, channel.channelId, events) };
  if (step.kind === 'summary')
    return {
      ...common,
      count: all.length,
      kinds: toKinds(all),
      customers: toCounts(all, ({ place }) => place.customerName ?? '')
        .slice(0, 10)
        .map(([name, count]) => ({ name: name === '' ? null : name, count })),
    };
  if (step.kind !== 'digest') return { ...common, items, more: all.length - items.length };
  const subscription = subscriptions.find(({ id }) => id === step.subscriptionId);
  const open = await readOpen(trx, owner, subscription?.form);
  return {
    ...common,
    why: step.why ?? 'time',
    items,
    more: sorted.length - items.length,
    open: open.count,
    openP1: open.p1,
    p1: sorted.filter(({ priority }) => priority === 'P1').length,
    since: subscription?.digestAt?.toISOString() ?? null,
    ...(visits.length === 0 ? {} : { visits: visits.slice(0, mostItems) }),
    ...(devices.length === 0 ? {} : { devices: devices.slice(0, mostItems) }),
  };
}

/** The items with what to bring to their devices, where people read them. */
async function withParts(
  trx: Trx,
  items: readonly MessageItem[],
  { owner, kind, now }: { readonly owner: SignedInUser; readonly kind: ChannelKind; readonly now: Date },
): Promise<readonly MessageItem[]> {
  if (isForMachines(kind)) return items;
  const deviceIds = items.flatMap(({ place }) => (place.entity === 'device' ? place.rowId : []));
  const organisationId = owner.organisationId ?? null;
  const parts = await loadParts(trx, deviceIds, { owner, kind, organisationId, now });
  return items.map((item) => ({ ...item, parts: parts.get(item.place.rowId) ?? [] }));
}

/** What became of visits, each once. */
const toVisits = (events: readonly EventRow[]): MessageVisit[] =>
  mergeVisits(events.flatMap(({ visit, wasSent }) => (visit === null ? [] : [{ ...visit, wasSent }]))).map(
    ({ type, notice, data, deviceIds }) => ({ type, notice, data, deviceIds }),
  );

const toDevice = ({ kind: _kind, ...device }: StoredDeviceMessage): MessageDevice => device;

function toItem({ id, event, chosen, at, priority }: EventRow, subject: Subject | undefined): MessageItem[] {
  if (subject === undefined || event === null) return [];
  const { place, condition, assignee, isJudged, rule } = subject;
  return [
    {
      eventId: id,
      event,
      ...(chosen === null ? {} : { chosen }),
      at: at.toISOString(),
      place,
      condition,
      priority: event === 'resolved' ? (priorities[(priority ?? priorities.length) - 1] ?? 'P4') : subject.priority,
      assignee,
      isJudged,
      ...(rule === undefined ? {} : { rule }),
    },
  ];
}

/** Each condition once, the most pressing first. */
const byPriority = (items: readonly MessageItem[]): MessageItem[] =>
  [...new Map(items.toReversed().map((item) => [item.condition.conditionId, item])).values()].toSorted(
    (a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority) || Date.parse(a.at) - Date.parse(b.at),
  );

function toCounts<K extends string>(items: readonly MessageItem[], keyOf: (item: MessageItem) => K): [K, number][] {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

/** Matters by kind, those of rules by the name of the rule: 'Rules: 49' alone would not say what happened. */
function toKinds(items: readonly MessageItem[]): Extract<Message, { kind: 'summary' }>['kinds'] {
  const nameOf = ({ condition: { kind, facts } }: MessageItem) => (kind === 'rule' ? (facts.rule?.name ?? '') : '');
  const first = new Map(items.map((item) => [`${item.condition.kind} ${nameOf(item)}`, item]));
  return toCounts(items, (item) => `${item.condition.kind} ${nameOf(item)}`).flatMap(([key, count]) => {
    const item = first.get(key);
    if (item === undefined) return [];
    const name = nameOf(item);
    return [{ kind: item.condition.kind, ...(name === '' ? {} : { name }), count }];
  });
}

/** The first message about the same condition on this channel, for threads of mail programs. */
async function findFirst(trx: Trx, channelId: string, events: readonly EventRow[]): Promise<string | null> {
  const [first] = events;
  if (events.length !== 1 || first === undefined || first.conditionId === null) return null;
  const { rows } = await sql<{ id: string }>`
    select message_id as id from delivery
    where channel_id = ${channelId} and condition_id = ${first.conditionId} and message_id is not null
    order by composed_at, delivery_id limit 1`.execute(trx);
  return rows[0]?.id ?? null;
}
