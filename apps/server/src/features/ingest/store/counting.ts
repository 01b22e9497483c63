import { endStops, watchDevices } from '../../../store/device-watch.ts';
import { putIn, takeOut } from '../../../store/fleet-totals.ts';
import type { DeviceRow, StoredDevice, Trx } from './device-store.ts';

/**
 * Keeps the totals of the fleet (0550) and the next looks of jobs (0551) around the writing of devices: of
 * new ones, of those that move to another dealer, and of those that were silent. A report of any other device
 * costs nothing here. Call `end` when the rows are written.
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
    const isMoved = before.dealer_number !== row.dealer_number || before.dealer_name !== row.dealer_name;
    return [{ row, isBack, isMoved, isSilent: before.is_silent || isBack }];
  });
  const created = rows.filter((row) => !devices.has(row.device_id));
  const toIds = (of: readonly { row: DeviceRow }[]) => of.map(({ row }) => row.device_id);
  const leaving = toIds(known.filter(({ isBack, isMoved }) => isBack || isMoved));
  await takeOut(trx, leaving);
  await endStops(trx, toIds(known.filter(({ isBack }) => isBack)));
  return {
    async end() {
      await putIn(trx, [...created.map((row) => row.device_id), ...leaving]);
      await watchDevices(trx, [...created, ...known.filter(({ isSilent }) => isSilent).map(({ row }) => row)]);
    },
  };
}
