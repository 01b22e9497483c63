import type {
  PackedCounters,
  PackedParts,
  PackedReadings,
  PackedSensors,
  PackedStorage,
  PackedSupplies,
} from './pack.ts';
import { toSensorName } from './sensor-keys.ts';

/** Page counters of a day, from counter_day. */
export interface Pages {
  total: number | null;
  color: number | null;
  black: number | null;
}

/** Bodies as they come out of the database: each may be null, where nothing of the kind was reported. */
export type StoredReadings = { [G in keyof PackedReadings]: PackedReadings[G] | null };

/** Where the readings of a day go, by telemetry key. */
export interface ValueSink {
  set: (key: string, value: number) => unknown;
}

/** Adds the readings of one day to `values`, by telemetry key (packages/diagnosis: day-reading). Nothing is added for what was not measured. */
export function unpackReadings(stored: StoredReadings, values: ValueSink): void {
  if (stored.counters) unpackCounters(stored.counters, values);
  if (stored.supplies) unpackSupplies(stored.supplies, values);
  if (stored.parts) unpackParts(stored.parts, values);
  if (stored.sensors) unpackSensors(stored.sensors, values);
  if (stored.storage) unpackStorage(stored.storage, values);
}

/** `pages.total`, `pages.color`, `pages.black`. */
export function unpackPages({ total, color, black }: Pages, values: ValueSink): void {
  if (total !== null) values.set('pages.total', total);
  if (color !== null) values.set('pages.color', color);
  if (black !== null) values.set('pages.black', black);
}

function unpackCounters({ sources, scanLarge, scanSmall }: PackedCounters, values: ValueSink): void {
  for (const name in sources) {
    const value = sources[name];
    if (value !== undefined) values.set(sourceKeys(name), value);
  }
  if (scanLarge !== undefined) values.set('scan.large', scanLarge);
  if (scanSmall !== undefined) values.set('scan.small', scanSmall);
}

function unpackSupplies(supplies: PackedSupplies, values: ValueSink): void {
  for (const color in supplies) {
    const [percent, coarse] = supplies[color] ?? [];
    const keys = tonerKeys(color);
    if (typeof percent === 'number') values.set(keys.level, percent);
    if (typeof coarse === 'number') values.set(keys.coarse, coarse);
  }
}

function unpackParts(parts: PackedParts, values: ValueSink): void {
  for (const code in parts) {
    const keys = partKeys(code);
    parts[code]?.forEach((value, place) => {
      const key = keys[place];
      if (value !== null && key !== undefined) values.set(key, value);
    });
  }
}

function unpackSensors(sensors: PackedSensors, values: ValueSink): void {
  for (const key in sensors) {
    const value = sensors[key];
    if (value !== undefined) values.set(sensorKeys(key), value);
  }
}

function unpackStorage(storage: PackedStorage, values: ValueSink): void {
  for (const port in storage) {
    const drive = storage[port];
    if (drive === undefined) continue;
    const [kind, wear, selfTest, smart] = drive;
    if (kind !== null) values.set(`drive.${port}`, kind);
    if (wear !== null) values.set(`wear.${port}`, wear);
    if (selfTest !== null) values.set(`selfTest.${port}`, selfTest);
    for (const attribute in smart) {
      const value = smart[attribute];
      if (value !== undefined) values.set(smartKeys(`${port}.${attribute}`), value);
    }
  }
}

/** A fleet has few names and millions of readings: each key is put together once. The names are the senders', so the memory for them is bounded. */
function remembered<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    if (known.size >= 5000) known.clear();
    const made = make(name);
    known.set(name, made);
    return made;
  };
}
const sourceKeys = remembered((name) => `source.${name}`);
const sensorKeys = remembered((key) => `sensor.${toSensorName(key)}`);
const smartKeys = remembered((name) => `smart.${name}`);
const tonerKeys = remembered((color) => ({ level: `toner.${color}`, coarse: `coarse.${color}` }));
const partKeys = remembered((code) => [
  `part.${code}.pages`,
  `part.${code}.hours`,
  `part.${code}.rotations`,
  `part.${code}.life`,
  `part.${code}.lifePages`,
]);
