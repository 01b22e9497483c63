import { splitMeter } from '@platen/contract/meter-names';
import { remembered } from '@platen/diagnosis/history/remembered';
import {
  type ClosedEnd,
  type ClosedSpan,
  carryOf,
  type DecidedLine,
  decideLine,
  type LineEnd,
} from '@platen/diagnosis/meters/close-line';
import type { MeterRun } from '@platen/diagnosis/meters/continue-meter';
import { goesApart, type KindsOfUse, pagesBetween } from '@platen/diagnosis/meters/read-meter';
import { type DeviceMeters, meterNames, runMeter } from '../ledger/load-meters.ts';
import { hashReport, type LedgerReport } from '../ledger/pack-format.ts';
import { toChart } from './chart.ts';
import { type ClosePart, toCompared, toParts } from './close-parts.ts';
import type { CloseRow } from './close-row.ts';
import type { ClosedPoint, LineBody } from './line-body.ts';
import type { CloseDevice, ClosedDevice, FrozenLine } from './load-close.ts';
import { pagesOf, toClosedSpans, toCorrectionLines } from './make-corrections.ts';

interface Days {
  readonly startOf: (day: number) => number;
}

const apart: ReadonlySet<string> = new Set(['total', 'black', 'color']);

/** The lines of a device in a close: of its meters and of what corrects earlier closes. Pure. */
export function makeLines(close: CloseRow, device: CloseDevice, days: Days): LineBody[] {
  const { meters, frozen, isMerged } = device;
  const names = new Set([...meterNames(meters), ...frozen.map(({ body }) => body.meter)]);
  const chosen = [...names].filter((name) => close.meters.length === 0 || close.meters.includes(name)).toSorted();
  const runs = new Map(chosen.map((meter) => [meter, runMeter(meters, meter, closedPoints(device, meter))]));
  const ofKind = (meter: string) => runs.get(meter) ?? (apart.has(meter) ? runMeter(meters, meter) : undefined);
  const kinds = { total: ofKind('total'), black: ofKind('black'), color: ofKind('color') };
  const compared = toCompared(close, days);
  const parts = toParts(close, device, days).map((part) => ({ ...part, goesApart: isApart(kinds, compared, part) }));
  return [...runs].flatMap(([meter, run]) => {
    const own = frozen.filter(({ body }) => body.meter === meter);
    const former = findFormer(close, own);
    const elsewhere = toClosedSpans(device, meter, close.planId);
    // What a merged record counts since its last line is in the lines of the device that it went into.
    const last = isMerged ? own.find(({ planId, body }) => planId === close.planId && body.kind === 'reading') : former;
    return [
      ...(isMerged ? [] : makeMeterLines(close, { ...device, run, meter, former, parts, compared, elsewhere })),
      ...toCorrectionLines(run, { device, meter, own, formerId: last?.closeId ?? null, elsewhere }),
    ];
  });
}

/** Those of a merged record count as long as it is merged. */
const closedPoints = ({ frozen, meters: { joined = [] } }: CloseDevice, meter: string) =>
  frozen.flatMap(({ body }) =>
    body.meter === meter
      ? body.chain.points.filter(({ of }) => of === undefined || joined.some(({ deviceId }) => deviceId === of))
      : [],
  );

/** The last line of the close that ended where this one begins; of the same plan before others. */
function findFormer(close: CloseRow, own: readonly FrozenLine[]): FrozenLine | null {
  const adjoining = own.filter(({ to, body }) => to === close.from && body.kind === 'reading');
  const ofPlan = adjoining.find(({ planId }) => planId !== null && planId === close.planId);
  return ofPlan ?? adjoining[0] ?? null;
}

type Compared = ReturnType<typeof toCompared>;

/** A part, and whether black plus color went apart from total in it. */
interface Part extends ClosePart {
  readonly goesApart: boolean;
}

interface MeterFacts extends CloseDevice {
  readonly meter: string;
  readonly run: MeterRun;
  readonly former: FrozenLine | null;
  readonly parts: readonly Part[];
  readonly compared: Compared;
  readonly elsewhere: readonly ClosedSpan[];
}

function makeMeterLines(close: CloseRow, facts: MeterFacts): LineBody[] {
  const lines: LineBody[] = [];
  let carry = facts.former?.body.chain.carry ?? null;
  let lastTo = close.from;
  for (const part of facts.parts) {
    // What another customer printed in between is not in this close.
    if (part.from !== lastTo) carry = null;
    const decided = decide(close, part, facts, carry);
    if (decided === undefined) continue;
    const line = toBody(part, facts, decided, carry);
    lines.push(line);
    ({ carry } = line.chain);
    lastTo = part.to;
  }
  return lines;
}

function decide(close: CloseRow, part: Part, facts: MeterFacts, former: ClosedEnd | null) {
  const { meter, meters, compared } = facts;
  const own = meters.corrections.filter((one) => one.meter === meter);
  const pages = pagesOf(facts, meter).filter(({ at }) => at >= part.from && at < part.to);
  return decideLine(facts.run, {
    ...part,
    ...compared,
    former,
    corrected: pages.reduce((sum, one) => sum + (one.pages ?? 0), 0),
    isCorrected: pages.length > 0,
    elsewhere: facts.elsewhere,
    isWaiting: own.some(
      ({ state, at }) => state === 'waiting' && at < part.to && (part.from === close.from || at >= part.from),
    ),
    typed: typedOf(meters, meter),
    goesApart: apart.has(meter) && part.goesApart,
    lacksAssetNumber: close.needsAssetNumber && facts.device.assetNumber === null,
    settled: findSettled(facts, part)?.kind ?? null,
  });
}

