import type { JudgedFleet } from './fleet-run.ts';
import {
  type FaultScore,
  horizon,
  isPredicted,
  lead,
  type PartScore,
  scoreFaults,
  scoreParts,
  sumScores,
} from './fleet-score.ts';
import { tonerHorizon } from './fleet-toner.ts';
import type { TruthEvent } from './fleet-truth.ts';

type Device = JudgedFleet['devices'][number];

const percent = (part: number, whole: number) =>
  whole === 0 ? '     -' : `${((100 * part) / whole).toFixed(1)} %`.padStart(6);
const verdict = (reached: boolean) => (reached ? 'reached' : 'NOT REACHED');
const targets = { recall: 0.8, precision: 0.7, drift: 0.64, toner: 0.8 };

/**
 * Prints how the judgements of a simulated fleet stand against its truth; true when all targets of it are
 * reached.
 */
export function reportFleet(fleet: JudgedFleet): boolean {
  const { devices, period, toner, judgements, time } = fleet;
  console.log(
    `  ${judgements.toLocaleString('en')} judgements, median ${time.median.toFixed(1)} ms, longest ${time.most.toFixed(0)} ms`,
  );
  const parts = reportParts(scoreParts(devices, period));
  const within = toner.within3Days / toner.dates;
  console.log(
    `\n  toner dates within 3 days, given ${tonerHorizon} days ahead or less: ${percent(toner.within3Days, toner.dates)} of ${toner.dates}` +
      ` (target ${100 * targets.toner} %) ${verdict(within >= targets.toner)}`,
  );
  console.log(
    `    given 7 days ahead or less: ${percent(toner.soonWithin3Days, toner.soon)} of ${toner.soon}; of all: mean absolute error ${(toner.error / toner.dates).toFixed(2)} days, 80 % interval covers ${percent(toner.covered, toner.dates)};` +
      ` ${toner.unknown} given of cartridges changed before they were empty are not counted`,
  );
  const drift = reportFaults(devices, fleet);
  return parts && within >= targets.toner && drift;
}

function reportParts(scores: ReadonlyMap<string, PartScore>): boolean {
  const predicted = sumScores([...scores].flatMap(([part, score]) => (isPredicted(part) ? [score] : [])));
  console.log(
    `\n  part failures. Found: an advice at severity 02 or 03 was on ${lead} days before. Right: failed within ${horizon} days of the advice's first day, of them`,
  );
  console.log(
    `  ahead: ${lead} days after it or later. Replaced by plan within the ${horizon} days: not known, not counted.`,
  );
  console.log('    part             failures    found | alarms    right    ahead  not known');
  const print = (name: string, score: PartScore) =>
    console.log(
      `    ${name.padEnd(16)} ${String(score.failures).padStart(8)}  ${percent(score.found, score.failures)} | ` +
        `${String(score.alarms).padStart(6)}  ${percent(score.ahead + score.late, score.alarms)}  ${percent(score.ahead, score.alarms)}  ${String(score.unknown).padStart(9)}`,
    );
  for (const [part, score] of [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1))) print(part, score);
  print('predicted parts', predicted);
  print('all parts', sumScores(scores.values()));
  const [recall, precision] = [
    predicted.found / predicted.failures,
    (predicted.ahead + predicted.late) / predicted.alarms,
  ];
  const reached = recall >= targets.recall && precision >= targets.precision;
  console.log(
    `    predicted parts: recall ${percent(100 * recall, 100)} (target ${100 * targets.recall} %) at precision ${percent(100 * precision, 100)} (target ${100 * targets.precision} %) ${verdict(reached)}`,
  );
  return reached;
}

function reportFaults(devices: readonly Device[], { period }: JudgedFleet): boolean {
  const span = period.last - period.first;
  console.log(`\n  faults that begin on a day; false: sound items that alarmed at any time of the ${span} days`);
  console.log('                                          faults   found    early  false');
  const score = (
    toItems: (device: Device) => readonly string[],
    toFault: (event: TruthEvent) => { item: string; from: number; until: number } | undefined,
  ) =>
    scoreFaults(
      devices.map((device) => ({
        ...device,
        items: toItems(device),
        faults: device.truth.flatMap((event) => toFault(event) ?? []),
      })),
      period,
    );
  const print = (name: string, found: FaultScore) => {
    console.log(
      `    ${name.padEnd(36)} ${String(found.faults).padStart(7)}  ${percent(found.found, found.faults)}  ${percent(found.early, found.faults)}  ${percent(found.falseAlarms, found.sound)}`,
    );
    return found.found / found.faults;
  };
  const drift = print(
    'jam drift within 90 days',
    score(
      ({ sources }) => sources.map((source) => `roller.${source}`),
      (event) =>
        event.kind === 'roller'
          ? { item: `roller.${event.source}`, from: event.driftFrom, until: event.driftFrom + 90 }
          : undefined,
    ),
  );
  const drives = (silent: boolean) =>
    score(
      ({ ports }) => ports.map((port) => `storage.${port}`),
      (event) =>
        // A drive of the other kind is neither counted nor sound.
        event.kind === 'storage'
          ? {
              item: `storage.${event.port}`,
              from: event.silent === silent ? event.failed - 90 : -1,
              until: event.failed - 1,
            }
          : undefined,
    );
  print('storage in the 90 days before failing', drives(false));
  print('the same, of drives without a warning', drives(true));
  for (const [kind, name] of [
    ['polygon', 'polygonal motor within 60 days'],
    ['sensor', 'image quality sensor within 60 days'],
  ] as const)
    print(
      name,
      score(
        ({ colors }) => colors.map((color) => `${kind}.${color}`),
        (event) =>
          event.kind === kind
            ? {
                item: `${kind}.${event.color}`,
                from: event.from,
                until: Math.min(event.from + 60, event.to ?? Number.POSITIVE_INFINITY),
              }
            : undefined,
      ),
    );
  print(
    'CE20 and CE40 within 60 days',
    score(
      () => ['ce.CE20', 'ce.CE40'],
      (event) =>
        event.kind === 'ce'
          ? {
              item: `ce.${event.code}`,
              from: event.from,
              until: Math.min(event.from + 60, event.to ?? Number.POSITIVE_INFINITY),
            }
          : undefined,
    ),
  );
  console.log(`    jam drift: target ${100 * targets.drift} % ${verdict(drift >= targets.drift)}`);
  return drift >= targets.drift;
}
