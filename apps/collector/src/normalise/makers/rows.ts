import { compareOids, suffixUnder } from '../../snmp/oid.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import type { RawObject } from '../raw-table.ts';

export interface FurtherRow {
  index: string;
  /** The row's objects by column number. */
  objects: ReadonlyMap<number, RawObject>;
}

/** The rows of a further table as far as they were read, in index order; `name` goes into the evidence with the column and the instance. */
export function toFurtherRows(raw: RawReading, entry: string, name: string): FurtherRow[] {
  const rows = new Map<string, Map<number, RawObject>>();
  for (const [oid, value] of raw.values) {
    const suffix = suffixUnder(entry, oid);
    if (suffix === undefined || !isThere(value.type)) continue;
    const [column = '', ...rest] = suffix.split('.');
    const index = rest.join('.');
    if (index === '' || index.length > 64) continue;
    const objects = rows.get(index) ?? new Map<number, RawObject>();
    objects.set(Number(column), { oid, name: `${name}.${index}`, value });
    rows.set(index, objects);
  }
  return [...rows.entries()]
    .map(([index, objects]) => ({ index, objects }))
    .toSorted((a, b) => compareOids(a.index, b.index));
}

/** One whole instance, where the device holds it. */
export function toInstance(raw: RawReading, oid: string, name: string): RawObject | undefined {
  const value = raw.values.get(oid);
  return value === undefined || !isThere(value.type) ? undefined : { oid, name, value };
}

const isThere = (type: string): boolean =>
  type !== 'null' && type !== 'noSuchObject' && type !== 'noSuchInstance' && type !== 'endOfMibView';
