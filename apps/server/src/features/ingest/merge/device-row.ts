import { type FindFamily, familyOf, familyOfSeries } from '@platen/catalogue/families/models';
import type { StatusReason } from '@platen/contract/devices';
import { reportSections } from '@platen/contract/report';
import { identity as identitySchema } from '@platen/contract/report-sections';
import { toFirmwareKey } from '@platen/diagnosis/firmware-order';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { bodyReader, type StatusValues, toStatusValues } from '../../../status/status-values.ts';
import { toText } from '../../../store/report-format/sections.ts';
import type { DeviceTables } from '../../../store/tables/device-tables.ts';
import type { DeviceSections } from './device-sections.ts';
import { readSite, toSiteNumbers, trimToNull } from './site.ts';

/** The columns of table `device` that follow from the sections of the device. */
export type DeviceValues = StatusValues &
  Pick<
    Selectable<DeviceTables['device']>,
    | 'serial'
    | 'mac_address'
    | 'manufacturer'
    | 'model'
    | 'series'
    | 'customer_number'
    | 'customer_name'
    | 'description'
    | 'dealer_number'
    | 'dealer_name'
    | 'firmware_version'
    | 'firmware_line'
    | 'firmware_key'
    | 'unpacking_date'
    | 'address_text'
  >;

const readIdentity = bodyReader(identitySchema);
const readFirmware = bodyReader(reportSections.firmware);
const readNetwork = bodyReader(reportSections.network);
const readSource = bodyReader(z.object({ address: z.optional(z.string()) }));

/** Settings of the site that a row depends on. */
export interface RowRules {
  /** Hours without a report after which a device is offline. */
  offlineHours: number;
  /** Family of a model; absent if the site has no table of its own. */
  findFamily?: FindFamily;
}

/**
 * The row of a device. Pure: the same sections always give the same row, whatever the order of their reports.
 * `sections` must hold the bodies of all `bodySections`. `signs`: what the last judgement found
 * (`device.sign_reasons`).
 */
export function toDeviceValues(
  sections: DeviceSections,
  updatedAt: Date,
  now: Date,
  { offlineHours, findFamily = familyOf }: RowRules,
  signs: readonly StatusReason[] = [],
): DeviceValues {
  const identity = readIdentity(sections.get('identity')?.body) ?? {};
  const site = readSite(sections.get('site')?.body) ?? {};
  const { dealerNumber, customerNumber } = toSiteNumbers(site);
  const state = { status: sections.get('status')?.body, supplies: sections.get('supplies')?.body, signs };
  const firmware = toText(readFirmware(sections.get('firmware')?.body)?.system);
  const key = firmware === null ? undefined : toFirmwareKey(firmware);
  const model = toText(identity.model);
  return {
    serial: toText(identity.serial),
    mac_address: identity.macAddresses?.[0] ?? null,
    manufacturer: toText(identity.manufacturer),
    model,
    series: toSeries(trimToNull(identity.series), model, findFamily),
    customer_number: customerNumber,
    customer_name: trimToNull(site.customerName),
    description: trimToNull(site.description),
    dealer_number: dealerNumber,
    dealer_name: trimToNull(site.dealerName),
    ...toStatusValues(state, updatedAt, now, offlineHours),
    firmware_version: firmware,
    firmware_line: key?.line ?? null,
    firmware_key: key?.key ?? null,
    unpacking_date: identity.unpackingDate ?? null,
    address_text: toAddressText(sections, identity.macAddresses),
  };
}

/** Migration 0017 does the same for sections stored before it. */
function toAddressText(sections: DeviceSections, macAddresses: readonly string[] = []): string {
  const network = readNetwork(sections.get('network')?.body);
  const names = [
    readSource(sections.get('source')?.body)?.address,
    ...(network?.interfaces.flatMap((nic) => [toText(nic.ipAddress), toText(nic.macAddress)]) ?? []),
    ...macAddresses,
  ].flatMap(
    (name) =>
      trimToNull(name ?? undefined)
        ?.normalize('NFKC')
        .toLowerCase() ?? [],
  );
  return [...new Set(names)].sort().join(' ');
}

/**
 * The family code (PR-08, OQ-103): the one that the reported series carries, else the one that the tables of
 * models have for it; a series that no table knows stays as reported. Without a reported series the model's
 * family, else null.
 */
function toSeries(reported: string | null, model: string | null, findFamily: FindFamily): string | null {
  if (reported !== null) return familyOfSeries(reported) ?? findFamily(reported) ?? reported;
  return (model === null ? undefined : findFamily(model)) ?? null;
}
