import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import type { IppAttribute, IppValue } from '../ipp/message.ts';
import { compareOids } from '../snmp/oid.ts';
import type { SnmpValue } from '../snmp/value.ts';
import { Redactor } from './redactor.ts';

/** What a device said, in both protocols. */
export interface Said {
  objects: ReadonlyMap<string, SnmpValue>;
  attributes: readonly IppAttribute[];
}

/**
 * Objects that name a device, its place or a person, by column or scalar: sysContact, sysName, sysLocation (RFC 3418); ifAlias
 * (RFC 2863); prtGeneralCurrentOperator, -ServicePerson, -PrinterName, -SerialNumber, serial numbers of trays (RFC 3805);
 * entPhysicalSerialNum, -Alias, -AssetID (RFC 6933).
 */
const naming = [
  '1.3.6.1.2.1.1.4',
  '1.3.6.1.2.1.1.5',
  '1.3.6.1.2.1.1.6',
  '1.3.6.1.2.1.31.1.1.1.18',
  '1.3.6.1.2.1.43.5.1.1.4',
  '1.3.6.1.2.1.43.5.1.1.5',
  '1.3.6.1.2.1.43.5.1.1.16',
  '1.3.6.1.2.1.43.5.1.1.17',
  '1.3.6.1.2.1.43.8.2.1.17',
  '1.3.6.1.2.1.43.9.2.1.11',
  '1.3.6.1.2.1.47.1.1.1.1.11',
  '1.3.6.1.2.1.47.1.1.1.1.14',
  '1.3.6.1.2.1.47.1.1.1.1.15',
];
const ifPhysAddress = '1.3.6.1.2.1.2.2.1.6';
/** Tables with an address as index: ipAddrTable, ipRouteTable (RFC 1213). */
const addressIndexed = /^1\.3\.6\.1\.2\.1\.4\.2[01]\.1\.\d+\.(\d+\.\d+\.\d+\.\d+)$/;
/** hrDeviceDescr, the product's own words: a name that stands here is the model's and nobody's secret. sysDescr may hold the host name. */
const describing = '1.3.6.1.2.1.25.3.2.1.3.';

const namingAttributes =
  /^(printer-(name|location|info|organization|organizational-unit|contact-col|geo-location|dns-sd-name|serial-number|uuid|more-info)|device-uuid|.*-user-name|printer-xri.*)$/;

/**
 * The same without what tells whose device it is. `report` is what Platen reads from it: whatever counts there as a serial, a name or
 * a place is secret, also where only a maker's own object says it. Pure but for its random placeholders.
 */
export function redact(said: Said, report: DeviceReport): Said {
  const redactor = new Redactor();
  for (const text of toSecretTexts(report)) redactor.addText(text);
  const addresses = new Set<string>();
  for (const [oid, value] of said.objects) {
    const column = naming.some((prefix) => oid.startsWith(`${prefix}.`));
    if (column && 'bytes' in value) redactor.addText(value.bytes);
    if (oid.startsWith(`${ifPhysAddress}.`) && 'bytes' in value && value.bytes.length === 6)
      redactor.toMac(value.bytes);
    if (value.type === 'ipAddress') addresses.add(value.value);
    const indexed = addressIndexed.exec(oid)?.[1];
    if (indexed !== undefined) addresses.add(indexed);
  }
  for (const { name, values } of said.attributes)
    if (namingAttributes.test(name))
      for (const value of values) if (value.type === 'text') redactor.addText(value.bytes);
  for (const text of toProductNames(said, report)) redactor.forget(text);
  const objects = [...said.objects].map(([oid, value]): [string, SnmpValue] => [
    redactor.toOid(oid, addresses),
    toRedacted(redactor, value),
  ]);
  return {
    objects: new Map(objects.sort(([a], [b]) => compareOids(a, b))),
    attributes: said.attributes.map((attribute) => toRedactedAttribute(redactor, attribute)),
  };
}

function toRedacted(redactor: Redactor, value: SnmpValue): SnmpValue {
  if ('bytes' in value) return { ...value, bytes: redactor.toOctets(value.bytes) };
  return value.type === 'ipAddress' ? { ...value, value: redactor.toAddress(value.value) } : value;
}

const toRedactedAttribute = (redactor: Redactor, { name, values }: IppAttribute): IppAttribute => ({
  name,
  values: values.map((value): IppValue => {
    if (value.type === 'collection')
      return { ...value, members: value.members.map((member) => toRedactedAttribute(redactor, member)) };
    return 'bytes' in value ? { ...value, bytes: redactor.toOctets(value.bytes) } : value;
  }),
});

function toSecretTexts(report: DeviceReport): string[] {
  const { identity, network, supplies } = report;
  const readings: (Reading<string> | undefined)[] = [
    identity.serial,
    identity.deviceUuid,
    identity.printerName,
    identity.sysName,
    identity.sysLocation,
    network?.hostName,
    ...(supplies ?? []).map(({ serial }) => serial),
  ];
  return readings.flatMap((reading) => (reading?.state === 'measured' ? [reading.value] : []));
}

/**
 * Names that are the product's own: `sysName` is the model in many devices as they come from the factory.
 * One that holds the serial or the end of a MAC address is the device's, wherever else it stands.
 */
function toProductNames({ objects }: Said, { identity }: DeviceReport): string[] {
  const isOfDevice = [
    ...(identity.serial?.state === 'measured' ? [identity.serial.value] : []),
    ...(identity.macAddresses ?? []).map((mac) => mac.replaceAll(':', '').slice(6)),
  ].map((text) => text.toLowerCase());
  const texts = [...objects].flatMap(([oid, value]) =>
    'bytes' in value ? [{ oid, text: Buffer.from(value.bytes).toString('latin1').trim() }] : [],
  );
  const descriptions = texts.filter(({ oid }) => oid.startsWith(describing));
  return texts
    .filter(({ oid, text }) => text !== '' && naming.some((prefix) => oid.startsWith(`${prefix}.`)))
    .map(({ text }) => text)
    .filter((text) => !isOfDevice.some((own) => text.toLowerCase().includes(own)))
    .filter((text) => descriptions.some((one) => one.text.toLowerCase().includes(text.toLowerCase())));
}
