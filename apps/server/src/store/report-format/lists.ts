import { toFits } from '@platen/contract/fits';
import type { DeviceReport } from '@platen/contract/report';
import { codes as codesSchema, part, sensors, tonerColors } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';

declare const content: unique symbol;

/** JSON as it lies in the database. Opaque: only the decoder of its content turns it into values. */
export interface Stored<Content extends string> {
  readonly [content]: Content;
}

interface ListFormat<Entry, Content extends string> {
  /** The JSON value to be stored. */
  readonly encode: (entries: readonly Entry[]) => unknown[];
  /** Also of lists that earlier releases stored. Throws where a later release stored it. */
  readonly decode: (stored: Stored<Content>) => Entry[];
}

/**
 * First element of a stored list. Releases before 0260 stored lists without it, with entries of either form.
 */
const formatVersion = 1;

/**
 * Lists of short entries: an entry that is nothing but its usual fields is stored as a tuple, any other as
 * the object that was reported. `toTuple`: undefined if the entry has more than a tuple holds.
 */
function listFormat<Entry extends object, Content extends string>(
  entry: z.ZodMiniType<Entry>,
  toTuple: (entry: Entry) => unknown[] | undefined,
  toEntry: (tuple: readonly unknown[]) => Entry,
): ListFormat<Entry, Content> {
  const fits = toFits(entry);
  return {
    encode: (entries) => [formatVersion, ...entries.map((one) => toTuple(one) ?? one)],
    decode: (stored) => {
      const list: unknown = stored;
      if (!Array.isArray(list)) return [];
      const version: unknown = list[0];
      if (typeof version === 'number' && version !== formatVersion)
        throw new Error(`stored list of format ${version}: this release reads format ${formatVersion}`);
      return list.flatMap((one: unknown) => (Array.isArray(one) ? toEntry(one) : fits(one) ? one : []));
    },
  };
}

/**
 * The value of a reading that has nothing else, null if there is no reading; undefined if the reading holds
 * more.
 */
function toBareValue(reading: Reading<number> | undefined): number | null | undefined {
  if (reading === undefined) return null;
  return reading.state === 'measured' && Object.keys(reading).length === 2 ? reading.value : undefined;
}

const measured = (value: number) => ({ state: 'measured' as const, value });

type Codes = NonNullable<DeviceReport['codes']>;
type Code = NonNullable<Codes['code05']>[number];
type Code13 = NonNullable<Codes['code13']>[number];
/** The list of one kind: `body->'code05'` or `body->'code08'` of the stored section. */
export type StoredCodes = Stored<'codes'>;
/** `body->'code13'` of the stored section; these have no sub code. */
export type StoredCodes13 = Stored<'codes13'>;

const { code05, code13 } = codesSchema.shape;

/** `[main, sub, value]` */
const numbered = listFormat<Code, 'codes'>(
  code05.def.innerType.def.element,
  ({ main, sub, value }) => [main, sub, value],
  ([main, sub, value]) => ({ main: Number(main), sub: Number(sub), value: String(value) }),
);
/** `[main, value]` */
const plain = listFormat<Code13, 'codes13'>(
  code13.def.innerType.def.element,
  ({ main, value }) => [main, value],
  ([main, value]) => ({ main: Number(main), value: String(value) }),
);

export const decodeCodes = numbered.decode;
export const decodeCodes13 = plain.decode;

/** The whole section: a list for each kind that was reported. */
export const encodeCodes = (codes: Codes): object => ({
  ...(codes.code05 && { code05: numbered.encode(codes.code05) }),
  ...(codes.code08 && { code08: numbered.encode(codes.code08) }),
  ...(codes.code13 && { code13: plain.encode(codes.code13) }),
});

/** SQL: the number of codes of a kind in the section `s`; null where the device never reported that kind. */
export function countCodes(kind: '05' | '08' | '13'): RawBuilder<number> {
  const list = sql`s.body->${sql.lit(`code${kind}`)}`;
  return sql`(json_array_length(${list}) - (json_typeof(${list}->0) is not distinct from 'number')::int)`;
}

