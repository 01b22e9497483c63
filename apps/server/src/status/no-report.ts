import type { StatusReason } from '@platen/contract/devices';
import { hourMs } from '../base/time.ts';

/**
 * Why a device is offline: the hours without a report, as of now; the store cannot hold a figure that grows.
 */
export const toNoReport = (updatedAt: Date, now: Date): StatusReason => ({
  source: 'noReport',
  code: String(Math.max(0, Math.floor((now.getTime() - updatedAt.getTime()) / hourMs))),
  severity: 'warning',
  since: updatedAt.toISOString(),
});
