import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  type Experience,
  expectedFailures,
  type FailureRates,
  fitFailureRates,
} from '@platen/diagnosis/statistics/failure-rates';
import { posteriorRate, priorAround } from '@platen/diagnosis/statistics/negative-binomial';

export const driveFile = fileURLToPath(
  new URL('../../../../shared/data/prognostics/drives-until-2015-09.csv.gz', import.meta.url),
);
const horizon = 180;
const slice = 30;
const slices = 18;
const states = 4;

/** A drive in service: its rows in order of time, each with the state of health its counts tell. */
interface Drive {
  readonly model: string;
  readonly start: number;
  readonly end: number;
  readonly failed: boolean;
  readonly rows: readonly { readonly start: number; readonly state: number }[];
}

/** Poisson deviance and weighted absolute percentage error over drive models and landmarks. */
interface CountScore {
  readonly deviance: number;
  readonly wape: number;
}

/** Scores at four landmarks, 90 days apart, the last as late as its 180 days ahead are known. */
export interface FailureCountScore {
  readonly landmarks: readonly number[];
  readonly cases: number;
  readonly failures: number;
  /** Gamma prior worth one failure at the population's rate, from the 180 days before. */
  readonly empiricalBayes: CountScore;
  readonly method: CountScore;
  /** Change of the deviance against empirical Bayes; −0.2 is a fifth less. */
  readonly change: number;
}

/**
 * Expected failures per drive model over 180 days from a landmark, with what was known then; exposure is the
 * drive days that followed.
 */
export function scoreFailureCounts(file: string = driveFile): FailureCountScore {
  const drives = readDrives(file);
  const last = drives.reduce((latest, { end }) => Math.max(latest, end), 0) - horizon;
  const landmarks = [last - 270, last - 180, last - 90, last];
  const cases = landmarks.flatMap((day) => casesOf(drives, day));
  const empiricalBayes = scoreOf(cases.map(({ seen, bayes }) => [seen, bayes]));
  const method = scoreOf(cases.map(({ seen, judged }) => [seen, judged]));
  return {
    landmarks,
    cases: cases.length,
    failures: cases.reduce((sum, { seen }) => sum + seen, 0),
    empiricalBayes,
    method,
    change: method.deviance / empiricalBayes.deviance - 1,
  };
}

function scoreOf(pairs: readonly (readonly [seen: number, expected: number])[]): CountScore {
  let [deviance, error, total] = [0, 0, 0];
  for (const [seen, expected] of pairs) {
    deviance += 2 * ((seen > 0 ? seen * Math.log(seen / expected) : 0) - (seen - expected));
    error += Math.abs(seen - expected);
    total += seen;
  }
  return { deviance, wape: error / total };
}

function casesOf(drives: readonly Drive[], day: number) {
  const past = experienceBefore(drives, day);
  const rates = fitFailureRates(past, states);
  const bayes = bayesRates(drives, day);
  const coming = countBy(drives, day, day + horizon);
  return [...coming].map(([model, { exposure, failures }]) => ({
    seen: failures,
    bayes: bayes(model) * exposure,
    judged: judge(rates, drives, model, day, exposure),
  }));
}

function judge(rates: FailureRates, drives: readonly Drive[], model: string, day: number, exposure: number): number {
  const units = Array.from({ length: states }, () => 0);
  for (const drive of drives) {
    if (drive.model !== model || drive.start >= day || drive.end <= day) continue;
    const state = stateAt(drive, day);
    units[state] = (units[state] ?? 0) + 1;
  }
  return expectedFailures(rates, model, units, exposure);
}

function bayesRates(drives: readonly Drive[], day: number): (model: string) => number {
  const before = countBy(drives, day - horizon, day);
  let [failures, exposure] = [0.5, 1];
  for (const sum of before.values()) {
    failures += sum.failures;
    exposure += sum.exposure;
  }
  const prior = priorAround(failures / exposure, 1);
  return (model) => posteriorRate(prior, before.get(model)?.failures ?? 0, before.get(model)?.exposure ?? 0);
}

/** Drive days and failures by model within a span; a failure counts on the day it ends. */
function countBy(drives: readonly Drive[], from: number, to: number) {
  const sums = new Map<string, { exposure: number; failures: number }>();
  for (const { model, start, end, failed } of drives) {
    if (end <= from || start >= to) continue;
    const sum = sums.get(model) ?? { exposure: 0, failures: 0 };
    sums.set(model, sum);
    sum.exposure += Math.min(end, to) - Math.max(start, from);
    if (failed && end <= to) sum.failures++;
  }
  return sums;
}

function experienceBefore(drives: readonly Drive[], day: number): Experience[] {
  const sums = new Map<string, { group: string; state: number; daysAgo: number; exposure: number; failures: number }>();
  for (const drive of drives)
    for (let back = 0; back < slices; back++) {
      const from = Math.max(day - (back + 1) * slice, drive.start);
      const end = day - back * slice;
      const to = Math.min(end, drive.end);
      if (to <= from) continue;
      const state = stateAt(drive, from);
      const key = `${drive.model}|${String(state)}|${String(back)}`;
      const sum = sums.get(key) ?? {
        group: drive.model,
        state,
        daysAgo: (back + 0.5) * slice,
        exposure: 0,
        failures: 0,
      };
      sums.set(key, sum);
      sum.exposure += to - from;
      if (drive.failed && drive.end <= end) sum.failures++;
    }
  return [...sums.values()];
}

function stateAt({ rows }: Drive, day: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle]?.start ?? day) <= day) low = middle;
    else high = middle - 1;
  }
  return rows[low]?.state ?? 0;
}

/** Columns: serial, model, size, start and end day, age, fails, then SMART 5, 10, 187, 188, 196, 197, 198. */
function readDrives(file: string): Drive[] {
  const serials = new Map<
    string,
    { model: string; end: number; failed: boolean; rows: { start: number; state: number }[] }
  >();
  const lines = gunzipSync(readFileSync(file)).toString('latin1').split('\n').slice(1);
  for (const line of lines) {
    const cells = line.trim().split(',');
    if (cells.length < 14) continue;
    const serial = cells[0] ?? '';
    const drive = serials.get(serial) ?? { model: cells[1] ?? '', end: 0, failed: false, rows: [] };
    serials.set(serial, drive);
    drive.rows.push({ start: Number(cells[3]), state: stateOf([cells[7], cells[9], cells[12], cells[13]]) });
    drive.end = Math.max(drive.end, Number(cells[4]));
    drive.failed ||= cells[6] === '1';
  }
  return [...serials.values()].map(({ model, end, failed, rows }) => {
    rows.sort((one, other) => one.start - other.start);
    return { model, end, failed, rows, start: rows[0]?.start ?? end };
  });
}

/**
 * Health from the counts of reallocated, uncorrectable and pending sectors: by the sum of ln(1 + count), what
 * is not reported adding nothing.
 */
function stateOf(counts: readonly (string | undefined)[]): number {
  const sum = counts.reduce((total, count) => total + Math.log1p(Number(count ?? 0)), 0);
  return [0, 3, 7].filter((limit) => sum > limit).length;
}