type Part = NonNullable<DeviceReport['parts']>[number];
export type StoredParts = Stored<'parts'>;

/**
 * `[code, pages, drive hours, rotations, consumed life, life in pages, replaced at]`, without the nulls at
 * its end.
 */
export const { encode: encodeParts, decode: decodeParts } = listFormat<Part, 'parts'>(part, toPartTuple, toPart);

function toPartTuple(reported: Part): unknown[] | undefined {
  const { partsCode, pages, driveHours, rotations, consumedLife, lifePages, replacedAt, ...rest } = reported;
  const values = [pages, driveHours, rotations, consumedLife, lifePages].map(toBareValue);
  if (values.includes(undefined) || Object.keys(rest).length > 0) return undefined;
  const tuple = [partsCode, ...values, replacedAt ?? null];
  while (tuple.at(-1) === null) tuple.pop();
  return tuple;
}

function toPart([code, pages, driveHours, rotations, consumedLife, lifePages, replacedAt]: readonly unknown[]): Part {
  return {
    partsCode: String(code),
    ...(typeof pages === 'number' && { pages: measured(pages) }),
    ...(typeof driveHours === 'number' && { driveHours: measured(driveHours) }),
    ...(typeof rotations === 'number' && { rotations: measured(rotations) }),
    ...(typeof consumedLife === 'number' && { consumedLife: measured(consumedLife) }),
    ...(typeof lifePages === 'number' && { lifePages: measured(lifePages) }),
    ...(typeof replacedAt === 'string' && { replacedAt }),
  };
}

type Sensor = NonNullable<DeviceReport['sensors']>[number];
export type StoredSensors = Stored<'sensors'>;

/** `[name, colour or null, value]`, and the unit where there is one. */
export const { encode: encodeSensors, decode: decodeSensors } = listFormat<Sensor, 'sensors'>(
  sensors.def.element,
  toSensorTuple,
  toSensor,
);

function toSensorTuple(reported: Sensor): unknown[] | undefined {
  const { name, color, unit, reading, ...rest } = reported;
  const value = toBareValue(reading);
  if (value === undefined || Object.keys(rest).length > 0) return undefined;
  return unit === undefined ? [name, color ?? null, value] : [name, color ?? null, value, unit];
}

function toSensor([name, reported, value, unit]: readonly unknown[]): Sensor {
  const color = tonerColors.find((one) => one === reported);
  return {
    name: String(name),
    ...(color !== undefined && { color }),
    ...(typeof unit === 'string' && { unit }),
    reading: measured(Number(value)),
  };
}

// A full day of a colour device holds two dozen sensors, whose names took half of its row. Names and colours
// of the contract (packages/contract: telemetry) are stored as their indexes in these lists, which may only
// grow at their ends.
const names = [
  'secondTransferVoltage',
  'autoTonerSensor',
  'imageQualitySensor',
  'fuserWarmUp',
  'chargingVoltage',
  'pixelCount',
  'polygonalMotorCount',
  'countCE20',
  'countCE40',
  'nearEmptyMode',
  'nearEmptyPercent',
  'nearEmptySheets',
] as const;
const colors = ['', 'black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const;

/** First character of a short key, and of the stored form of a name that begins with it. */
const mark = '*';

const keys: ReadonlyMap<string, string> = new Map(
  names.flatMap((name, i) =>
    colors.map((color, j) => [color === '' ? name : `${name}.${color}`, `${mark}${i.toString(36)}${j || ''}`]),
  ),
);
const fullNames = new Map(Array.from(keys, ([name, key]) => [key, name]));

/** The stored key of a sensor. `name`: of the sensor and its colour, `name` or `name.color`. */
export function toSensorKey(name: string): string {
  return keys.get(name) ?? (name.startsWith(mark) ? `${mark}${name}` : name);
}

/** The name of a stored key. Days stored before there were short keys have names for keys. */
export function toSensorName(key: string): string {
  return fullNames.get(key) ?? (key.startsWith(mark) ? key.slice(mark.length) : key);
}
