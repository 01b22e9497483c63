import type { RecordedDevice } from '@platen/contract/visit-records';
import type { VisitDevice } from '@platen/contract/visits';
import type { StoredRecord } from '../../offline/open-stores.ts';

/**
 * Where the record of a device stands. `open`: nothing is recorded; `waiting`, `refused`: on this device, and
 * it can be changed; `sent`: the server took it and has not answered with the visit since; `recorded`: the
 * server has it.
 */
export interface StandOfDevice {
  readonly state: 'open' | 'waiting' | 'refused' | 'sent' | 'recorded';
  /** The record on this device. */
  readonly stored: StoredRecord | null;
  /** What was recorded; null: nothing. */
  readonly record: RecordedDevice | null;
}

/** The user's newest record of a device of a visit on this device. */
export function newestOf(records: readonly StoredRecord[], visitId: string, deviceId: string): StoredRecord | null {
  const own = records.filter(
    (one) => one.visitId === visitId && one.body.devices.some((device) => device.deviceId === deviceId),
  );
  return own.find(({ state }) => state !== 'sent') ?? own.at(-1) ?? null;
}

export function standOf(known: VisitDevice | null, stored: StoredRecord | null): StandOfDevice {
  const own = stored?.body.devices.find((one) => one.deviceId === (known?.deviceId ?? one.deviceId)) ?? null;
  if (stored !== null && stored.state !== 'sent') return { state: stored.state, stored, record: own };
  if (known !== null && known.record !== null) return { state: 'recorded', stored, record: known.record.record };
  return stored === null ? { state: 'open', stored, record: null } : { state: 'sent', stored, record: own };
}
