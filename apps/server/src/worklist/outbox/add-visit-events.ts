import { isForMachines, type VisitEvent } from '@platen/contract/channel-names';
import type { VisitWebhook } from '@platen/contract/webhook-events';
import { groupWaitMs } from '@platen/diagnosis/delivery/plan';
import {
  toNotified,
  toVisitChange,
  type VisitNotice,
  type VisitStand,
  wantsVisit,
} from '@platen/diagnosis/delivery/visit-events';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { groupBy } from '../load-stored.ts';
import { insertRows, type Listener, readListeners } from './add-events.ts';
import { addNotice } from './add-notice.ts';
import { findOwnChannels } from './notice-channels.ts';

type Data = VisitWebhook['data'];
type NewDelivery = Insertable<Database['delivery']>;

/** What a message about a visit holds; the way to the visit comes with its sending. */
export interface StoredVisitMessage {
  readonly kind: 'visit';
  readonly type: VisitWebhook['type'];
  /** Why the assignee is notified; null: a subscription asks for it. */
  readonly notice: VisitNotice | null;
  readonly data: Omit<Data, 'url'>;
  /** Devices that the receiver must see (DE-03), of the visit as it was where it has none any more. */
  readonly deviceIds: readonly string[];
  /** When it happened. */
  readonly at: string;
}

/** A visit as it was before a change. */
interface FormerVisit extends VisitStand {
  readonly assigneeName: string | null;
  readonly deviceIds: readonly string[];
  readonly devices: Data['visit']['devices'];
}
export type FormerVisits = ReadonlyMap<string, FormerVisit>;

/** A visit as its messages need it. */
interface VisitSnapshot extends FormerVisit {
  readonly visitId: string;
  readonly kind: Data['visit']['kind'];
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly place: string | null;
  readonly externalKey: string | null;
  readonly groupIds: readonly number[];
  /** It was made in this transaction. */
  readonly isNew: boolean;
}

/** These visits as they are now, by id. */
export async function readVisitSnapshots(
  db: Kysely<Database>,
  visitIds: readonly string[],
): Promise<ReadonlyMap<string, VisitSnapshot>> {
  if (visitIds.length === 0) return new Map();
  const { rows } = await sql<Omit<VisitSnapshot, 'devices' | 'deviceIds' | 'groupIds'>>`
    select v.visit_id as "visitId", v.kind, v.state, v.planned_day as "plannedDay", v.planned_hours as hours,
      v.assignee, u.name as "assigneeName", v.version, v.customer_number as "customerNumber",
      v.customer_name as "customerName", v.place, v.external_key as "externalKey",
      v.made_at = now() as "isNew"
    from visit v left join app_user u on u.user_id = v.assignee
    where v.visit_id = any(${uuids(visitIds)})`.execute(db);
  const devices = await readDevices(db, visitIds);
  return new Map(
    rows.map((row) => {
      const own = devices.get(row.visitId) ?? [];
      return [
        row.visitId,
        {
          ...row,
          devices: own.map(({ serial, model }) => ({ serial, model })),
          deviceIds: own.map(({ deviceId }) => deviceId),
          groupIds: [...new Set(own.flatMap(({ groupIds }) => groupIds ?? []))],
        },
      ];
    }),
  );
}

interface DeviceRow {
  readonly visitId: string;
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  /** Null: the device is gone. */
  readonly groupIds: readonly number[] | null;
}

/** Devices of visits in the order of these. */
async function readDevices(db: Kysely<Database>, visitIds: readonly string[]): Promise<Map<string, DeviceRow[]>> {
  const { rows } = await sql<DeviceRow>`
    select x.visit_id as "visitId", x.device_id as "deviceId", coalesce(d.serial, x.serial) as serial,
      coalesce(d.model, x.model) as model, d.group_ids as "groupIds"
    from visit_device x left join device d on d.device_id = x.device_id
    where x.visit_id = any(${uuids(visitIds)}) order by x.place, x.device_id`.execute(db);
  return groupBy(
    rows,
    ({ visitId }) => visitId,
    (row) => row,
  );
}

interface Change {
  /** User who did it; null: a program or the server. */
  readonly by: string | null;
  readonly now: Date;
}

