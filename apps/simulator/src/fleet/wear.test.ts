import type { DeviceReport } from '@platen/contract/report';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Day, dayMs, toDay } from './calendar.ts';
import type { Draft } from './component.ts';
import { simulateDevice } from './device.ts';
import { toSpec } from './device-spec.ts';
import { Random } from './random.ts';
import { Storage } from './storage.ts';
import type { TruthEvent } from './truth.ts';
import { transferLimit } from './usual-wear.ts';
import { Visits } from './visits.ts';

const until = toDay(Date.UTC(2026, 5, 30));
const from = until - 700;

type Of<K extends TruthEvent['kind']> = TruthEvent extends infer E
  ? E extends { kind: infer One }
    ? K extends One
      ? E
      : never
    : never
  : never;
interface Past {
  serial: string;
  /**
   * By day: sensors and counts by name, SMART as `smart.<port>`, sheets as `sheets.<source>`, errors as
   * `error.<code>`.
   */
  days: Map<Day, Map<string, number>>;
  truth: TruthEvent[];
}
let fleet: Past[];

beforeAll(() => {
  // Parts last for years: machines with much work show their ends within two.
  const busy = Array.from({ length: 400 }, (_, index) => index).filter(
    (index) => toSpec('wear', index).pagesPerDay > 330,
  );
  fleet = busy.slice(0, 60).map((index) => {
    const days = new Map<Day, Map<string, number>>();
    const truth: TruthEvent[] = [];
    let serial = '';
    for (const made of simulateDevice('wear', index, { from, to: until })) {
      truth.push(...made.truth);
      for (const { report, clockOffset } of made.reports) {
        serial = report.identity.serial?.state === 'measured' ? report.identity.serial.value : '';
        const day = Math.floor((Date.parse(report.observedAt) - clockOffset * 1000) / dayMs);
        days.set(day, toValues(report));
      }
    }
    return { serial, days: new Map([...days].sort(([a], [b]) => a - b)), truth };
  });
}, 120_000);

function toValues(report: DeviceReport): Map<string, number> {
  const values = new Map<string, number>();
  for (const { name, color, reading } of report.sensors ?? [])
    if (reading.state === 'measured') values.set(color === undefined ? name : `${name}.${color}`, reading.value);
  for (const { tonerColor, percent } of report.supplies ?? [])
    if (tonerColor !== undefined && percent.state === 'measured') values.set(`toner.${tonerColor}`, percent.value);
  for (const [source, counter] of Object.entries(report.counters?.paperSources ?? {}))
    if (counter?.reading.state === 'measured') values.set(`sheets.${source}`, counter.reading.value);
  const total = report.counters?.total?.reading;
  if (total?.state === 'measured') values.set('total', total.value);
  for (const { sataPort, smart } of report.storage ?? [])
    values.set(
      `smart.${sataPort}`,
      Object.values(smart ?? {}).reduce((sum, count) => sum + count, 0),
    );
  for (const { code } of report.errors ?? []) values.set(`error.${code}`, (values.get(`error.${code}`) ?? 0) + 1);
  return values;
}

const truths = <K extends TruthEvent['kind']>(kind: K): { past: Past; event: Of<K> }[] =>
  fleet.flatMap((past) =>
    past.truth.filter((event): event is Of<K> => event.kind === kind).map((event) => ({ past, event })),
  );
const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / dayMs;
/** Readings of a key from the first to the last day. */
const read = ({ days }: Past, key: string, first: Day, last: Day): number[] =>
  [...days].flatMap(([day, values]) => {
    const value = values.get(key);
    return value === undefined || day < first || day > last ? [] : [value];
  });
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const gain = (values: readonly number[]) => (values.at(-1) ?? 0) - (values[0] ?? 0);

/**
 * Lives of a part that began in the window and ended by failure: mean of the sensor in their first and in
 * their last days.
 */
function lives(code: string, key: string, lastDays = 8) {
  return truths('part').flatMap(({ past, event }) => {
    if (event.part !== code || event.failed === null || dayOf(event.installed) < from + 5) return [];
    const installed = dayOf(event.installed);
    const failed = dayOf(event.failed);
    const early = read(past, key, installed, installed + lastDays);
    const late = read(past, key, failed - lastDays, failed - 1);
    return early.length < 3 || late.length < 3 ? [] : [{ past, event, failed, early: mean(early), late: mean(late) }];
  });
}

