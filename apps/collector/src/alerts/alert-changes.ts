import type { DeviceReport } from '@platen/contract/report';

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
