import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import { enterprises, scalars, suffixUnder } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { makerOfEnterprise } from '../makers/registry.ts';
import type { NamedText, NameSource } from '../naming/named-text.ts';
import { type RawObject, rowOf, toRows, toScalar } from '../raw-table.ts';
import { isSerial, toCountReading, toEvidence, toText, toTextReading } from '../readings.ts';
import { toIdentityMacs } from './network.ts';

type Identity = DeviceReport['identity'];

/** Identity of the device: the printer at `deviceIndex` of Host Resources and Printer-MIB. */
export function toIdentity(raw: RawReading, deviceIndex: string): Identity {
  const sysDescr = toScalar(raw, 'sysDescr', scalars.sysDescr);
  const sysObjectId = toScalar(raw, 'sysObjectID', scalars.sysObjectID);
  const general = rowOf(toRows(raw, 'general'), deviceIndex);
  const hrDeviceDescr = rowOf(toRows(raw, 'hrDevice'), deviceIndex)?.hrDeviceDescr;
  const macAddresses = toIdentityMacs(raw);
  return {
    serial: toSerial(general?.prtGeneralSerialNumber),
    ...(macAddresses.length > 0 ? { macAddresses } : {}),
    enterprise: toEnterprise(sysObjectId),
    printerName: toTextReading(general?.prtGeneralPrinterName),
    sysDescr: toTextReading(sysDescr),
    sysObjectId: toOidReading(sysObjectId),
    sysName: toTextReading(toScalar(raw, 'sysName', scalars.sysName)),
    sysLocation: toTextReading(toScalar(raw, 'sysLocation', scalars.sysLocation)),
    sysUpTimeTicks: toCountReading(toScalar(raw, 'sysUpTime', scalars.sysUpTime)),
    hrDeviceDescr: toTextReading(hrDeviceDescr),
  };
}

function toSerial(object: RawObject | undefined): Reading<string> | undefined {
  const reading = toTextReading(object);
  if (reading?.state !== 'measured') return reading;
  const value = reading.value.trim();
  return isSerial(value) ? { ...reading, value } : { state: 'unknown', evidence: reading.evidence };
}

/** The number after 1.3.6.1.4.1. */
export function toEnterprise(object: RawObject | undefined): number | undefined {
  const arcs = object?.value.type === 'oid' ? suffixUnder(enterprises, object.value.value) : undefined;
  return arcs === undefined ? undefined : Number(arcs.split('.', 1)[0]);
}

function toOidReading(object: RawObject | undefined): Reading<string> | undefined {
  // 128 arcs of ten digits exceed the contract's texts, and half an OID would be another.
  if (object?.value.type !== 'oid' || object.value.value.length > 1024) return undefined;
  return { state: 'measured', value: object.value.value, evidence: toEvidence(object, 'asReported') };
}

/** Texts of Host Resources, system group and Printer-MIB that may name maker and model. */
export function toNamedTexts(raw: RawReading, deviceIndex: string): NamedText[] {
  const sysObjectId = toScalar(raw, 'sysObjectID', scalars.sysObjectID);
  const sources: [NameSource, RawObject | undefined][] = [
    ['hrDeviceDescr', rowOf(toRows(raw, 'hrDevice'), deviceIndex)?.hrDeviceDescr],
    ['sysDescr', toScalar(raw, 'sysDescr', scalars.sysDescr)],
    ['printerName', rowOf(toRows(raw, 'general'), deviceIndex)?.prtGeneralPrinterName],
  ];
  const texts = sources.flatMap(([source, object]): NamedText[] => {
    const text = toText(object);
    return object === undefined || text === undefined || text.trim() === ''
      ? []
      : [{ source, text, evidence: toEvidence(object, 'fromDescription', [sysObjectId]) }];
  });
  const registered = makerOfEnterprise(toEnterprise(sysObjectId))?.maker.maker;
  if (sysObjectId === undefined || registered === undefined) return texts;
  return [
    ...texts,
    { source: 'sysObjectId', text: '', maker: registered, evidence: toEvidence(sysObjectId, 'derived') },
  ];
}
