import { hrDeviceTypePrinter, scalars, suffixUnder } from '../snmp/objects.ts';
import type { RawReading } from '../snmp/read-raw.ts';
import { findBrand, isComputer, makerOfEnterprise } from './makers/registry.ts';
import { toRows, toScalar } from './raw-table.ts';
import { toText } from './readings.ts';
import { toEnterprise } from './standard/identity.ts';

/** Words that only printing devices have in their description; families by their makers' names. */
const printerPattern =
  /\bprint(er|ing)\b|print ?server|\b(lexmark|kyocera|gestetner|lanier|savin|nashuatec|nrg|infotec|imagistics|sindoh|utax|triumph-adler|pantum|muratec|mimaki|riso|zebra|okilan|copystar|rex-?rotary|olivetti)\b|\bmfp\b|\bmfc-|\bdcp-|\bhl-\w|laser ?(jet|writer|printer)|office ?jet|page ?wide|design ?jet|desk ?jet|jetdirect|\bclx-|\bscx-|\bbizhub\b|\bineo\b|\baficio\b|\bir-?adv\b|image(runner|press|class|prograf)|\blbp\d|workcentre|versalink|altalink|\bphaser\b|apeosport|docucentre|docuprint|\btaskalfa\b|\becosys\b|e-studio|workforce|colorworks|sure(color|lab)|zebranet|\bztc\b|\bql-\d{3,}|\btd-\d{4}|label ?printer|barcode|\bbixolon\b|\bmx-\w?\d{3,}/i;
/** Makers of label printers whose names are common words or who make other things too. */
const labelBrands = new Set(['TSC', 'SATO', 'Citizen', 'Datamax', 'Intermec', 'Godex', 'Bixolon', 'Printronix']);
/** Words of other devices of these makers and agents. */
const otherPattern =
  /scan(ner)? server|\bscanner\b|camera|projector|\bswitch\b|router|firewall|\bups\b|\bnas\b|display|\btv\b/i;

/**
 * Whether the device is a printer. The Printer-MIB or a printer in Host Resources decides; a general computer
 * with a print queue has only the latter and is none. Without both, the enterprise number and the description
 * decide, and a device whose Host Resources list other things but no printer must name itself one.
 */
export function decidePrinter(raw: RawReading): boolean {
  if (raw.hasPrinterMib) return true;
  const description = toText(toScalar(raw, 'sysDescr', scalars.sysDescr)) ?? '';
  const sysObjectId = toScalar(raw, 'sysObjectID', scalars.sysObjectID);
  const enterprise = toEnterprise(sysObjectId);
  const devices = toRows(raw, 'hrDevice') ?? [];
  const isListed =
    (toRows(raw, 'hrPrinter') ?? []).length > 0 ||
    devices.some(({ objects }) => isPrinterType(objects.hrDeviceType?.value));
  if (isListed) return !isComputer(enterprise);
  if (printerPattern.test(description) && !isComputer(enterprise)) return true;
  if (otherPattern.test(description)) return false;
  if (devices.some(({ objects }) => objects.hrDeviceType !== undefined)) return false;
  const known = makerOfEnterprise(enterprise);
  if (known === undefined) return /\bengine\b.*\bnic\b/i.test(description) || isLabelPrinter(description);
  const arcs =
    sysObjectId?.value.type === 'oid' ? suffixUnder(`1.3.6.1.4.1.${enterprise}`, sysObjectId.value.value) : '';
  const { printers } = known.enterprise;
  return printers === 'all' || (printers !== undefined && `${arcs}.`.startsWith(`${printers}.`));
}

/**
 * A brand of label printers followed by a model, from an agent without its own enterprise number: `TSC
 * TTP-244`.
 */
function isLabelPrinter(description: string): boolean {
  const brand = findBrand(description);
  return brand !== undefined && labelBrands.has(brand) && /\d/.test(description);
}

/**
 * The hrDeviceIndex of the printer: the first listed as one, else the first in the printer tables, else 1.
 */
export function decideDeviceIndex(raw: RawReading): string {
  const listed = toRows(raw, 'hrDevice')?.find(({ objects }) => isPrinterType(objects.hrDeviceType?.value));
  if (listed !== undefined) return listed.index;
  const inPrinterTables = toRows(raw, 'hrPrinter')?.[0]?.index ?? toRows(raw, 'general')?.[0]?.index;
  return inPrinterTables ?? toRows(raw, 'hrDevice')?.[0]?.index ?? '1';
}

const isPrinterType = (value: { type: string; value?: unknown } | undefined): boolean =>
  value?.type === 'oid' && value.value === hrDeviceTypePrinter;
