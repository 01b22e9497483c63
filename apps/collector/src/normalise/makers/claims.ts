import type { RawReading } from '../../snmp/read-raw.ts';
import type { RawObject } from '../raw-table.ts';
import { toNumber } from '../readings.ts';
import { decodeText } from '../text.ts';
import { readRecords } from './records.ts';
import { type FurtherRow, toFurtherRows, toInstance } from './rows.ts';
import type { CounterUnit, MakerRows, MakerTable, Meaning, RemainingMeaning } from './table.ts';

/** What one object says: its meaning, and where it counts, the number and the unit. */
export interface Claim {
  readonly means: Meaning | RemainingMeaning;
  readonly object: RawObject;
  /** Further objects of a sum. */
  readonly also: readonly RawObject[];
  /** The count; undefined for a text. */
  readonly value: number | undefined;
  readonly unit: CounterUnit;
}

/** All that the objects of a table say, rows before single objects; a figure that is none, or in an unknown unit, claims nothing. */
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

/** The unit a row says: `unknown` where it says none, `none` where it counts in one that is no count of pages. */
function toUnit({ unit }: MakerRows, { objects }: FurtherRow): CounterUnit | 'none' {
  if (unit === undefined) return 'unknown';
  const said = toNumber(objects.get(unit.column));
  return said === undefined ? 'unknown' : (unit.units[said] ?? 'none');
}

function toClaim(
  means: Claim['means'],
  object: RawObject,
  value: number | undefined,
  unit: CounterUnit = 'unknown',
): Claim[] {
  const isCount = means.is === 'counter' || means.is === 'byFunction' || means.is === 'remaining';
  // Negative figures stand for "not known" in all of these MIBs.
  if (isCount && (value === undefined || value < 0)) return [];
  const own = means.is === 'counter' || means.is === 'byFunction' ? means.unit : undefined;
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
