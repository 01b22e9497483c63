import type { DeviceReport } from '@platen/contract/report';
import { alert } from '@platen/contract/report-sections';
import * as z from 'zod/mini';
import { DeviceFile } from '../platform/data-files.ts';

const snapshot = z.object({
  at: z.iso.datetime(),
  upTimeTicks: z.optional(z.int()),
  alerts: z.array(alert).check(z.maxLength(512)),
});
/** Alerts of one report, as limited by the contract. */
const clearedLimit = 512;

/**
 * The alerts of each device's last reading, from which the next one derives which are new and which are gone.
 */
export class LastAlerts {
  readonly #devices: DeviceFile<AlertSnapshot>;

  private constructor(devices: DeviceFile<AlertSnapshot>) {
    this.#devices = devices;
  }

  /** For one process only. */
  static inMemory = (): LastAlerts => new LastAlerts(DeviceFile.inMemory());

  /** Reads the file. A missing, damaged or unknown file is ignored: alerts then count as first seen now. */
  static async open(path: string): Promise<LastAlerts> {
    return new LastAlerts(await DeviceFile.open(path, snapshot));
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
      remember: () => this.#devices.set(key, { at, alerts, ...(upTimeTicks === undefined ? {} : { upTimeTicks }) }),
    };
  }

  /** Writes the file if anything changed. Throws file system errors. */
  async save(): Promise<void> {
    await this.#devices.save();
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

type Status = NonNullable<DeviceReport['status']>;
export type Alert = NonNullable<Status['alerts']>[number];

/**
 * The alerts of one reading. `at`: ISO, by the local clock; `upTimeTicks`: sysUpTime in hundredths of a
 * second.
 */
export interface AlertSnapshot {
  readonly at: string;
  readonly upTimeTicks?: number | undefined;
  readonly alerts: readonly Alert[];
}

export interface AlertChanges {
  /** The current alerts, each with the time it was first seen. */
  readonly alerts: Alert[];
  /** Alerts of the previous reading that are gone. */
  readonly cleared: Alert[];
}

/**
 * Maximum drift between the clocks of device and collector from one reading to the next; more counts as a
 * restart.
 */
const driftTicks = 5 * 60 * 100;
/** `other` and `unknown` of PrtAlertCodeTC: only the description identifies such an alert. */
const unspecificCodes = new Set([1, 2]);

/**
 * What changed from one reading to the next. An alert is the same as before if its content (group, row,
 * location, code, and the description where the code is unknown) and its index are the same, or its content
 * and the time it was raised. After a restart alerts have new indexes and times (RFC 3805, prtAlertIndex):
 * then content alone decides. Each alert of the previous reading is matched once. Pure.
 */
export function toAlertChanges(before: AlertSnapshot | undefined, now: AlertSnapshot): AlertChanges {
  const restarted = before !== undefined && isRestarted(before, now);
  const open = new Set(before?.alerts ?? []);
  const since = new Map<Alert, string>();
  const contents = new Map([...open, ...now.alerts].map((alert) => [alert, toContent(alert)]));
  const hasSameContent = (a: Alert, b: Alert): boolean => contents.get(a) === contents.get(b);
  const match = (isSame: (alert: Alert, old: Alert) => boolean): void => {
    for (const alert of now.alerts) {
      if (since.has(alert)) continue;
      const old = [...open].find((one) => isSame(alert, one));
      if (old === undefined) continue;
      open.delete(old);
      since.set(alert, old.since ?? before?.at ?? now.at);
    }
  };
  match((alert, old) => alert.index === old.index && hasSameContent(alert, old));
  match((alert, old) => hasSameContent(alert, old) && (restarted || alert.timeTicks === old.timeTicks));
  return { alerts: now.alerts.map((alert) => ({ ...alert, since: since.get(alert) ?? now.at })), cleared: [...open] };
}

/** Whether the agent restarted: its up-time went back, or grew by less than the time between the readings. */
function isRestarted(before: AlertSnapshot, now: AlertSnapshot): boolean {
  if (before.upTimeTicks === undefined || now.upTimeTicks === undefined) return false;
  if (now.upTimeTicks < before.upTimeTicks) return true;
  const passed = (Date.parse(now.at) - Date.parse(before.at)) / 10;
  return now.upTimeTicks - before.upTimeTicks < passed - driftTicks - passed / 100;
}

function toContent({ group, groupIndex, location, code, description }: Alert): string {
  const words = code === undefined || unspecificCodes.has(code) ? (description?.trim() ?? '') : '';
  return JSON.stringify([group, groupIndex, location, code, words]);
}
