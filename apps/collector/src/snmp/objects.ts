/**
 * The objects that are read, with their MIB names: RFC 3418 (system), RFC 2863 (interfaces), RFC 4293 and RFC
 * 1213 (ip), RFC 2790 (host resources), RFC 3805 (printer).
 */
export const scalars = {
  sysDescr: '1.3.6.1.2.1.1.1',
  sysObjectID: '1.3.6.1.2.1.1.2',
  sysUpTime: '1.3.6.1.2.1.1.3',
  sysName: '1.3.6.1.2.1.1.5',
  sysLocation: '1.3.6.1.2.1.1.6',
} as const;

export const printerMib = '1.3.6.1.2.1.43';
export const hrDeviceTypePrinter = '1.3.6.1.2.1.25.3.1.5';
export const enterprises = '1.3.6.1.4.1';
/** ipRouteNextHop of the default route, and the same in the table that followed it (RFC 2096). */
export const defaultRoutes = ['1.3.6.1.2.1.4.21.1.7.0.0.0', '1.3.6.1.2.1.4.24.4.1.4.0.0.0.0.0.0.0.0'] as const;

export interface Table {
  entry: string;
  /** Wanted columns by name, ascending. */
  columns: Readonly<Record<string, number>>;
}

const tableOf = <T extends Readonly<Record<string, number>>>(entry: string, columns: T) => ({ entry, columns });

export const tables = {
  hrDevice: tableOf('1.3.6.1.2.1.25.3.2.1', { hrDeviceType: 2, hrDeviceDescr: 3, hrDeviceStatus: 5 }),
  hrPrinter: tableOf('1.3.6.1.2.1.25.3.5.1', { hrPrinterStatus: 1, hrPrinterDetectedErrorState: 2 }),
  general: tableOf('1.3.6.1.2.1.43.5.1.1', {
    prtGeneralPrinterName: 16,
    prtGeneralSerialNumber: 17,
    prtAlertAllEvents: 19,
  }),
  interfaces: tableOf('1.3.6.1.2.1.2.2.1', {
    ifDescr: 2,
    ifType: 3,
    ifPhysAddress: 6,
    ifAdminStatus: 7,
    ifOperStatus: 8,
  }),
  addresses: tableOf('1.3.6.1.2.1.4.20.1', { ipAdEntIfIndex: 2, ipAdEntNetMask: 3 }),
  covers: tableOf('1.3.6.1.2.1.43.6.1.1', { prtCoverDescription: 2, prtCoverStatus: 3 }),
  inputs: tableOf('1.3.6.1.2.1.43.8.2.1', {
    prtInputType: 2,
    prtInputDimUnit: 3,
    prtInputMediaDimFeedDirChosen: 6,
    prtInputMediaDimXFeedDirChosen: 7,
    prtInputCapacityUnit: 8,
    prtInputMaxCapacity: 9,
    prtInputCurrentLevel: 10,
    prtInputStatus: 11,
    prtInputMediaName: 12,
    prtInputName: 13,
    prtInputDescription: 18,
  }),
  outputs: tableOf('1.3.6.1.2.1.43.9.2.1', {
    prtOutputType: 2,
    prtOutputMaxCapacity: 4,
    prtOutputRemainingCapacity: 5,
    prtOutputStatus: 6,
    prtOutputName: 7,
    prtOutputDescription: 12,
  }),
  markers: tableOf('1.3.6.1.2.1.43.10.2.1', {
    prtMarkerMarkTech: 2,
    prtMarkerCounterUnit: 3,
    prtMarkerLifeCount: 4,
    prtMarkerPowerOnCount: 5,
  }),
  supplies: tableOf('1.3.6.1.2.1.43.11.1.1', {
    prtMarkerSuppliesColorantIndex: 3,
    prtMarkerSuppliesClass: 4,
    prtMarkerSuppliesType: 5,
    prtMarkerSuppliesDescription: 6,
    prtMarkerSuppliesSupplyUnit: 7,
    prtMarkerSuppliesMaxCapacity: 8,
    prtMarkerSuppliesLevel: 9,
  }),
  colorants: tableOf('1.3.6.1.2.1.43.12.1.1', { prtMarkerColorantMarkerIndex: 2, prtMarkerColorantValue: 4 }),
  console: tableOf('1.3.6.1.2.1.43.16.5.1', { prtConsoleDisplayBufferText: 2 }),
  alerts: tableOf('1.3.6.1.2.1.43.18.1.1', {
    prtAlertSeverityLevel: 2,
    prtAlertTrainingLevel: 3,
    prtAlertGroup: 4,
    prtAlertGroupIndex: 5,
    prtAlertLocation: 6,
    prtAlertCode: 7,
    prtAlertDescription: 8,
    prtAlertTime: 9,
  }),
} as const satisfies Record<string, Table>;
export type TableName = keyof typeof tables;

/**
 * Order of a tree walk: negative when `a` comes before `b`. Object identifiers are dotted texts
 * (`1.3.6.1.2.1.1.1.0`), compared by arcs.
 */
export function compareOids(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let position = 0;
  while (position < shorter && a.charCodeAt(position) === b.charCodeAt(position)) position++;
  if (position === shorter && a.length === b.length) return 0;
  // The first arc that differs may begin before the first digit that differs.
  const start = a.lastIndexOf('.', position - 1) + 1;
  const [left, right] = [toArc(a, start), toArc(b, start)];
  return left === right ? a.length - b.length : left - right;
}

/** The number that begins there; -1 at the end, which sorts before any arc. */
function toArc(oid: string, start: number): number {
  if (start >= oid.length) return -1;
  let value = 0;
  for (let i = start; i < oid.length && oid.charCodeAt(i) !== dot; i++) value = value * 10 + oid.charCodeAt(i) - zero;
  return value;
}

const dot = '.'.charCodeAt(0);
const zero = '0'.charCodeAt(0);

/** What follows `prefix` in `oid` (`1.3` of `….6.1.3` under `….6`); undefined if `oid` is not below it. */
export function suffixUnder(prefix: string, oid: string): string | undefined {
  return oid.startsWith(`${prefix}.`) ? oid.slice(prefix.length + 1) : undefined;
}