describe('wear shows', () => {
  test('the voltage at the second transfer falls to its limit', () => {
    const found = lives('6321', 'secondTransferVoltage');
    expect(found.length).toBeGreaterThan(5);
    for (const { early, late } of found) {
      expect(early).toBeGreaterThan(2300);
      expect(late).toBeLessThan(transferLimit + 250);
    }
  });

  test('the charging voltage of a drum rises', () => {
    const found = lives('6250', 'chargingVoltage.black');
    expect(found.length).toBeGreaterThan(10);
    for (const { early, late } of found) expect(late - early).toBeGreaterThan(25);
  });

  test('a fuser takes longer to be warm at the end of its life, and only then', () => {
    const found = lives('6342', 'fuserWarmUp');
    expect(found.length).toBeGreaterThan(3);
    expect(mean(found.map(({ early, late }) => late - early))).toBeGreaterThan(5);
    for (const { past, event, failed, early } of found) {
      const installed = dayOf(event.installed);
      const middle = read(past, 'fuserWarmUp', installed, installed + (failed - installed) / 2);
      expect(Math.abs(mean(middle) - early)).toBeLessThan(1.5);
    }
  });

  test('the auto-toner sensor drifts up after the life of the developer', () => {
    const drifts = lives('6274', 'autoTonerSensor.black').flatMap(({ past, event, failed, late }) => {
      const after = read(
        past,
        'autoTonerSensor.black',
        failed + 10,
        event.replaced === null ? until : dayOf(event.replaced) - 1,
      );
      return after.length < 3 ? [] : [(after.at(-1) ?? 0) - late];
    });
    expect(drifts.length).toBeGreaterThan(3);
    expect(median(drifts)).toBeGreaterThan(0.1);
  });

  test('jams and retries of a worn roller are several times those of a sound one', () => {
    const jamCodes: Record<string, string> = { CST1: 'E130', CST2: 'E140', ADF: 'E711' };
    let [before, after, retriesBefore, retriesAfter, sheetsBefore, sheetsAfter] = [0, 0, 0, 0, 0, 0];
    for (const { past, event } of truths('roller')) {
      const code = jamCodes[event.source];
      const drift = dayOf(event.driftFrom);
      const end = event.replaced === null ? until : dayOf(event.replaced) - 1;
      const reset = past.truth.some((one) => one.kind === 'event' && one.what === 'counterReset');
      if (code === undefined || drift < from + 60 || reset) continue;
      const sum = (first: Day, last: Day) => read(past, `error.${code}`, first, last).reduce((a, b) => a + b, 0);
      before += sum(drift - 60, drift - 1);
      sheetsBefore += gain(read(past, `sheets.${event.source}`, drift - 60, drift - 1));
      retriesBefore += gain(read(past, `feedRetries.${event.source}`, drift - 60, drift - 1));
      // A ramp takes up to 60 days.
      after += sum(drift + 30, end);
      sheetsAfter += gain(read(past, `sheets.${event.source}`, drift + 30, end));
      retriesAfter += gain(read(past, `feedRetries.${event.source}`, drift + 30, end));
    }
    expect(after / sheetsAfter / (before / sheetsBefore)).toBeGreaterThan(2.5);
    expect(retriesAfter / sheetsAfter / (retriesBefore / sheetsBefore)).toBeGreaterThan(2.5);
  });

  test('an image quality sensor that fails drifts away or scatters', () => {
    const found = truths('sensor').flatMap(({ past, event }) => {
      const key = `imageQualitySensor.${event.color}`;
      const start = dayOf(event.from);
      const sound = read(past, key, start - 40, start - 1);
      const failing = read(past, key, start + 15, event.to === null ? until : dayOf(event.to) - 1);
      if (sound.length < 10 || failing.length < 5) return [];
      const spread = Math.max(...failing) - Math.min(...failing);
      return [Math.max(spread, Math.abs(mean(sound) - mean(failing)))];
    });
    expect(found.length).toBeGreaterThan(1);
    expect(Math.min(...found)).toBeGreaterThan(45);
  });

  test('a failing polygonal motor starts more than twice as often', () => {
    const ratios = truths('polygon').flatMap(({ past, event }) => {
      const key = `polygonalMotorCount.${event.color}`;
      const start = dayOf(event.from);
      const end = event.to === null ? until : dayOf(event.to) - 1;
      const rate = (first: Day, last: Day) =>
        gain(read(past, key, first, last)) / gain(read(past, 'total', first, last));
      const [sound, failing] = [rate(start - 60, start - 1), rate(start, end)];
      return Number.isFinite(sound) && Number.isFinite(failing) && sound > 0 ? [failing / sound] : [];
    });
    expect(ratios.length).toBeGreaterThan(0);
    expect(median(ratios)).toBeGreaterThan(1.8);
  });

  test('image control errors of a defective machine are many times those of the others', () => {
    const inFault = new Map<Past, number>();
    let [faulty, faultyPages, all, allPages] = [0, 0, 0, 0];
    for (const { past, event } of truths('ce')) {
      const [first, last] = [dayOf(event.from), event.to === null ? until : dayOf(event.to) - 1];
      faulty += read(past, `error.${event.code}`, first, last).reduce((a, b) => a + b, 0);
      faultyPages += gain(read(past, 'total', Math.max(first, from), last));
      inFault.set(past, 1);
    }
    for (const past of fleet) {
      if (inFault.has(past)) continue;
      all += read(past, 'error.CE20', from, until).reduce((a, b) => a + b, 0);
      allPages += gain(read(past, 'total', from, until));
    }
    expect(faulty / faultyPages / (all / allPages)).toBeGreaterThan(4);
  });

  test('toner that the truth calls empty has come to nothing, and the next cartridge is full', () => {
    const ended = truths('toner').filter(
      ({ event }) => event.empty !== null && event.replaced !== null && dayOf(event.empty) > from,
    );
    expect(ended.length).toBeGreaterThan(50);
    for (const { past, event } of ended) {
      const empty = dayOf(event.empty ?? '');
      const replaced = dayOf(event.replaced ?? '');
      expect(Math.min(100, ...read(past, `toner.${event.color}`, empty, replaced - 1))).toBeGreaterThanOrEqual(0);
      for (const level of read(past, `toner.${event.color}`, empty, replaced - 1)) expect(level).toBe(0);
      for (const level of read(past, `toner.${event.color}`, replaced, replaced)) expect(level).toBeGreaterThan(90);
    }
  });
});

