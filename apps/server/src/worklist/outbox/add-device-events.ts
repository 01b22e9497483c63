import { type DeviceEvent, isForMachines } from '@platen/contract/channel-names';
import type { MeterCorrection } from '@platen/contract/meters';
import type { DeviceWebhook, MeterWebhook } from '@platen/contract/webhook-events';
import { concernsDevice } from '@platen/diagnosis/delivery/device-events';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { insertRows, type Listener, readListeners } from './add-events.ts';
import { whenReady } from './add-visit-events.ts';

type Former = NonNullable<DeviceWebhook['data']['before']> & { readonly dealerNumber: string | null };

/** What happened to a device as such, or to one of its meters (DE-27). */
export type DeviceChange = { readonly deviceId: string } & (
  | { readonly event: 'deviceAdded' }
  /** `before`: where it was; null: not to be known, as at another dealer of a held device. */
  | { readonly event: 'deviceMoved'; readonly before: Former | null }
  | {
      readonly event: 'meterCorrected';
      readonly meter: string;
      readonly correction: MeterCorrection;
      /** 1 when it is made, more with each decision. */
      readonly version: number;
    }
);

/** What a message about a device holds; the way to the device comes with its sending. */
export type StoredDeviceMessage = {
  readonly kind: 'device';
  /** The one device, which the receiver must see (DE-03). */
  readonly deviceIds: readonly string[];
  /** When it happened. */
  readonly at: string;
} & (
  | { readonly type: DeviceWebhook['type']; readonly data: Omit<DeviceWebhook['data'], 'url'> }
  | { readonly type: MeterWebhook['type']; readonly data: Omit<MeterWebhook['data'], 'url'> }
);

interface Snapshot {
  readonly device: DeviceWebhook['data']['device'];
  readonly groupIds: readonly number[];
}

/**
 * Writes what happened to devices as such into the outbox, in the transaction of the change (DE-16): at once
 * for machines; for people to be put together with more of the same customer (DE-06, DE-10 to DE-13). Without
 * a change no statement is made, without a subscription that asks for it one.
 */
export async function addDeviceEvents(
  trx: Transaction<Database>,
  changes: readonly DeviceChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const listeners = await readListeners(trx, [...new Set(changes.map(({ event }) => event))]);
  if (listeners.length === 0) return;
  const snapshots = await readSnapshots(
    trx,
    changes.map(({ deviceId }) => deviceId),
  );
  await insertRows(
    trx,
    changes.flatMap((change) => {
      const snapshot = snapshots.get(change.deviceId);
      if (snapshot === undefined) return [];
      const message = toMessage(change, snapshot, now);
      const place = { customerNumber: snapshot.device.customerNumber, groupIds: snapshot.groupIds };
      return listeners
        .filter((listener) => concernsDevice(listener, change.event, place))
        .map((listener) => toRow(change, message, listener, place.customerNumber, now));
    }),
  );
}

/** Devices with their groups, as they are after the change; one that is held is no user's to see. */
async function readSnapshots(
  db: Kysely<Database>,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, Snapshot>> {
  const { rows } = await sql<Snapshot>`
    select json_build_object('deviceId', device_id, 'serial', serial, 'model', model, 'customerNumber', customer_number,
        'customerName', customer_name, 'dealerNumber', dealer_number, 'dealerName', dealer_name, 'description', description,
        'organisationId', organisation_id) as device, group_ids as "groupIds"
    from device where device_id = any(${uuids(deviceIds)}) and held_by is null`.execute(db);
  return new Map(rows.map((row) => [row.device.deviceId, row]));
}

function toMessage(change: DeviceChange, { device }: Snapshot, now: Date): StoredDeviceMessage {
  const common = { kind: 'device', deviceIds: [device.deviceId], at: now.toISOString() } as const;
  const eventId = newId();
  if (change.event === 'meterCorrected') {
    const { meter, version, correction } = change;
    const { correctionId, kind, state, at, until, cause, pages, value, reason } = correction;
    const body = { correctionId, meter, kind, state, at, until, cause, pages, value, reason };
    return { ...common, type: 'meter.corrected', data: { eventId, version, device, correction: body } };
  }
  // A device has no version of its own; its changes are made one after another, its row is locked.
  const data = { eventId, version: now.getTime(), device };
  if (change.event === 'deviceAdded') return { ...common, type: 'device.added', data: { ...data, before: null } };
  return { ...common, type: 'device.moved', data: { ...data, before: toKnownBefore(change.before, device) } };
}

/** Who gets a device of another dealer learns nothing of where it was (OA-42). */
function toKnownBefore(before: Former | null, { dealerNumber }: Snapshot['device']): DeviceWebhook['data']['before'] {
  if (before === null || before.dealerNumber !== dealerNumber) return null;
  return { customerNumber: before.customerNumber, organisationId: before.organisationId };
}

function toRow(
  { deviceId, event }: { readonly deviceId: string; readonly event: DeviceEvent },
  message: StoredDeviceMessage,
  listener: Listener,
  customerNumber: string | null,
  now: Date,
): Insertable<Database['delivery']> {
  const { kind, channelId, subscriptionId } = listener;
  return {
    delivery_id: newId(),
    channel_id: channelId,
    subscription_id: subscriptionId,
    kind: 'device',
    event,
    at: now,
    entity_id: deviceId,
    entity: 'device',
    group_key: `devices ${customerNumber ?? ''}`,
    state: 'waiting',
    due_at: now,
    content: JSON.stringify(message),
    ...(isForMachines(kind) ? {} : whenReady(listener, now)),
  };
}
