import type { DeviceReport } from '@platen/contract/report';
import type { EvidenceRule, Reading } from '@platen/contract/values';
import { readDeviceId, serialOf } from '../makers/device-id.ts';
import { fromDeviceId } from '../naming/from-device-id.ts';
import type { NamedText, NameSource } from '../naming/named-text.ts';
import { isSerial } from '../serial-text.ts';
import { cutText } from '../text.ts';
import { type IppItem, type IppItems, toIppEvidence, toItemText } from './items.ts';
import { toUpTimeTicks } from './up-time.ts';
import { readUuid } from './uuid-parts.ts';

type Identity = DeviceReport['identity'];

/** Who the printer is: RFC 8011 section 5.4, and the device id of IEEE 1284 (PWG 5107.2). */
export function toIppIdentity(items: IppItems): Identity {
  const [deviceId] = items('printer-device-id');
  const [uuid] = items('printer-uuid');
  const fields = readDeviceId(toItemText(deviceId) ?? '');
  const inUuid = readUuid(toItemText(uuid) ?? '', toItemText(items('printer-name')[0])?.trim() ?? '');
  return {
    serial: toSerial([
      [items('printer-serial-number')[0], toItemText(items('printer-serial-number')[0]), 'asReported'],
      [deviceId, serialOf(fields), 'fromDescription'],
      [uuid, inUuid.serial, 'derived'],
    ]),
    macAddresses: inUuid.mac === undefined ? undefined : [inUuid.mac],
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

/** Attributes that may name maker and model; people can change name and info. */
export function toIppNamedTexts(items: IppItems): NamedText[] {
  const sources: [NameSource, string][] = [
    ['makeAndModel', 'printer-make-and-model'],
    ['printerInfo', 'printer-info'],
    ['printerInfo', 'printer-dns-sd-name'],
  ];
  const texts = sources.flatMap(([source, attribute]): NamedText[] => {
    const [item] = items(attribute);
    const text = toItemText(item)?.trim() ?? '';
    return item === undefined || text === ''
      ? []
      : [{ source, text, evidence: toIppEvidence(item, 'fromDescription') }];
  });
  const [deviceId] = items('printer-device-id');
  const id = toItemText(deviceId);
  return deviceId === undefined || id === undefined
    ? texts
    : [...texts, ...fromDeviceId(id, toIppEvidence(deviceId, 'fromDescription'))];
}
