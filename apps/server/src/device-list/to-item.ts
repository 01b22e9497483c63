import { type DeviceListItem, deviceListItem, type StatusReason } from '@platen/contract/devices';
import { type RawBuilder, sql } from 'kysely';
import { toNoReport } from '../status/no-report.ts';
import { toConstant } from '../store/statement.ts';

/** A field of the contract as a column of `device d`: the same name in the style of the store. */
export const toColumn = (field: string): RawBuilder<unknown> =>
  sql.ref(`d.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);

/** Each field of the contract is a column of the same name, but for the reason of the status. */
const stored = Object.keys(deviceListItem.shape).filter((field) => field !== 'statusReason');

/** What a statement over `device d` selects for rows of the list. */
export const itemColumns = toConstant(sql`
  ${sql.join(stored.map((field) => sql`${toColumn(field)} as ${sql.id(field)}`))}, d.status_reasons -> 0 as "firstReason"`);

/** A row of such a statement, with its sort key. */
export interface DeviceRow extends Omit<DeviceListItem, 'statusReason' | 'updatedAt'> {
  readonly firstReason: StatusReason | null;
  readonly updatedAt: Date;
  readonly key: readonly string[];
}

export function toItem(row: DeviceRow, now: Date): DeviceListItem {
  const { key: _key, firstReason, updatedAt, ...fields } = row;
  return {
    ...fields,
    statusReason: fields.status === 'offline' ? toNoReport(updatedAt, now) : firstReason,
    updatedAt: updatedAt.toISOString(),
  };
}
