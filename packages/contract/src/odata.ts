import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

// The feed for spreadsheets (MX-09): OData 4.0, read only.

const option = z.string().check(z.maxLength(2000));
const whole = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number));
/** Options of the system (OData 4.0 part 2, section 5) that are offered; others are refused with 202001. */
const query = z.strictObject({
  $filter: z.optional(option),
  $select: z.optional(option),
  $orderby: z.optional(option),
  $top: z.optional(whole),
  $skip: z.optional(whole),
  $count: z.optional(z.enum(['true', 'false'])),
  /** Where the page before ended. */
  $skiptoken: z.optional(option),
  $format: z.optional(z.enum(['json', 'application/json', 'application/json;odata.metadata=minimal'])),
});
const answerHeaders = { 'odata-version': '4.0' };
const read = { method: 'GET', access: 'user', tokenScope: 'meters.read', takesBasic: true, answerHeaders } as const;
/** Entities have the selected properties; their names and types are in `$metadata`. */
const page = z.object({
  '@odata.context': z.string(),
  '@odata.count': z.optional(z.int()),
  value: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  '@odata.nextLink': z.optional(z.string()),
});
export type ODataPage = z.infer<typeof page>;

/** `GET /odata`: the entity sets. */
export const readODataService = endpoint({
  ...read,
  path: '/odata',
  summary: 'Sets of the feed for spreadsheets (OData 4.0)',
  answer: z.object({
    '@odata.context': z.string(),
    value: z.array(z.object({ name: z.string(), kind: z.string(), url: z.string() })),
  }),
});

/** `GET /odata/$metadata`: the model of the feed in CSDL. */
export const readODataMetadata = endpoint({
  ...read,
  path: '/odata/$metadata',
  summary: 'Model of the feed for spreadsheets (OData 4.0)',
  answer: z.string(),
  answerTypes: ['application/xml'],
});

/** `GET /odata/MeterReadings`: readings of the ledger of the devices that the user sees. */
export const readMeterReadingsFeed = endpoint({
  ...read,
  right: 'readMeters',
  path: '/odata/MeterReadings',
  summary: 'Readings of meters for spreadsheets (OData 4.0)',
  query,
  answer: page,
});

/** `GET /odata/MeterLines`: lines of the closed periods that the user sees. */
export const readMeterLinesFeed = endpoint({
  ...read,
  right: 'readMeters',
  path: '/odata/MeterLines',
  summary: 'Lines of closed periods for spreadsheets (OData 4.0)',
  query,
  answer: page,
});
