import * as z from 'zod/mini';
import { count, countReading, day, evidence, instant, percentReading, reading, textReading } from './values.ts';

const short = z.string().check(z.maxLength(256));
const long = z.string().check(z.maxLength(2048));
/** Index in a Printer-MIB table: hrDeviceIndex and the row (`1.3`), or a device's own number. */
const index = z.string().check(z.maxLength(64));
const list = <T extends z.ZodMiniType>(item: T, limit = 512) => z.array(item).check(z.maxLength(limit));

/**
 * Who the device is. Devices are known by serial, else by MAC, never by address. `enterprise` is the number
 * after 1.3.6.1.4.1 in sysObjectID.
 */
export const identity = z.strictObject({
  serial: z.optional(textReading),
  macAddresses: z.optional(list(z.string().check(z.regex(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/)), 16)),
  manufacturer: z.optional(textReading),
  model: z.optional(textReading),
  series: z.optional(short),
  enterprise: z.optional(count),
  printerName: z.optional(textReading),
  sysDescr: z.optional(textReading),
  sysObjectId: z.optional(textReading),
  sysName: z.optional(textReading),
  sysLocation: z.optional(textReading),
  sysUpTimeTicks: z.optional(countReading),
  hrDeviceDescr: z.optional(textReading),
  unpackingDate: z.optional(day),
  /** IPP's `printer-uuid` and the device id of IEEE 1284 (`MFG:…;MDL:…;SN:…;`). */
  deviceUuid: z.optional(textReading),
  deviceId: z.optional(textReading),
});

/** Names of the bits of hrPrinterDetectedErrorState, bit 0 first (RFC 2790, RFC 3805). */
export const detectedErrorNames = [
  'lowPaper',
  'noPaper',
  'lowToner',
  'noToner',
  'doorOpen',
  'jammed',
  'offline',
  'serviceRequested',
  'inputTrayMissing',
  'outputTrayMissing',
  'markerSupplyMissing',
  'outputNearFull',
  'outputFull',
  'inputTrayEmpty',
  'overduePreventMaint',
] as const;

/** One row of prtAlertTable, numbers as read (RFC 3805 section 9); `trainingLevel` says who can act. */
export const alert = z.strictObject({
  index,
  severity: z.optional(z.int()),
  trainingLevel: z.optional(z.int()),
  group: z.optional(z.int()),
  groupIndex: z.optional(z.int()),
  location: z.optional(z.int()),
  code: z.optional(z.int()),
  description: z.optional(long),
  timeTicks: z.optional(count),
  /** When the reader first saw it, as far as it has looked; kept over restarts of the device. */
  since: z.optional(instant),
});

/**
 * The current state as the device reports it. Absent parts were not reported. `deviceCode`: the maker's code
 * shown on the panel (`E551`).
 */
export const status = z.strictObject({
  hrDeviceStatus: z.optional(z.enum(['unknown', 'running', 'warning', 'testing', 'down'])),
  hrPrinterStatus: z.optional(z.enum(['other', 'unknown', 'idle', 'printing', 'warmup'])),
  /** Octets as read, lower-case hex; any length. */
  detectedErrorStateHex: z.optional(z.string().check(z.regex(/^([0-9a-f]{2}){0,64}$/))),
  /** Names of the set bits; a bit without a name is `bitN`. */
  detectedErrors: z.optional(list(short, 512)),
  alerts: z.optional(list(alert)),
  /** Alerts of the previous reading that this one no longer has. */
  clearedAlerts: z.optional(list(alert)),
  /**
   * IPP's `printer-state`, and the keywords of `printer-state-reasons` in the order sent, repeats left out,
   * without `none`.
   */
  printerState: z.optional(z.enum(['idle', 'processing', 'stopped'])),
  stateReasons: z.optional(list(short, 128)),
  deviceCode: z.optional(z.string().check(z.regex(/^[0-9A-F]{4}$/))),
  consoleText: z.optional(long),
  evidence: z.optional(z.record(z.string(), evidence)),
});

/** What a counter counts. `sheets` are pieces of paper, `impressions` printed sides; they are never mixed. */
export const counterUnits = ['impressions', 'sheets', 'sides', 'weighted', 'other', 'unknown'] as const;
const counter = z.strictObject({ unit: z.enum(counterUnits), reading: countReading });
/** Paper sources of the counter screen (behaviour section 3; OQ-65). */
export const paperSources = [
  'ADF',
  'bypass',
  'CST1',
  'CST2',
  'CST3',
  'CST4',
  'LCF',
  'SFB',
  'ADU',
  'TLCF',
  'OLCF',
  'O2LCF',
] as const;

