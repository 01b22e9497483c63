import { createHash } from 'node:crypto';
import type { DeviceReport } from '@platen/contract/report';
import * as z from 'zod/mini';
import { type RefusalIssue, toIssueText } from '../outbox/segment.ts';
import { DeviceFile, parseJson } from '../platform/data-files.ts';
import { dayMs } from '../platform/time.ts';

const refusal = z.object({
  at: z.iso.datetime(),
  /** Serial and address, for the user. */
  device: z.string(),
  /** The server's reason, as text. */
  reason: z.string(),
  /** Paths in the report that the server named; '' is the report as a whole. */
  paths: z.array(z.string()),
  /** Hash of the report's values at these paths. */
  fingerprint: z.string(),
});
export type Refusal = z.infer<typeof refusal>;

/** File name in the data folder. */
export const refusalsFileName = 'refusals.json';

/** A refused report is sent again after a day, as the server may accept it by then. */
export const refusalHoldsMs = dayMs;
const reasonLimit = 500;

/**
 * The last refusal of each device: a report with the same values where the server objected is not sent again
 * for a day. Saved in a file, as a collector may run one round per process.
 */
export class Refusals {
  readonly #devices: DeviceFile<Refusal>;

  private constructor(devices: DeviceFile<Refusal>) {
    this.#devices = devices;
  }

  /** For one process only. */
  static inMemory = (): Refusals => new Refusals(DeviceFile.inMemory());

  /** Reads the file. A missing or damaged file is ignored: reports are then sent once more. */
  static async open(path: string): Promise<Refusals> {
    return new Refusals(await DeviceFile.open(path, refusal));
  }

  /** Remembers why the server refused a report, given as the line that was sent. */
  note(line: Buffer, issues: readonly RefusalIssue[], at: Date): void {
    const report = parseJson(line.toString('utf8'));
    // A line that a failing disk has damaged.
    if (report === undefined) return;
    const key = toKey(report);
    const paths = [...new Set(issues.map(({ path }) => path))].toSorted();
    this.#devices.set(key, {
      at: at.toISOString(),
      device: toName(report),
      reason: toIssueText(issues).slice(0, reasonLimit),
      paths,
      fingerprint: toFingerprint(report, paths),
    });
  }

  /** The refusal because of which this report is not sent; undefined if it can be sent. */
  find(report: DeviceReport, now: Date): Refusal | undefined {
    const key = toKey(report);
    const known = this.#devices.get(key);
    if (known === undefined) return undefined;
    const age = now.getTime() - Date.parse(known.at);
    // A clock that was set back must not prolong a refusal.
    if (age >= 0 && age < refusalHoldsMs && toFingerprint(report, known.paths) === known.fingerprint) return known;
    this.#devices.delete(key);
    return undefined;
  }

  /** Writes the file if anything changed. Throws file system errors. */
  async save(): Promise<void> {
    await this.#devices.save();
  }
}

/** The refusals in a file; invalid entries are left out. */
export const readRefusals = async (path: string): Promise<readonly Refusal[]> =>
  (await DeviceFile.open(path, refusal)).values;

/**
 * A device is identified by its reported identity and its address: a report may be refused because it lacks
 * an identity.
 */
const toKey = (report: unknown): string =>
  JSON.stringify(
    ['identity.serial.value', 'identity.model.value', 'identity.macAddresses', 'source.address'].map((path) =>
      toPart(report, path),
    ),
  );

/** `192.0.2.7 (serial S1)` */
function toName(report: unknown): string {
  const [serial, address] = [toPart(report, 'identity.serial.value'), toPart(report, 'source.address')];
  const where = typeof address === 'string' ? address : 'unknown address';
  return typeof serial === 'string' ? `${where} (serial ${serial})` : where;
}

/**
 * Hash of the values of a report at these paths (`counters.total`, `errors[1].counter`; '' is the whole
 * report without its time and up-time), so that other values that change from round to round do not count.
 */
function toFingerprint(report: unknown, paths: readonly string[]): string {
  const reported = paths.map((path) => (path === '' ? report : toPart(report, path)));
  const text = JSON.stringify(reported, (name, value: unknown) =>
    name === 'observedAt' || name === 'sysUpTimeTicks' ? undefined : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

function toPart(report: unknown, path: string): unknown {
  let part = report;
  for (const name of path.split(/[.[\]]+/).filter((step) => step !== '')) {
    if (typeof part !== 'object' || part === null) return null;
    part = Reflect.get(part, name);
  }
  return part ?? null;
}