test('most drives that fail warn in the weeks before, and some do not', () => {
  // Drives alone: whole devices would need a fleet of thousands for as many failures.
  const failures = Array.from({ length: 120 }, (_, index) => [...simulateStorage(index)]).flat();
  const silent = failures.filter((one) => one.silent);
  expect(failures.length).toBeGreaterThan(40);
  expect(silent.length / failures.length).toBeGreaterThan(0.15);
  expect(silent.length / failures.length).toBeLessThan(0.45);
  expect(median(failures.filter((one) => !one.silent).map(({ counts }) => counts))).toBeGreaterThan(20);
  expect(median(silent.map(({ counts }) => counts))).toBeLessThan(5);
});

test('SMART counts of drives that stay sound rise as rarely as those of drives in service', () => {
  const rising = Array.from({ length: 300 }, (_, index) => [...storageDays(index, 'HDD', 535)])
    .filter((days) => days.every(({ failed }) => failed === undefined))
    .filter((days) => days.at(-1)?.draft.some(({ smart }) => Object.values(smart ?? {}).some((count) => count > 0)));
  expect(rising.length / 300).toBeGreaterThan(0.025);
  expect(rising.length / 300).toBeLessThan(0.1);
});

test('an SSD that is worn out fails within half a year', () => {
  const worn = Array.from({ length: 4 }, (_, index) => [...storageDays(index, 'SSD', 1500, 4000)]);
  for (const days of worn) {
    const over = days.findIndex(({ draft }) =>
      draft.some(({ wearPercent }) => wearPercent?.state === 'measured' && wearPercent.value >= 100),
    );
    const failed = days.findIndex((one, at) => at >= over && one.failed !== undefined);
    expect(over).toBeGreaterThan(0);
    expect(failed - over).toBeGreaterThan(0);
    expect(failed - over).toBeLessThanOrEqual(151);
  }
});

/** SMART counts on the day before each failure within twenty years of a device's drive. */
function* simulateStorage(index: number): Generator<{ silent: boolean; counts: number }> {
  let counts = 0;
  for (const { failed, draft } of storageDays(index, 'HDD', 7300)) {
    if (failed !== undefined) yield { silent: failed.silent, counts };
    counts = Object.values(draft[0]?.smart ?? {}).reduce((sum, count) => sum + count, 0);
  }
}

/** What a drive says day by day, and whether it failed. */
function* storageDays(index: number, type: 'HDD' | 'SSD', days: number, pages = 200) {
  const spec = toSpec('drives', index);
  const storage = new Storage(spec, 0, type);
  const noise = new Random('noise');
  for (let day = spec.setUp; day < spec.setUp + days; day++) {
    const failed: { silent: boolean }[] = [];
    const use = {
      day,
      black: pages,
      color: 0,
      pages,
      sheets: [],
      duplexSheets: 0,
      scanSmall: 0,
      scanLarge: 0,
      jobs: 40,
      shade: 1,
    };
    storage.step(use, {
      jamsToday: 0,
      visits: new Visits(),
      error() {},
      truth(event) {
        if (event.kind === 'storage') failed.push({ silent: event.silent });
      },
    });
    const draft: Draft = { supplies: [], parts: [], sensors: [], storage: [], states: new Set(), panel: [] };
    storage.report(draft, noise);
    yield { failed: failed[0], draft: draft.storage };
  }
}
