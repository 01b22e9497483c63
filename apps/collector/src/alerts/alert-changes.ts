import type { DeviceReport } from '@platen/contract/report';

type Status = NonNullable<DeviceReport['status']>;
export type Alert = NonNullable<Status['alerts']>[number];

/** One reading's alerts. `at`: ISO, by the clock here; `upTimeTicks`: sysUpTime in hundredths of a second. */
export interface AlertSnapshot {
  readonly at: string;
  readonly upTimeTicks?: number | undefined;
  readonly alerts: readonly Alert[];
}

export interface AlertChanges {
  /** The alerts of now, each with when it was first seen. */
  readonly alerts: Alert[];
  /** Those of before that are gone. */
  readonly cleared: Alert[];
}

/** How far the clocks of the device and here may drift apart between two readings before it counts as a restart. */
const driftTicks = 5 * 60 * 100;
/** `other` and `unknown` of PrtAlertCodeTC: only the words say what such an alert is. */
const saysNothing = new Set([1, 2]);

/**
 * What has changed from one reading to the next. An alert is the same as before when it says the same (group, row, place, code, and the
 * words where the code says nothing) under the same index, or, under another one, when it was raised at the same moment.
 * A restart numbers and times alerts anew (RFC 3805, prtAlertIndex): then what says the same is the same, and the same index alone means nothing.
 * Every alert of before is matched once. Pure.
 */
export function toAlertChanges(before: AlertSnapshot | undefined, now: AlertSnapshot): AlertChanges {
  const restarted = before !== undefined && isRestarted(before, now);
  const open = new Set(before?.alerts ?? []);
  const since = new Map<Alert, string>();
  const contents = new Map([...open, ...now.alerts].map((alert) => [alert, toContent(alert)]));
  const saysSame = (a: Alert, b: Alert): boolean => contents.get(a) === contents.get(b);
  const match = (isSame: (alert: Alert, old: Alert) => boolean): void => {
    for (const alert of now.alerts) {
      if (since.has(alert)) continue;
      const old = [...open].find((one) => isSame(alert, one));
      if (old === undefined) continue;
      open.delete(old);
      since.set(alert, old.since ?? before?.at ?? now.at);
    }
  };
  match((alert, old) => alert.index === old.index && saysSame(alert, old));
  match((alert, old) => saysSame(alert, old) && (restarted || alert.timeTicks === old.timeTicks));
  return { alerts: now.alerts.map((alert) => ({ ...alert, since: since.get(alert) ?? now.at })), cleared: [...open] };
}

/** Whether the agent began anew: its time went back, or it grew by less than the time between the readings. */
function isRestarted(before: AlertSnapshot, now: AlertSnapshot): boolean {
  if (before.upTimeTicks === undefined || now.upTimeTicks === undefined) return false;
  if (now.upTimeTicks < before.upTimeTicks) return true;
  const passed = (Date.parse(now.at) - Date.parse(before.at)) / 10;
  return now.upTimeTicks - before.upTimeTicks < passed - driftTicks - passed / 100;
}

function toContent({ group, groupIndex, location, code, description }: Alert): string {
  const words = code === undefined || saysNothing.has(code) ? (description?.trim() ?? '') : '';
  return JSON.stringify([group, groupIndex, location, code, words]);
}
