import { compareOids, type Table, type TableName, tables } from '../snmp/objects.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import { isAbsent, type SnmpValue } from '../snmp/value.ts';

/** One object as read: its OID, its name with the instance (`prtMarkerLifeCount.1.1`), its value. */
export interface RawObject {
  oid: string;
  name: string;
  value: SnmpValue;
}

/** One row: its index and the objects the device has of it, by column name. */
export interface Row<Column extends string> {
  index: string;
  objects: Partial<Record<Column, RawObject>>;
}
export type ColumnOf<Name extends TableName> = keyof (typeof tables)[Name]['columns'] & string;

/** The rows of a table in index order; undefined if the table was not read completely. */
export function toRows<Name extends TableName>(
  raw: RawReading,
  name: Name,
): readonly Row<ColumnOf<Name>>[] | undefined {
  return raw.complete.has(name) ? layOut(raw.values, name) : undefined;
}

/**
 * The grouped objects of a reading, which may have grown since (`size`): many parts of a report use the same
 * table.
 */
interface LaidOut {
  size: number;
  ofTables: Map<string, [oid: string, value: SnmpValue][]>;
  rows: { [Name in TableName]?: Row<ColumnOf<Name>>[] };
}
const laidOut = new WeakMap<RawReading['values'], LaidOut>();

function layOut<Name extends TableName>(values: RawReading['values'], name: Name): Row<ColumnOf<Name>>[] {
  let known = laidOut.get(values);
  if (known?.size !== values.size) {
    known = { size: values.size, ofTables: toTables(values), rows: {} };
    laidOut.set(values, known);
  }
  const rows: Row<ColumnOf<Name>>[] =
    known.rows[name] ?? toSortedRows(known.ofTables.get(tables[name].entry) ?? [], name);
  known.rows[name] = rows;
  return rows;
}

const mib2 = '1.3.6.1.2.1.';
const entries = Object.values(tables).map(({ entry }: Table) => ({ entry, prefix: `${entry}.` }));

/** The objects of each table by its entry; neighbours are mostly of the same one. */
function toTables(values: RawReading['values']): LaidOut['ofTables'] {
  const found: LaidOut['ofTables'] = new Map(entries.map(({ entry }) => [entry, []]));
  let last = entries[0];
  for (const pair of values) {
    const [oid] = pair;
    // The maker's own objects, often the most, are in none of these tables.
    if (!oid.startsWith(mib2)) continue;
    if (last === undefined || !oid.startsWith(last.prefix)) last = entries.find(({ prefix }) => oid.startsWith(prefix));
    if (last !== undefined) found.get(last.entry)?.push(pair);
  }
  return found;
}

function toSortedRows<Name extends TableName>(
  objects: readonly (readonly [oid: string, value: SnmpValue])[],
  name: Name,
): Row<ColumnOf<Name>>[] {
  const table: Table = tables[name];
  const byIndex = new Map<string, Row<ColumnOf<Name>>>();
  const columnNames = new Map<number, ColumnOf<Name>>();
  for (const [column, arc] of Object.entries(table.columns)) if (isColumn(name, column)) columnNames.set(arc, column);
  const start = table.entry.length + 1;
  for (const [oid, value] of objects) {
    if (isAbsent(value)) continue;
    const dot = oid.indexOf('.', start);
    const columnName = dot === -1 ? undefined : columnNames.get(Number(oid.slice(start, dot)));
    // An index longer than the contract's limit is not one of RFC 3805's tables.
    const index = oid.slice(dot + 1);
    if (columnName === undefined || index === '' || index.length > 64) continue;
    const row: Row<ColumnOf<Name>> = byIndex.get(index) ?? { index, objects: emptyObjects() };
    row.objects[columnName] = { oid, name: `${columnName}.${index}`, value };
    byIndex.set(index, row);
  }
  return [...byIndex.values()].sort((a, b) => compareOids(a.index, b.index));
}

/** The rows of a table; undefined if it is empty, as most empty tables are not implemented by the device. */
export function toHeldRows<Name extends TableName>(
  raw: RawReading,
  name: Name,
): readonly Row<ColumnOf<Name>>[] | undefined {
  const rows = toRows(raw, name);
  return rows === undefined || rows.length === 0 ? undefined : rows;
}

/**
 * The row of one device, or the only row: some devices number their own tables differently from Host
 * Resources.
 */
export function rowOf<Column extends string>(
  rows: readonly Row<Column>[] | undefined,
  deviceIndex: string,
): Row<Column>['objects'] | undefined {
  const row = rows?.find(({ index }) => index === deviceIndex) ?? (rows?.length === 1 ? rows[0] : undefined);
  return row?.objects;
}

/** The scalar, if the device has it. */
export function toScalar(raw: RawReading, name: string, prefix: string): RawObject | undefined {
  const oid = `${prefix}.0`;
  const value = raw.values.get(oid);
  return value === undefined || isAbsent(value) ? undefined : { oid, name: `${name}.0`, value };
}

function isColumn<Name extends TableName>(name: Name, column: string): column is ColumnOf<Name> {
  return column in tables[name].columns;
}

const emptyObjects = <Column extends string>(): Row<Column>['objects'] => ({});
