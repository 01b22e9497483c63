import type { DeviceReport } from '@platen/contract/report';
import type { EvidenceRule, Reading } from '@platen/contract/values';
import { modelOf, readDeviceId, serialOf } from '../makers/device-id.ts';
import { splitBrand } from '../manufacturer.ts';
import { isSerial } from '../serial-text.ts';
import { cutText } from '../text.ts';
import { type IppItem, type IppItems, toIppEvidence, toItemText } from './items.ts';
import { toUpTimeTicks } from './up-time.ts';
import { readUuid } from './uuid-parts.ts';

type Identity = DeviceReport['identity'];

/** Who the printer is: RFC 8011 section 5.4, and the device id of IEEE 1284 (PWG 5107.2). */
export function toIppIdentity(items: IppItems): Identity {
  const [makeAndModel] = items('printer-make-and-model');
  const [deviceId] = items('printer-device-id');
  const [uuid] = items('printer-uuid');
  const fields = readDeviceId(toItemText(deviceId) ?? '');
  const inUuid = readUuid(toItemText(uuid) ?? '', toItemText(items('printer-name')[0])?.trim() ?? '');
  const maker = fields.get('MFG') ?? fields.get('MANUFACTURER');
  return {
    serial: toSerial([
      [items('printer-serial-number')[0], toItemText(items('printer-serial-number')[0]), 'asReported'],
      [deviceId, toPlainSerial(serialOf(fields), maker), 'fromDescription'],
      [uuid, inUuid.serial, 'derived'],
    ]),
    macAddresses: inUuid.mac === undefined ? undefined : [inUuid.mac],
    manufacturer: toManufacturer(makeAndModel, deviceId, maker),
    model: toModel(makeAndModel, deviceId, modelOf(fields)),
    printerName: toTextReading(items('printer-name')[0]),
    sysLocation: toTextReading(items('printer-location')[0]),
    sysUpTimeTicks: toUpTimeTicks(items('printer-up-time')[0]),
    deviceUuid: toTextReading(uuid),
    deviceId: toTextReading(deviceId),
  };
}

/** A text as sent; an empty one is a text the printer does not know. Undefined when it is missing, out of band or no text. */
function toTextReading(item: IppItem | undefined): Reading<string> | undefined {
  const text = toItemText(item);
  if (item === undefined || text === undefined) return undefined;
  const evidence = toIppEvidence(item, 'textDecoded');
  const value = cutText(text, 1024);
  return value.trim() === '' ? { state: 'unknown', evidence } : { state: 'measured', value, evidence };
}

/** The first that is a serial number at all. */
function toSerial(
  places: readonly (readonly [IppItem | undefined, string | undefined, EvidenceRule])[],
): Reading<string> | undefined {
  for (const [item, text, rule] of places) {
    const value = text?.trim() ?? '';
    if (item !== undefined && isSerial(value))
      return { state: 'measured', value: cutText(value, 1024), evidence: toIppEvidence(item, rule) };
  }
  return undefined;
}

/** Epson writes the serial number into its device id as the hex digits of its characters. */
function toPlainSerial(serial: string | undefined, maker: string | undefined): string | undefined {
  if (serial === undefined || maker === undefined || !/epson/i.test(maker)) return serial;
  const plain = Buffer.from(serial, 'hex').toString('latin1');
  return /^([0-9A-F]{2}){9,12}$/.test(serial) && /^[0-9A-Z]+$/.test(plain) ? plain : serial;
}

/** The brand that make-and-model begins with, else the maker in the device id, by the name we know it by. */
function toManufacturer(
  makeAndModel: IppItem | undefined,
  deviceId: IppItem | undefined,
  maker: string | undefined,
): Reading<string> | undefined {
  const brand = splitBrand(toItemText(makeAndModel) ?? '')?.brand;
  if (makeAndModel !== undefined && brand !== undefined)
    return { state: 'measured', value: brand, evidence: toIppEvidence(makeAndModel, 'fromDescription') };
  if (deviceId === undefined || maker === undefined) return undefined;
  const value = cutText(splitBrand(maker)?.brand ?? maker, 256);
  return { state: 'measured', value, evidence: toIppEvidence(deviceId, 'fromDescription') };
}

/** The model without its maker: from make-and-model, else from the device id. */
function toModel(
  makeAndModel: IppItem | undefined,
  deviceId: IppItem | undefined,
  inDeviceId: string | undefined,
): Reading<string> | undefined {
  const full = toItemText(makeAndModel)?.trim() ?? '';
  const [item, name] = full === '' ? [deviceId, inDeviceId] : [makeAndModel, full];
  if (item === undefined || name === undefined) return undefined;
  const value = (splitBrand(name)?.rest || name).replaceAll(/\s+/g, ' ').trim();
  if (value === '') return undefined;
  return { state: 'measured', value: cutText(value, 256), evidence: toIppEvidence(item, 'fromDescription') };
}
