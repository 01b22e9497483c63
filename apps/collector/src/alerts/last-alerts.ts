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
/** Devices remembered; those read least lately go first. */
const deviceLimit = 20_000;
/** Alerts of one report, as the contract holds them. */
const clearedLimit = 512;

/** The alerts of each device's last reading, so that the next one tells what is new and what is gone. */
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

  /** Reads the file. One that is missing, damaged or of another version is nothing: alerts then count as first seen now. */
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
   * The report with the age of its alerts and those that are gone; a report without alerts, or of a device that cannot be told from others,
   * as it is. `remember` takes it for the last one: called once the report is safe, so that what is gone is told in one that arrives.
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

  /** Writes the file where anything has changed; throws what the disk says. */
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

/** A device is known by serial, model and MAC addresses together, as far as it says them: some makers give a serial twice. */
function toKey({ identity }: DeviceReport): string | undefined {
  const { serial, model, macAddresses = [] } = identity;
  const number = serial?.state === 'measured' ? serial.value : '';
  if (number === '' && macAddresses.length === 0) return undefined;
  return [number, model?.state === 'measured' ? model.value : '', ...macAddresses.toSorted()].join(' ');
}
