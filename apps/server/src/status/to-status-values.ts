import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import { reportSections } from '@platen/contract/report';
import { decideStatus, isOffline, statusRank } from '@platen/diagnosis/status';
import { bodyReader } from './stored-body.ts';
import { toNoReport } from './no-report.ts';

/** The columns of table `device` with its status. */
export interface StatusValues {
  status: DeviceStatus;
  status_rank: number;
  reported_status: Exclude<DeviceStatus, 'offline'>;
  status_reasons: StatusReason[];
  device_code: string | null;
}

/** What a status follows from. */
export interface StatusBodies {
  /** Newest bodies of the sections `status` and `supplies`, as kept; undefined: never reported. */
  status: unknown;
  supplies: unknown;
  /** `device.sign_reasons`. */
  signs: readonly StatusReason[];
}

const readStatus = bodyReader(reportSections.status);
const readSupplies = bodyReader(reportSections.supplies);

/** Pure: what was reported together with what was judged; silence lies over both (OQ-30). */
export function toStatusValues(
  { status, supplies, signs }: StatusBodies,
  updatedAt: Date,
  now: Date,
  offlineHours: number,
): StatusValues {
  const decision = decideStatus({
    status: readStatus(status),
    supplies: readSupplies(supplies),
    signs,
  });
  const offline = isOffline(updatedAt, now, offlineHours);
  const shown = offline ? 'offline' : decision.status;
  return {
    status: shown,
    status_rank: statusRank(shown),
    reported_status: decision.status,
    status_reasons: offline ? [toNoReport(updatedAt, now), ...decision.reasons] : decision.reasons,
    device_code: decision.deviceCode,
  };
}
