import type { DeviceStatus, StatusReason } from '@platen/contract/devices';
import { reportSections } from '@platen/contract/report';
import { identity as identitySchema } from '@platen/contract/report-sections';
import { toFirmwareKey } from '@platen/diagnosis/firmware-order';
import { decideStatus, isOffline, statusRank } from '@platen/diagnosis/status';
import * as z from 'zod/mini';
import type { Sections } from './merge-sections.ts';
import { toText } from './to-text.ts';

/** Everything of table `device` that follows from the sections kept. */
export interface DeviceValues {
  serial: string | null;
  mac_address: string | null;
  manufacturer: string | null;
  model: string | null;
  series: string | null;
  customer_number: string | null;
  customer_name: string | null;
  description: string | null;
  dealer_number: string | null;
  dealer_name: string | null;
  status: DeviceStatus;
  status_rank: number;
  reported_status: Exclude<DeviceStatus, 'offline'>;
  status_reasons: StatusReason[];
  device_code: string | null;
  firmware_version: string | null;
  firmware_line: string | null;
  firmware_key: string | null;
  unpacking_date: string | null;
}

const text = z.optional(z.string());
const siteSchema = z.object({
  customerNumber: text,
  customerName: text,
  description: text,
  dealerNumber: text,
  dealerName: text,
});

/** The larger sections that the row is made of, beside `identity` and `site`; their newest bodies must be at hand. */
export const rowSections = ['status', 'supplies', 'firmware'] as const;

/** Pure: the same sections always give the same row, so the order in which reports came does not matter. */
export function toDeviceValues(sections: Sections, updatedAt: Date, now: Date, offlineHours: number): DeviceValues {
  const identity = read(identitySchema, sections, 'identity') ?? {};
  const site = read(siteSchema, sections, 'site') ?? {};
  const decision = decideStatus({
    status: read(reportSections.status, sections, 'status'),
    supplies: read(reportSections.supplies, sections, 'supplies'),
  });
  const offline = isOffline(updatedAt, now, offlineHours);
  const status = offline ? 'offline' : decision.status;
  const firmware = toText(read(reportSections.firmware, sections, 'firmware')?.system);
  const key = firmware === null ? undefined : toFirmwareKey(firmware);
  return {
    serial: toText(identity.serial),
    mac_address: identity.macAddresses?.[0] ?? null,
    manufacturer: toText(identity.manufacturer),
    model: toText(identity.model),
    series: orNull(identity.series),
    customer_number: orNull(site.customerNumber),
    customer_name: orNull(site.customerName),
    description: orNull(site.description),
    dealer_number: orNull(site.dealerNumber),
    dealer_name: orNull(site.dealerName),
    status,
    status_rank: statusRank(status),
    reported_status: decision.status,
    status_reasons: offline ? [toSilence(updatedAt, now), ...decision.reasons] : decision.reasons,
    device_code: decision.deviceCode,
    firmware_version: firmware,
    firmware_line: key?.line ?? null,
    firmware_key: key?.key ?? null,
    unpacking_date: identity.unpackingDate ?? null,
  };
}

/** Hours without a report, counted when the device was found silent; `since` is its last report. */
function toSilence(updatedAt: Date, now: Date): StatusReason {
  const hours = Math.floor((now.getTime() - updatedAt.getTime()) / 3_600_000);
  return { source: 'noReport', code: String(hours), severity: 'warning', since: updatedAt.toISOString() };
}

/** A body that no longer fits the contract (kept by another version) counts as not said. */
function read<T extends z.ZodMiniType>(schema: T, sections: Sections, name: string): z.output<T> | undefined {
  const found = sections.get(name);
  if (found === undefined) return undefined;
  const parsed = schema.safeParse(found.body);
  return parsed.success ? parsed.data : undefined;
}

function orNull(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
