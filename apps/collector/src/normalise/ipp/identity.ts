import type { DeviceReport } from '@platen/contract/report';
import type { EvidenceRule, Reading } from '@platen/contract/values';
import { fromDeviceId, type NamedText, type NameSource, readDeviceId, serialOf } from '../naming/named-text.ts';
import { cutText, isSerial } from '../readings.ts';
import { type IppItem, type IppItems, toIppEvidence, toItemNumber, toItemText } from './items.ts';

type Identity = DeviceReport['identity'];

/** Identity of the printer: RFC 8011 section 5.4, and the device id of IEEE 1284 (PWG 5107.2). */
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

/**
 * A text as sent; an empty one means that the printer does not know it. Undefined if it is missing, out of
 * band or no text.
 */
function toTextReading(item: IppItem | undefined): Reading<string> | undefined {
  const text = toItemText(item);
  if (item === undefined || text === undefined) return undefined;
  const evidence = toIppEvidence(item, 'textDecoded');
  const value = cutText(text, 1024);
  return value.trim() === '' ? { state: 'unknown', evidence } : { state: 'measured', value, evidence };
}

/** The first text that is a valid serial number. */
function toSerial(
  candidates: readonly (readonly [IppItem | undefined, string | undefined, EvidenceRule])[],
): Reading<string> | undefined {
  for (const [item, text, rule] of candidates) {
    const value = text?.trim() ?? '';
    if (item !== undefined && isSerial(value))
      return { state: 'measured', value: cutText(value, 1024), evidence: toIppEvidence(item, rule) };
  }
  return undefined;
}

/** Attributes that may name maker and model; users can change name and info. */
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

/**
 * printer-up-time (RFC 8011 section 5.4.29), seconds, as the hundredths of a second that sysUpTime counts in.
 */
function toUpTimeTicks(item: IppItem | undefined): Reading<number> | undefined {
  const seconds = toItemNumber(item);
  if (item === undefined || seconds === undefined || seconds < 0) return undefined;
  return { state: 'measured', value: seconds * 100, evidence: toIppEvidence(item, 'derived') };
}

/** Values encoded in the UUID of a printer. */
interface UuidParts {
  mac?: string;
  serial?: string;
}

/**
 * The hardware address in a UUID, as `AA:BB:CC:DD:EE:FF`: its last six octets, if they are one. In a UUID of
 * version 1 (RFC 9562 section 5.1) they are, as long as they are universally administered and of one device:
 * a group bit marks a random node, and a local address may be the same in every device of a model. In other
 * versions they are random or a digest, except in printers whose own name ends with the last of them
 * (`NPIC1C9BC`). HP's LaserJets fill the ten octets before with the serial number in ASCII.
 */
function readUuid(uuid: string, printerName: string): UuidParts {
  const match =
    /^(?:urn:uuid:)?([0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3})-([0-9a-f]{12})$/i.exec(
      uuid.trim(),
    );
  const [, head = '', version = '', variant = '', tail = ''] = match ?? [];
  const node = tail.toUpperCase();
  if (node === '' || (Number.parseInt(node.slice(0, 2), 16) & 0x03) !== 0 || /^0+$/.test(node)) return {};
  const mac = node.match(/../g)?.join(':') ?? '';
  if (version === '1' && /[89ab]/i.test(variant)) return { mac };
  if (!/^(NPI|HP)/i.test(printerName) || !printerName.toUpperCase().endsWith(node.slice(-6))) return {};
  const serial = Buffer.from(head.replaceAll('-', ''), 'hex').toString('latin1');
  return /^[A-Z][0-9A-Z]{9}$/.test(serial) ? { mac, serial } : { mac };
}
