import * as z from 'zod/mini';
import * as sections from './report-sections.ts';
import { instant } from './values.ts';

/** The version written by this code. Rules for reading other versions: `parseReport`. */
export const reportVersion = { major: 1, minor: 1 } as const;

const short = z.string().check(z.maxLength(256));

/** The sections of a report besides the identity. An absent section changes nothing that is stored. */
export const reportSections = {
  status: sections.status,
  counters: sections.counters,
  supplies: z.array(sections.supply).check(z.maxLength(256)),
  inputs: z.array(sections.input).check(z.maxLength(128)),
  covers: z.array(sections.cover).check(z.maxLength(128)),
  paperPath: sections.paperPath,
  parts: z.array(sections.part).check(z.maxLength(512)),
  firmware: sections.firmware,
  network: sections.network,
  options: sections.options,
  codes: sections.codes,
  errors: sections.errors,
  sensors: sections.sensors,
  storage: sections.storage,
} as const;
export type SectionName = keyof typeof reportSections;
/** The names of all sections, in the order of a report. */
export const sectionNames: readonly SectionName[] = [
  'status',
  'counters',
  'supplies',
  'inputs',
  'covers',
  'paperPath',
  'parts',
  'firmware',
  'network',
  'options',
  'codes',
  'errors',
  'sensors',
  'storage',
];

const head = {
  version: z.string().check(z.regex(/^\d{1,4}\.\d{1,4}$/)),
  /** When the device was read, by the clock of the program that read it. */
  observedAt: instant,
  source: z.strictObject({
    kind: z.enum(['collector', 'device', 'simulator']),
    name: short,
    version: short,
    /** Address asked; shown to people, never used to identify devices. */
    address: z.optional(short),
  }),
  /** Customer and dealer of the device, from the site's settings. */
  site: z.optional(
    z.strictObject({
      customerNumber: z.optional(short),
      customerName: z.optional(short),
      description: z.optional(short),
      dealerNumber: z.optional(short),
      dealerName: z.optional(short),
    }),
  ),
  /** Sections a reader must understand or refuse the whole report. */
  mustUnderstand: z.optional(z.array(short).check(z.maxLength(32))),
  identity: sections.identity,
};

/** A device report of this version: what is known of one device at one moment. Unknown fields are refused. */
export const deviceReport = z.strictObject({ ...head, ...optionalSections() });
export type DeviceReport = z.infer<typeof deviceReport>;

function optionalSections() {
  const {
    status,
    counters,
    supplies,
    inputs,
    covers,
    paperPath,
    parts,
    firmware,
    network,
    options,
    codes,
    errors,
    sensors,
    storage,
  } = reportSections;
  return {
    status: z.optional(status),
    counters: z.optional(counters),
    supplies: z.optional(supplies),
    inputs: z.optional(inputs),
    covers: z.optional(covers),
    paperPath: z.optional(paperPath),
    parts: z.optional(parts),
    firmware: z.optional(firmware),
    network: z.optional(network),
    options: z.optional(options),
    codes: z.optional(codes),
    errors: z.optional(errors),
    sensors: z.optional(sensors),
    storage: z.optional(storage),
  };
}

export interface ReportIssue {
  /** Where, as a path: `supplies[2].percent.value`. */
  path: string;
  message: string;
}
export type ParsedReport =
  | { ok: true; report: DeviceReport; warnings: ReportIssue[] }
  | { ok: false; issues: ReportIssue[] };
