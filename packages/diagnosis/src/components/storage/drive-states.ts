import { type Day, type DeviceHistory, keysOf, type Series, seriesOf } from '../../history/day-reading.ts';
import { remembered } from '../../history/remembered.ts';
import { type DriveState, smartAttributes, toCounts } from './drive-features.ts';

export type DriveType = 'HDD' | 'SSD' | 'unknown';

/** One reading of a drive; null where it did not say. */
export interface DriveReading {
  readonly day: Day;
  /** Index into the drive's `states`. */
  readonly at: number;
  /** Percent of an SSD's life. */
  readonly wear: number | null;
  readonly tested: boolean;
}

/** What is known of the drive now at a SATA port. */
export interface DrivePast {
  readonly port: number;
  readonly type: DriveType;
  readonly states: readonly DriveState[];
  readonly readings: readonly DriveReading[];
}

const highestPort = 7;
/** Counted over the life of a drive: 5, 187, 188. Where one falls, another drive is at the port. */
const lifelong = [0, 1, 2];

/** The drives of a device, by port. A port that says nothing of health has no past. */
export const toDrives = remembered((history: Pick<DeviceHistory, 'days'>): readonly DrivePast[] => {
  const reported = new Set(
    [...keysOf(history)].flatMap((key) => /^(?:smart|wear|selfTest|drive)\.(\d+)/.exec(key)?.[1] ?? []),
  );
  return Array.from({ length: highestPort + 1 }, (_, port) => port)
    .filter((port) => reported.has(String(port)))
    .flatMap((port) => toDrive(history, port) ?? []);
});

function toDrive(history: Pick<DeviceHistory, 'days'>, port: number): DrivePast | undefined {
  const keys = [`drive.${port}`, `wear.${port}`, `selfTest.${port}`];
  const attributes = smartAttributes.map((attribute) => `smart.${port}.${attribute}`);
  const reported = [...keys, ...attributes].map((key) => seriesOf(history, key));
  let type: DriveType = 'unknown';
  let states: DriveState[] = [];
  let readings: DriveReading[] = [];
  for (const { day, values } of byDay(reported)) {
    const [kind, worn, testing, ...smart] = values;
    if (kind !== undefined) type = kind === 1 ? 'HDD' : kind === 2 ? 'SSD' : 'unknown';
    const counts = toCounts(smart.map(soundCount));
    const wear = soundCount(worn);
    const tested = testing === 1;
    const speaks = counts.some((count) => count !== null);
    if (!speaks && wear === null && !tested && kind === undefined) continue;
    const before = states.at(-1)?.counts;
    if (speaks && before !== undefined && lifelong.some((k) => (counts[k] ?? Infinity) < (before[k] ?? 0))) {
      states = [];
      readings = [];
    }
    if (states.length === 0 || (speaks && !isSame(counts, states.at(-1)?.counts))) states.push({ from: day, counts });
    readings.push({ day, at: states.length - 1, wear, tested });
  }
  return readings.length === 0 ? undefined : { port, type, states, readings };
}

/**
 * The values of several series side by side, for each day with any of them; undefined where one has none that
 * day.
 */
function* byDay(all: readonly Series[]): Generator<{ day: Day; values: readonly (number | undefined)[] }> {
  const places = all.map(() => 0);
  for (;;) {
    const day = all.reduce((least, series, at) => Math.min(least, series[places[at] ?? 0]?.day ?? Infinity), Infinity);
    if (day === Infinity) return;
    const values = all.map((series, at) => {
      const reading = series[places[at] ?? 0];
      if (reading?.day !== day) return undefined;
      places[at] = (places[at] ?? 0) + 1;
      return reading.value;
    });
    yield { day, values };
  }
}

const soundCount = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) || value < 0 ? null : value;

const isSame = (counts: readonly (number | null)[], others: readonly (number | null)[] | undefined): boolean =>
  counts.every((count, k) => count === others?.[k]);