/** What a job was (`list`: lists and reports the machine prints of itself). */
export const counterFunctions = ['print', 'copy', 'fax', 'scan', 'list', 'other', 'all'] as const;
export const counterColors = ['black', 'color', 'singleColor', 'twoColor', 'all'] as const;
export const counterSizes = ['large', 'small', 'all'] as const;

export const counters = z.strictObject({
  /** Counters a maker keeps by function, colour and paper size; `large` is A3, Ledger and the like. */
  byFunction: z.optional(
    list(
      z.strictObject({
        function: z.enum(counterFunctions),
        color: z.enum(counterColors),
        size: z.enum(counterSizes),
        unit: z.enum(counterUnits),
        reading: countReading,
      }),
      128,
    ),
  ),
  total: z.optional(counter),
  color: z.optional(counter),
  black: z.optional(counter),
  duplexSheets: z.optional(counter),
  /** Counters of the maker whose meaning is not known well enough for one of the others: by its own label. */
  labelled: z.optional(list(z.strictObject({ label: short, unit: z.enum(counterUnits), reading: countReading }), 64)),
  scanLarge: z.optional(counter),
  scanSmall: z.optional(counter),
  paperSources: z.optional(z.partialRecord(z.enum(paperSources), counter)),
  /** prtMarkerTable: one entry a marker; `unit` absent where the device gives none. */
  markers: z.optional(
    list(
      z.strictObject({
        index,
        unit: z.optional(short),
        lifeCount: z.optional(countReading),
        powerOnCount: z.optional(countReading),
        markTech: z.optional(short),
      }),
      64,
    ),
  ),
});

