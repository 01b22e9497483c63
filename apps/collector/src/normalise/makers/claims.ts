import { compareOids, suffixUnder } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { isAbsent } from '../../snmp/value.ts';
import type { RawObject } from '../raw-table.ts';
import { decodeText, toNumber, toSigned } from '../readings.ts';
import type { CounterUnit, MakerRows, MakerTable, Meaning, RemainingMeaning } from './table.ts';

/** The meaning of one object, with its number and unit if it is a count. */
export interface Claim {
  readonly means: Meaning | RemainingMeaning;
  readonly object: RawObject;
  /** Further objects of a sum. */
  readonly also: readonly RawObject[];
  /** The count; undefined for a text. */
  readonly value: number | undefined;
  readonly unit: CounterUnit;
}

/**
 * All values of the objects of a table, rows before single objects; an invalid number, or one of an unknown
 * unit, is left out.
 */
export function toClaims(raw: RawReading, table: MakerTable): Claim[] {
  return [...(table.rows ?? []).flatMap((rows) => fromRows(raw, rows)), ...fromObjects(raw, table)];
}

function fromObjects(raw: RawReading, { objects }: MakerTable): Claim[] {
  return objects.flatMap(({ oid, name, means }) => {
    const object = toInstance(raw, oid, name);
    if (object === undefined) return [];
    if (means.is !== 'records') return toClaim(means, object, toNumber(object));
    const records = readRecords(object);
    return Object.entries(means.records).flatMap(([key, meaning]) =>
      toClaim(meaning, { ...object, name: `${name} [0x${Number(key).toString(16)}]` }, records?.get(Number(key))),
    );
  });
}

function fromRows(raw: RawReading, rows: MakerRows): Claim[] {
  if (rows.sums === true && raw.cutShort?.has(rows.entry) === true) return [];
  const claims = toFurtherRows(raw, rows.entry, rows.name).flatMap((row) => {
    const object = row.objects.get(rows.value);
    const key = rows.keys.map((column) => toKey(row.objects.get(column))).join(' ');
    const means = Object.hasOwn(rows.rows, key) ? rows.rows[key] : undefined;
    const unit = toUnit(rows, row);
    return object === undefined || means === undefined || unit === 'none'
      ? []
      : toClaim(means, object, toNumber(object), unit);
  });
  return rows.sums === true ? toSums(claims) : claims;
}

/** The unit that a row reports: `unknown` without one, `none` if it counts something other than pages. */
function toUnit({ unit }: MakerRows, { objects }: FurtherRow): CounterUnit | 'none' {
  if (unit === undefined) return 'unknown';
  const count = toNumber(objects.get(unit.column));
  return count === undefined ? 'unknown' : (unit.units[count] ?? 'none');
}

function toClaim(
  means: Claim['means'],
  object: RawObject,
  value: number | undefined,
  unit: CounterUnit = 'unknown',
): Claim[] {
  const hasUnit = means.is === 'counter' || means.is === 'byFunction' || means.is === 'labelled';
  const isCount = hasUnit || means.is === 'remaining';
  // Negative values mean "not known" in all of these MIBs.
  if (isCount && (value === undefined || value < 0)) return [];
  const own = hasUnit ? means.unit : undefined;
  return [{ means, object, also: [], value: isCount ? value : undefined, unit: own ?? unit }];
}

function toKey(object: RawObject | undefined): string {
  if (object?.value.type !== 'octets') return String(toNumber(object) ?? '');
  const label = decodeText(object.value.bytes).trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return label.replace(/ version$/, '');
}

function toSums(claims: readonly Claim[]): Claim[] {
  const byMeaning = new Map<string, Claim[]>();
  for (const claim of claims) {
    const key = `${JSON.stringify(claim.means)} ${claim.unit}`;
    byMeaning.set(key, [...(byMeaning.get(key) ?? []), claim]);
  }
  return [...byMeaning.values()].flatMap((same) => {
    const [first, ...others] = same;
    const value = same.reduce((sum, claim) => sum + (claim.value ?? 0), 0);
    return first === undefined ? [] : [{ ...first, value, also: others.map(({ object }) => object) }];
  });
}

const recordLength = 7;

/**
 * The numbers of an octet string of records (`RecordsMeaning`) by their key. Undefined if any octet does not
 * fit the form: in other layouts the same offsets hold other values.
 */
function readRecords(object: RawObject): ReadonlyMap<number, number> | undefined {
  if (object.value.type !== 'octets') return undefined;
  const { bytes } = object.value;
  const end = bytes.at(-1) === 0xff && bytes.length % recordLength === 1 ? bytes.length - 1 : bytes.length;
  if (end === 0 || end % recordLength !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Map<number, number>();
  for (let position = 0; position < end; position += recordLength) {
    if (view.getUint8(position + 1) !== 1 || view.getUint8(position + 2) !== 4) return undefined;
    const key = view.getUint8(position);
    if (!numbers.has(key)) numbers.set(key, toSigned(view.getUint32(position + 3)));
  }
  return numbers;
}

export interface FurtherRow {
  index: string;
  /** The row's objects by column number. */
  objects: ReadonlyMap<number, RawObject>;
}

/**
 * The rows of an additional table as far as they were read, in index order; `name` goes into the evidence
 * with column and instance.
 */
export function toFurtherRows(raw: RawReading, entry: string, name: string): FurtherRow[] {
  const rows = new Map<string, Map<number, RawObject>>();
  for (const [oid, value] of raw.values) {
    const suffix = suffixUnder(entry, oid);
    if (suffix === undefined || isAbsent(value)) continue;
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

/** One instance with its full OID, if the device has it. */
function toInstance(raw: RawReading, oid: string, name: string): RawObject | undefined {
  const value = raw.values.get(oid);
  return value === undefined || isAbsent(value) ? undefined : { oid, name, value };
}
