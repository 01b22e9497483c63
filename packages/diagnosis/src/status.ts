import { type DeviceStatus, deviceStatuses } from '@platen/contract/device-names';
import type { StatusReason } from '@platen/contract/devices';
import type { DeviceReport } from '@platen/contract/report';
import type { Supply } from '@platen/contract/report-sections';
import { fromAlerts } from './status/alerts.ts';
import { fromDetectedErrors } from './status/detected-errors.ts';
import { fromDeviceCode } from './status/device-code.ts';
import { compareReasons, type Severity } from './status/finding.ts';
import { fromStateReasons } from './status/state-reasons.ts';
import { fromSupplies } from './status/supplies.ts';
import { toReasons } from './status/to-reasons.ts';

type StatusSection = NonNullable<DeviceReport['status']>;

/** What a report says of the device's state. Absent: the report says nothing about it. */
export interface StatusInput {
  readonly status?: StatusSection | undefined;
  readonly supplies?: readonly Supply[] | undefined;
  /**
   * What was judged from the readings of many days: sources `sign` and `code`. At most warnings, whatever
   * they say.
   */
  readonly signs?: readonly StatusReason[] | undefined;
}

export interface StatusDecision {
  readonly status: Exclude<DeviceStatus, 'offline'>;
  /** Most severe first. When normal only hints (`info`), when unknown `notReported` and hints. */
  readonly reasons: StatusReason[];
  /** The maker's code on the panel. */
  readonly deviceCode: string | null;
}

/**
 * The status of a device as it reports itself (OQ-30), as a dispatcher would judge it:
 * - `error`: someone must repair or free it: an open jam, a call for service, a failed unit, a device that is
 *   down and does not say why;
 * - `warning`: someone must bring or do something: supply, waste box or part near its end (10 % or less),
 *   paper out, cover open, failure sign;
 *   toner that is low but was judged to last beyond two weeks is a hint (docs/decisions/0230);
 * - `normal`: it reports its state and nothing of this kind;
 * - `unknown`: it reports nothing about its state. The worst finding wins: an alert or a code is believed
 *   over a supply that reads 100 %. Offline is decided from the time: `isOffline`. Never throws on a section
 *   that fits the contract.
 */
export function decideStatus(input: StatusInput): StatusDecision {
  const { status = {}, supplies = [], signs = [] } = input;
  const deviceCode = status.deviceCode ?? null;
  const found = toReasons([
    ...(deviceCode === null ? [] : fromDeviceCode(deviceCode)),
    ...fromDetectedErrors(status.detectedErrors ?? []),
    ...fromAlerts(status.alerts ?? []),
    ...fromStateReasons(status.stateReasons ?? []),
    ...fromSupplies(supplies),
  ]);
  const lasting = signs.filter(isLasting);
  const reasons = withSigns(
    withDeviceStatus(withLasting(found, lasting), status),
    signs.filter((sign) => !isLasting(sign)),
  );
  const worst = reasons[0]?.severity;
  if (worst === 'error' || worst === 'warning') return { status: worst, reasons, deviceCode };
  const hints = reasons.filter(({ severity }) => severity === 'info');
  if (saysItsState(status)) return { status: 'normal', reasons: hints, deviceCode };
  return { status: 'unknown', reasons: [{ source: 'notReported', code: '', severity: 'info' }, ...hints], deviceCode };
}

/** A judged hint that the toner of a colour lasts although it may be low. */
const isLasting = ({ source, severity }: StatusReason): boolean => source === 'supply' && severity === 'info';

/**
 * Low toner that lasts is no warning; one that is empty, missing or has an alert of another matter stays what
 * it is.
 */
function withLasting(found: readonly StatusReason[], lasting: readonly StatusReason[]): StatusReason[] {
  return found
    .map(
      (reason): StatusReason =>
        reason.source === 'supply' &&
        reason.condition === 'low' &&
        reason.severity === 'warning' &&
        lasting.some(({ code }) => code === reason.code)
          ? { ...reason, severity: 'info' }
          : reason,
    )
    .toSorted(compareReasons);
}

/** Order of statuses for sorting, worst first: 0 error, 1 warning, 2 unknown, 3 offline, 4 normal. */
export const statusRank = (status: DeviceStatus): number => deviceStatuses.indexOf(status);

/**
 * Whether a device has sent nothing for that many hours or longer. A last report in the future (a clock was
 * set back) is not old.
 */
export function isOffline(updatedAt: Date, now: Date, hours: number): boolean {
  return now.getTime() - updatedAt.getTime() >= hours * 3_600_000;
}

/**
 * hrDeviceStatus states the severity, not the cause (RFC 3805 section 2.2.13.2): it counts on its own only
 * where nothing found explains it. `down` with hrPrinterStatus `warmup` is a device that is starting, with
 * `printing` a contradiction that is not worth a visit.
 */
function withDeviceStatus(found: readonly StatusReason[], status: StatusSection): StatusReason[] {
  // IPP's `stopped` is what hrDeviceStatus calls down; it counts where SNMP says nothing.
  const code = status.hrDeviceStatus ?? (status.printerState === 'stopped' ? 'down' : undefined);
  if (code !== 'down' && code !== 'warning') return [...found];
  if (code === 'down' && status.hrPrinterStatus === 'warmup') return [...found];
  const [first, ...rest] = found;
  if (first !== undefined) return [{ ...first, also: [...(first.also ?? []), { source: 'hrDevice', code }] }, ...rest];
  const severity: Severity = code === 'down' && status.hrPrinterStatus !== 'printing' ? 'error' : 'warning';
  const text = status.consoleText?.trim();
  return [{ source: 'hrDevice', code, severity, ...(text === undefined || text === '' ? {} : { text }) }];
}

/**
 * Whether the device reported anything that could have shown trouble. A bit string without a set bit is such
 * a report; an empty alert table is not, as over SNMP it cannot be distinguished from a table that the device
 * does not have.
 */
function saysItsState(status: StatusSection): boolean {
  return (
    status.detectedErrors !== undefined ||
    (status.alerts !== undefined && status.alerts.length > 0) ||
    status.deviceCode !== undefined ||
    status.printerState !== undefined ||
    status.stateReasons !== undefined ||
    (status.hrDeviceStatus !== undefined && status.hrDeviceStatus !== 'unknown') ||
    (status.hrPrinterStatus !== undefined && status.hrPrinterStatus !== 'unknown' && status.hrPrinterStatus !== 'other')
  );
}

const reasonLimit = 20;

/**
 * Adds what was judged from the readings (failure signs, settings beyond their threshold) to what the device
 * reports. A sign is at most a warning: only a report is an error (OQ-30). It never replaces what the device
 * reports, so nothing is merged here; both are listed, most severe first, at most 20. One of severity `info`
 * is shown and changes no status.
 */
export function withSigns(reported: readonly StatusReason[], signs: readonly StatusReason[]): StatusReason[] {
  const judged = signs.map(
    (sign): StatusReason => (sign.severity === 'info' ? sign : { ...sign, severity: 'warning' }),
  );
  if (judged.length === 0) return [...reported];
  return [...reported, ...judged].toSorted(compareReasons).slice(0, reasonLimit);
}
