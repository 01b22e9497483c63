import type { DeviceReport } from '@platen/contract/report';
import { alert } from '@platen/contract/report-sections';
import * as z from 'zod/mini';
import { readJson, writeWhole } from '../platform/data-files.ts';
import { type AlertSnapshot, toAlertChanges } from './alert-changes.ts';

const snapshot = z.object({
  at: z.iso.datetime(),
  upTimeTicks: z.optional(z.int()),
  alerts: z.array(alert).check(z.maxLength(512)),
});
const file = z.object({ format: z.literal(1), devices: z.record(z.string(), z.unknown()) });
/** Maximum number of devices; those read least recently are dropped first. */
const deviceLimit = 20_000;
/** Alerts of one report, as limited by the contract. */
const clearedLimit = 512;

/**
 * The alerts of each device's last reading, from which the next one derives which are new and which are gone.
 */
export class LastAlerts {
  readonly #path: string | undefined;
  readonly #devices: Map<string, AlertSnapshot>;
  #isChanged = false;

  private constructor(path: string | undefined, devices: Map<string, AlertSnapshot>) {
    this.#path = path;
    this.#devices = devices;
  }

  /** For one process only. */
  static inMemory = (): LastAlerts => new LastAlerts(undefined, new Map());

  /** Reads the file. A missing, damaged or unknown file is ignored: alerts then count as first seen now. */
  static async open(path: string): Promise<LastAlerts> {
    const read = file.safeParse(await readJson(path));
    const devices = new Map<string, AlertSnapshot>();
    for (const [key, value] of Object.entries(read.success ? read.data.devices : {})) {
      const one = snapshot.safeParse(value);
      if (one.success) devices.set(key, one.data);
    }
    return new LastAlerts(path, devices);
  }

  /**
   * Adds the age of alerts and the cleared ones to a report. Reports without alerts, or of a device that
   * cannot be distinguished from others, are returned unchanged. Call `remember` once the report is stored,
   * so that cleared alerts are reported in a report that is delivered.
   */
  apply(report: DeviceReport): { report: DeviceReport; remember: () => void } {
    const key = toKey(report);
    const { status, observedAt: at, identity } = report;
    if (key === undefined || status?.alerts === undefined) return { report, remember: () => undefined };
    const upTime = identity.sysUpTimeTicks;
    const upTimeTicks = upTime?.state === 'measured' ? upTime.value : undefined;
    const { alerts, cleared } = toAlertChanges(this.#devices.get(key), { at, upTimeTicks, alerts: status.alerts });
    const changed = {
      ...status,
      alerts,
      ...(cleared.length === 0 ? {} : { clearedAlerts: cleared.slice(0, clearedLimit) }),
    };
    return {
      report: { ...report, status: changed },
      remember: () => this.#remember(key, { at, alerts, ...(upTimeTicks === undefined ? {} : { upTimeTicks }) }),
    };
  }

  /** Writes the file if anything changed. Throws file system errors. */
  async save(): Promise<void> {
    if (this.#path === undefined || !this.#isChanged) return;
    this.#isChanged = false;
    await writeWhole(this.#path, JSON.stringify({ format: 1, devices: Object.fromEntries(this.#devices) }));
  }

  #remember(key: string, last: AlertSnapshot): void {
    this.#isChanged = true;
    this.#devices.delete(key);
    this.#devices.set(key, last);
    for (const oldest of this.#devices.keys()) {
      if (this.#devices.size <= deviceLimit) return;
      this.#devices.delete(oldest);
    }
  }
}

/**
 * A device is identified by serial, model and MAC addresses together, as far as it reports them: some makers
 * use a serial twice.
 */
function toKey({ identity }: DeviceReport): string | undefined {
  const { serial, model, macAddresses = [] } = identity;
  const number = serial?.state === 'measured' ? serial.value : '';
  if (number === '' && macAddresses.length === 0) return undefined;
  return [number, model?.state === 'measured' ? model.value : '', ...macAddresses.toSorted()].join(' ');
}