/**
 * Writes what became of visits into the outbox, in the transaction of the change (DE-16): one message to each
 * person whose visit it became, was or is at another time, and what subscriptions want (DE-27). What goes to
 * people waits there to be put together (DE-06, DE-10 to DE-13). `before`: the visits as they were; one that
 * is missing there was made.
 */
export async function addVisitEvents(
  trx: Transaction<Database>,
  before: FormerVisits,
  visitIds: readonly string[],
  { by, now }: Change,
): Promise<void> {
  const changed = [...(await readVisitSnapshots(trx, visitIds)).values()].flatMap((after) => {
    const former = before.get(after.visitId);
    const change = toVisitChange(former, after);
    return change === undefined ? [] : [{ former, after, change }];
  });
  if (changed.length === 0) return;
  const listeners = await readListeners(trx);
  for (const { former, after, change } of changed) {
    const event: VisitEvent = change === 'done' ? 'visitDone' : 'visitChanged';
    const data: StoredVisitMessage['data'] = {
      eventId: newId(),
      version: after.version,
      change,
      visit: toVisit(after.devices.length > 0 || former === undefined ? after : { ...after, devices: former.devices }),
      before: former === undefined || former.state === 'draft' ? null : toPlan(former),
    };
    const type = change === 'done' ? 'visit.done' : 'visit.changed';
    const content = (notice: VisitNotice | null): StoredVisitMessage => ({
      kind: 'visit',
      type,
      notice,
      data,
      deviceIds: after.deviceIds.length > 0 || former === undefined ? after.deviceIds : former.deviceIds,
      at: now.toISOString(),
    });
    const notified = toNotified(former, after, by);
    const own = await findOwnChannels(
      trx,
      notified.map(({ userId }) => userId),
    );
    const toRow = (channelId: string, notice: VisitNotice | null): NewDelivery => ({
      delivery_id: newId(),
      channel_id: channelId,
      kind: 'visit',
      at: now,
      visit_id: after.visitId,
      group_key: `visits ${after.customerNumber ?? after.visitId}`,
      state: 'waiting',
      due_at: now,
      content: JSON.stringify(content(notice)),
    });
    const rows: NewDelivery[] = [];
    const reached = new Set<string>();
    for (const { userId, notice } of notified) {
      const channelId = own.get(userId);
      if (channelId === undefined || reached.has(channelId)) continue;
      reached.add(channelId);
      rows.push(toRow(channelId, notice));
    }
    const place = {
      assignees: [former?.assignee ?? null, after.assignee].filter((one) => one !== null),
      customerNumber: after.customerNumber,
      groupIds: after.groupIds,
    };
    for (const listener of listeners) {
      if (reached.has(listener.channelId) || !wantsVisit(listener, event, place)) continue;
      reached.add(listener.channelId);
      const { channelId, subscriptionId, kind } = listener;
      if (isForMachines(kind))
        await addNotice(trx, { channelId, subscriptionId, kind: 'visit', content: content(null) }, now);
      else rows.push({ ...toRow(channelId, null), subscription_id: subscriptionId, ...whenReady(listener, now) });
    }
    await insertRows(trx, rows);
  }
}

/** To people after some time for more of the same customer (DE-06), or with the next digest (DE-11). */
export const whenReady = ({ form }: Pick<Listener, 'form'>, now: Date) =>
  form.when.at === 'digest'
    ? ({ state: 'held', reason: 'digest', due_at: null } as const)
    : ({ state: 'held', reason: 'group', due_at: new Date(now.getTime() + groupWaitMs) } as const);

const toPlan = ({ plannedDay, hours, assigneeName }: FormerVisit): NonNullable<Data['before']> => {
  const [from, to] = hours?.split('-') ?? [];
  return { plannedDay, hours: from === undefined ? null : { from, to: to ?? null }, assignee: assigneeName };
};

const toVisit = (visit: VisitSnapshot): Data['visit'] => ({
  visitId: visit.visitId,
  kind: visit.kind,
  state: visit.state,
  ...toPlan(visit),
  customerNumber: visit.customerNumber,
  customerName: visit.customerName,
  place: visit.place,
  externalKey: visit.externalKey,
  devices: visit.devices,
});
