import { endStops, watchDevices } from '../../../store/device-watch.ts';
import { putIn, takeOut } from '../../../store/fleet-totals.ts';
import type { DeviceRow, StoredDevice, Trx } from './device-store.ts';

/** What the free search looks into (0730); dealers count for the totals of the fleet too (0550). */
const counted = [
  'serial',
  'model',
  'customer_number',
  'customer_name',
  'description',
  'dealer_number',
  'dealer_name',
] as const satisfies readonly (keyof DeviceRow & keyof StoredDevice)[];

/**
 * Keeps the totals of the fleet (0550) and the next looks of jobs (0551) around the writing of devices: of
 * new ones, of those that have another name or dealer, and of those that were or are silent. A report of any
 * other device costs nothing here. Call `end` when the rows are written.
 */
export async function beginCounting(
  trx: Trx,
  rows: readonly DeviceRow[],
  devices: ReadonlyMap<string, StoredDevice>,
): Promise<{ end(): Promise<void> }> {
  const known = rows.flatMap((row) => {
    const before = devices.get(row.device_id);
    if (before === undefined) return [];
    const isBack = before.is_stopped && row.updated_at > before.updated_at;
    const isChanged = counted.some((field) => before[field] !== row[field]);
    // Its newest report may have come so late that it counts as offline at once.
    const isSilent = before.is_silent || isBack || row.status === 'offline';
    return [{ row, isBack, isChanged, isSilent }];
  });
  const created = rows.filter((row) => !devices.has(row.device_id));
  const toIds = (of: readonly { row: DeviceRow }[]) => of.map(({ row }) => row.device_id);
  const changed = toIds(known.filter(({ isChanged }) => isChanged));
  const back = toIds(known.filter(({ isBack, isChanged }) => isBack && !isChanged));
  await takeOut(trx, changed);
  await takeOut(trx, back, 'stopped');
  await endStops(trx, toIds(known.filter(({ isBack }) => isBack)));
  return {
    async end() {
      await putIn(trx, [...created.map((row) => row.device_id), ...changed]);
      await putIn(trx, back, 'stopped');
      await watchDevices(trx, [...created, ...known.filter(({ isSilent }) => isSilent).map(({ row }) => row)]);
    },
  };
}