const typedOf = ({ corrections }: DeviceMeters, meter: string): ReadonlySet<number> =>
  new Set(
    corrections.flatMap((one) =>
      one.kind === 'reading' && one.state === 'inForce' && one.meter === meter ? [one.at] : [],
    ),
  );

const findSettled = ({ settled, meter }: Pick<MeterFacts, 'settled' | 'meter'>, { part }: ClosePart) =>
  settled.find((one) => one.meter === meter && one.part === part) ?? null;

/** Black plus color went apart from total since the period before (LG-14). */
function isApart(
  kinds: Readonly<Record<keyof KindsOfUse, MeterRun | undefined>>,
  compared: Compared,
  { from, to }: ClosePart,
): boolean {
  const kindsIn = (span: { from: number; to: number }): KindsOfUse => {
    const pages = (run: MeterRun | undefined) =>
      run === undefined ? null : pagesBetween(run, span.from - 1, span.to - 1);
    return { total: pages(kinds.total), black: pages(kinds.black), color: pages(kinds.color) };
  };
  return goesApart(kindsIn(compared.before), kindsIn({ from, to }));
}

const toInstant = (at: number): string => new Date(at).toISOString();
const toTimed = ({ at, value }: { at: number; value: number }) => ({ at: toInstant(at), value });

function toBody(part: ClosePart, facts: MeterFacts, decided: DecidedLine, former: ClosedEnd | null): LineBody {
  const { device, meter, meters, run } = facts;
  const { start, end, break: found, estimate, stops, warnings, remarks, elsewhere, ...rest } = decided;
  const settled = findSettled(facts, part);
  const toPoint = ({ row: { at, value } }: LineEnd): ClosedPoint[] => {
    const report = findReport(meters, meter, at);
    if (report === undefined) return [];
    return [{ at, value, ...(report.of && { of: report.of.deviceId }) }];
  };
  return {
    ...textsOf(device, part),
    ...rest,
    ...(elsewhere !== 0 && { elsewhere }),
    meter,
    unit: splitMeter(meter).unit,
    part: part.part,
    kind: 'reading',
    from: toInstant(part.from),
    to: toInstant(part.to),
    start: start && toReading(facts, start),
    end: end && toReading(facts, end),
    stops: [...stops],
    warnings: [...warnings],
    remarks: [...remarks],
    settled,
    estimate: estimate && {
      value: estimate.value,
      lower: estimate.lower,
      upper: estimate.upper,
      inARow: estimate.inARow,
    },
    break: found && {
      kind: found.kind,
      before: toTimed(found.before),
      after: toTimed(found.after),
      cause: found.cause,
      statedBy: statedBy(meters, meter, found.after.at),
      usual: found.usual ? { value: found.usual.value, lower: found.usual.lower, upper: found.usual.upper } : null,
    },
    corrects: null,
    chart: stops.length > 0 || warnings.length > 0 ? toChart(run, part) : [],
    chain: {
      former: facts.former?.closeId ?? null,
      carry: carryOf(decided, former),
      startEstimated: start?.estimated ?? 0,
      points: [start, end].flatMap((one) => (one === null ? [] : toPoint(one))),
    },
  };
}

/** What a line states of its device, with the customer of the part. */
const textsOf = (
  { deviceId, serial, model, description, dealerNumber, assetNumber, contract }: ClosedDevice,
  { customerNumber, customerName }: Pick<ClosePart, 'customerNumber' | 'customerName'>,
) => ({
  deviceId,
  serial,
  model,
  description,
  customerNumber,
  customerName,
  dealerNumber,
  assetNumber,
  contract,
});

const findReport = ({ reports }: DeviceMeters, meter: string, at: number) =>
  byTime(reports)
    .get(at)
    ?.find(({ values }) => values.has(meter));

/** Asked for both ends of each line, some times each. */
const byTime = remembered((reports: DeviceMeters['reports']) => {
  const found = new Map<number, LedgerReport[]>();
  for (const report of reports) {
    const same = found.get(report.at);
    if (same === undefined) found.set(report.at, [report]);
    else same.push(report);
  }
  return found;
});

function toReading({ device, meters, meter }: MeterFacts, { row, value, estimated }: LineEnd): LineBody['start'] {
  const report = findReport(meters, meter, row.at);
  const entered = meters.corrections.find(
    (one) => one.kind === 'reading' && one.state === 'inForce' && one.meter === meter && one.at === row.at,
  );
  return {
    at: toInstant(row.at),
    value,
    source: estimated > 0 ? 'estimate' : report === undefined ? (entered?.source ?? 'report') : 'report',
    hash: report === undefined || report.text === null ? null : hashReport(device.serial, report),
  };
}

const statedBy = ({ corrections, dayCauses }: DeviceMeters, meter: string, at: number): string | null => {
  const own = corrections.findLast(
    (one) => one.kind === 'cause' && one.state === 'inForce' && one.meter === meter && one.at === at,
  );
  const day = toInstant(at).slice(0, 10);
  return own?.madeBy?.name ?? dayCauses.find((one) => one.key === `pages.${meter}` && one.day === day)?.by ?? null;
};
