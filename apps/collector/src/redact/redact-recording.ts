import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import type { IppAttribute, IppValue } from '../ipp/message.ts';
import { compareOids } from '../snmp/objects.ts';
import type { SnmpValue } from '../snmp/value.ts';
import { commonWords, findCredentials, findIdentities, findMacs, type Sent, toProductTexts } from './find-secrets.ts';
import { Redactor } from './redactor.ts';
import {
  type Runs,
  SecretRuns,
  toMacArcs,
  toMacForms,
  toNumberForms,
  toTextForms,
  withoutRuns,
  withoutRunsInOctets,
  withoutRunsInOid,
} from './secret-runs.ts';

/**
 * Objects that name a device, its location or a person, by column or scalar: sysContact, sysName, sysLocation
 * (RFC 3418); ifAlias (RFC 2863); prtGeneralCurrentOperator, -ServicePerson, -PrinterName, -SerialNumber,
 * serial numbers of trays (RFC 3805); entPhysicalSerialNum, -Alias, -AssetID (RFC 6933).
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
const namingAttributes =
  /^(printer-(name|location|info|organization|organizational-unit|contact-col|geo-location|dns-sd-name|serial-number|uuid|more-info)|device-uuid|.*-user-name|printer-xri.*)$/;

/**
 * Redacts a recording. `report` is what Platen reads from it: every serial, name or location there is secret,
 * even if only a maker's own object contains it; `known` are further secrets (communities, users, passwords).
 * Values are searched for in every object and in every form a device may send them in, not only in expected
 * objects. Pure but for its random placeholders.
 */
export function redact(sent: Sent, report: DeviceReport, known: readonly string[] = []): Sent {
  const redactor = new Redactor();
  for (const text of [...known, ...toSecretTexts(report)]) redactor.addText(text);
  for (const mac of report.identity.macAddresses ?? []) redactor.toMac(Buffer.from(mac.replaceAll(':', ''), 'hex'));
  const addresses = new Set<string>();
  for (const [oid, value] of sent.objects) {
    const column = naming.some((prefix) => oid.startsWith(`${prefix}.`));
    if (column && 'bytes' in value) redactor.addText(value.bytes);
    if (oid.startsWith(`${ifPhysAddress}.`) && 'bytes' in value && value.bytes.length === 6)
      redactor.toMac(value.bytes);
    if (value.type === 'ipAddress') addresses.add(value.value);
    const indexed = addressIndexed.exec(oid)?.[1];
    if (indexed !== undefined) addresses.add(indexed);
  }
  for (const { name, values } of sent.attributes)
    if (namingAttributes.test(name))
      for (const value of values) if (value.type === 'text') redactor.addText(value.bytes);
  for (const mac of findMacs(sent)) redactor.toMac(Buffer.from(mac, 'hex'));
  const productNames = toProductNames(sent, report);
  for (const text of productNames) redactor.forget(text);
  // A form of a secret that is already known gets the placeholder of that one.
  const already = toRuns(redactor, productNames);
  for (const text of [...findIdentities(sent), ...findCredentials(sent.objects, report)])
    if (already.inTexts.replace(text) === text) redactor.addText(text);
  const runs = toRuns(redactor, [...productNames, ...toProductTexts(report)]);
  const addressPairs = [...addresses].map((address) => [address, redactor.toAddress(address)] as const);
  const objects = [...sent.objects].map(([oid, value]): [string, SnmpValue] => [
    redactor.toOid(withoutRunsInOid(oid, runs), addressPairs),
    toRedacted(redactor, withoutRuns(value, runs)),
  ]);
  return {
    objects: new Map(objects.sort(([a], [b]) => compareOids(a, b))),
    attributes: sent.attributes.map((attribute) => toRedactedAttribute(redactor, runs, attribute)),
  };
}

/** Runs of secrets except words of the product and of the trade; in numbers only runs of digits. */
function toRuns(redactor: Redactor, productTexts: readonly string[]): Runs {
  const exempt = [...productTexts, ...commonWords].map((text) => text.toLowerCase());
  const forms = [
    ...redactor.texts.flatMap(([secret, placeholder]) => toTextForms(secret, placeholder)),
    ...redactor.macs.flatMap(([mac, placeholder]) => toMacForms(mac, placeholder)),
  ];
  const numbers = redactor.texts.flatMap(([secret, placeholder]) => toNumberForms(secret, placeholder));
  return {
    inTexts: new SecretRuns(forms, (run, { isPlain }) => isPlain === true && exempt.some((text) => text.includes(run))),
    inNumbers: new SecretRuns(numbers, (run) => !/^\d+$/.test(run)),
    macs: redactor.macs,
    macArcs: toMacArcs(redactor.macs),
  };
}

function toRedacted(redactor: Redactor, value: SnmpValue): SnmpValue {
  if ('bytes' in value) return { ...value, bytes: redactor.toOctets(value.bytes) };
  return value.type === 'ipAddress' ? { ...value, value: redactor.toAddress(value.value) } : value;
}

const toRedactedAttribute = (redactor: Redactor, runs: Runs, { name, values }: IppAttribute): IppAttribute => ({
  name,
  values: values.map((value): IppValue => {
    if (value.type === 'collection')
      return { ...value, members: value.members.map((member) => toRedactedAttribute(redactor, runs, member)) };
    return 'bytes' in value
      ? { ...value, bytes: redactor.toOctets(withoutRunsInOctets(value.bytes, runs.inTexts)) }
      : value;
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
 * Names of the product itself: the factory setting of `sysName` is the model in many devices. A name that
 * contains the serial or the end of a MAC address identifies the device.
 */
function toProductNames({ objects }: Sent, report: DeviceReport): string[] {
  const { identity } = report;
  const isOfDevice = [
    ...(identity.serial?.state === 'measured' ? [identity.serial.value] : []),
    ...(identity.macAddresses ?? []).map((mac) => mac.replaceAll(':', '').slice(6)),
  ].map((text) => text.toLowerCase());
  const shown = toProductTexts(report).map((text) => text.toLowerCase());
  return [...objects]
    .flatMap(([oid, value]) =>
      'bytes' in value && naming.some((prefix) => oid.startsWith(`${prefix}.`))
        ? [Buffer.from(value.bytes).toString('latin1').trim()]
        : [],
    )
    .filter((text) => text !== '' && !isOfDevice.some((own) => text.toLowerCase().includes(own)))
    .filter((text) => shown.some((product) => product.includes(text.toLowerCase())));
}