export const tonerColors = ['black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const;
export type TonerColor = (typeof tonerColors)[number];

/**
 * One row of prtMarkerSuppliesTable. `class`, `type`, `unit` are the names of RFC 3805's enumerations.
 * `percent` is measured only where level and capacity both are. For a receptacle (waste toner) the level is
 * the remaining room. `coarse`: the device reports its level in steps too wide for a forecast. `condition`:
 * by panel, alerts or state reasons; it takes precedence over a level that contradicts it.
 */
export const supply = z.strictObject({
  index,
  description: z.optional(long),
  class: z.optional(z.enum(['other', 'supplyThatIsConsumed', 'receptacleThatIsFilled'])),
  type: z.optional(short),
  unit: z.optional(short),
  colorant: z.optional(short),
  /**
   * The toner or ink colour this supply is, decided from colorant or description; absent for other supplies.
   */
  tonerColor: z.optional(z.enum(tonerColors)),
  capacity: z.optional(countReading),
  level: z.optional(countReading),
  percent: percentReading,
  coarse: z.optional(z.boolean()),
  condition: z.optional(z.enum(['ok', 'low', 'empty', 'nearFull', 'full', 'missing'])),
  /** Number of the cartridge itself, where the device knows it. */
  serial: z.optional(textReading),
});
export type Supply = z.infer<typeof supply>;

/** Availability of a unit of the device by PrtSubUnitStatusTC (RFC 3805), in the order of its numbers. */
export const unitAvailabilities = ['idle', 'standby', 'active', 'busy', 'onRequest', 'broken', 'unknown'] as const;
/**
 * State of a tray or bin: PrtSubUnitStatusTC taken apart. `alert`: its most severe alert. Absent: none.
 */
const unitStatus = z.strictObject({
  availability: z.optional(z.enum(unitAvailabilities)),
  alert: z.optional(z.enum(['nonCritical', 'critical'])),
  offline: z.optional(z.boolean()),
});
export type UnitStatus = z.infer<typeof unitStatus>;

/** One row of prtInputTable: a tray, a feeder. `size`: of the paper that it is set to, in millimetres. */
export const input = z.strictObject({
  index,
  name: z.optional(long),
  description: z.optional(long),
  type: z.optional(short),
  media: z.optional(long),
  unit: z.optional(short),
  capacity: z.optional(countReading),
  level: z.optional(countReading),
  percent: percentReading,
  size: z.optional(z.strictObject({ feedMm: z.number(), crossMm: z.number() })),
  status: z.optional(unitStatus),
});

/** One row of prtOutputTable: a bin. `percent` is the room that is left. */
const output = z.strictObject({
  index,
  name: z.optional(long),
  description: z.optional(long),
  type: z.optional(short),
  percent: percentReading,
  status: z.optional(unitStatus),
});

/** Where paper goes, and IPP's `media-ready`: the names of the loaded media, without their trays. */
export const paperPath = z.strictObject({
  outputs: z.optional(list(output, 128)),
  mediaReady: z.optional(list(short, 128)),
});

/** One row of prtCoverTable; status as in RFC 3805 (`coverOpen`, `coverClosed`, `interlockOpen`, …). */
export const cover = z.strictObject({ index, description: z.optional(long), status: z.optional(short) });

/** A part with a life: counter in pages, or drive time in hours, or rotations. */
export const part = z.strictObject({
  partsCode: z.string().check(z.maxLength(16)),
  description: z.optional(long),
  pages: z.optional(countReading),
  driveHours: z.optional(reading(z.number().check(z.minimum(0)))),
  rotations: z.optional(countReading),
  lifePages: z.optional(countReading),
  consumedLife: z.optional(reading(z.number().check(z.minimum(0)))),
  replacedAt: z.optional(instant),
});

/** The 14 versions of the firmware screen, in its order (behaviour section 3). */
export const firmwareFields = [
  'system',
  'OS',
  'engine',
  'scan',
  'NIC',
  'DF',
  'finisher',
  'holePunch',
  'fax1',
  'fax2',
  'HDD',
  'PFC',
  'feed',
  'LED',
] as const;
export type FirmwareField = (typeof firmwareFields)[number];
export const firmware = z.partialRecord(z.enum(firmwareFields), textReading);

/** One network interface; fields in the order of the network screen (OQ-74). */
export const nicFields = [
  'ipAddress',
  'subnetMask',
  'defaultGateway',
  'primaryDns',
  'secondaryDns',
  'smtpServer',
  'macAddress',
] as const;
export type NicField = (typeof nicFields)[number];
export const nic = z.partialRecord(z.enum(nicFields), textReading);
/** ifOperStatus (RFC 2863), in the order of its numbers. */
export const linkStates = ['up', 'down', 'testing', 'unknown', 'dormant', 'notPresent', 'lowerLayerDown'] as const;
/** A network connection of the device, by the name its agent gives it. */
const link = z.strictObject({ name: short, operStatus: z.enum(linkStates) });
export const network = z.strictObject({
  interfaces: list(nic, 16),
  hostName: z.optional(textReading),
  links: z.optional(list(link, 16)),
});

export const options = z.strictObject({
  DF: z.optional(textReading),
  finisher: z.optional(textReading),
  fax: z.optional(textReading),
});

/** Service codes as the device holds them: values are texts as read. Code 13 has no sub code. */
export const codes = z.strictObject({
  code05: z.optional(list(z.strictObject({ main: z.int(), sub: z.int(), value: short }), 5000)),
  code08: z.optional(list(z.strictObject({ main: z.int(), sub: z.int(), value: short }), 5000)),
  code13: z.optional(list(z.strictObject({ main: z.int(), value: short }), 5000)),
});

export const conditionCategories = ['paperSource', 'paperSize', 'sort', 'ADF', 'APS', 'duplex', 'function'] as const;
export const errorCategories = ['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other'] as const;
export type ErrorCategory = (typeof errorCategories)[number];

/**
 * Errors since the last report, with the coded settings of the moment (catalogues section 3). `counter` in
 * pages.
 */
export const errors = list(
  z.strictObject({
    code: z.string().check(z.regex(/^[0-9A-F]{4}$/)),
    occurredAt: instant,
    counter: z.optional(count),
    conditions: z.optional(z.partialRecord(z.enum(conditionCategories), z.string().check(z.regex(/^[0-9A-Za-z]$/)))),
  }),
  2000,
);

/** Sensors and machine counts, by the device's own name and, where it has one, the colour. */
export const sensors = list(
  z.strictObject({
    name: short,
    color: z.optional(z.enum(tonerColors)),
    unit: z.optional(short),
    reading: reading(z.number()),
  }),
);

/** Storage health per SATA port: SMART attributes by number, wear of an SSD in percent. */
export const storage = list(
  z.strictObject({
    sataPort: z.int().check(z.minimum(0), z.maximum(7)),
    type: z.enum(['HDD', 'SSD', 'unknown']),
    smart: z.optional(z.record(z.string().check(z.regex(/^\d{1,3}$/)), count)),
    wearPercent: z.optional(reading(z.number().check(z.minimum(0)))),
    selfTestRunning: z.optional(z.boolean()),
  }),
  8,
);
