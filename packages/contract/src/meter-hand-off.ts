import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats, exportTypes } from './export.ts';
import { exportWays, fileWays, leftOutReasons, shippedTemplateIds } from './meter-export-names.ts';
import { templateForm } from './meter-exports.ts';
import { count, instant, uuid } from './values.ts';
import { person } from './worklist-item.ts';

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const templateId = z.union([z.enum(shippedTemplateIds), uuid]);
const ofClose = z.strictObject({ id: uuid });
const cell = z.union([z.string(), z.number(), z.null()]);
const leftOut = z.object({ serial: nullableText, model: nullableText, meter: z.string(), why: z.enum(leftOutReasons) });

/** `POST /v1/closes/{id}/export/try` (MX-04): what a template would make, on the first five lines. */
export const tryMeterExport = endpoint({
  method: 'POST',
  path: '/v1/closes/{id}/export/try',
  access: 'user',
  right: 'closeMeters',
  summary: 'Try a template on the lines of a close',
  params: ofClose,
  /** `way`: how the file is to leave; left out: by download. */
  body: z.union([
    z.strictObject({ templateId, way: z.optional(z.enum(fileWays)) }),
    z.strictObject({ form: templateForm }),
  ]),
  answer: z.object({
    heads: z.array(z.string()),
    rows: z.array(z.array(cell)),
    lines: count,
    leftOutCount: count,
    /** The first 200. */
    leftOut: z.array(leftOut),
    /** The next run with this template by this way has to be a test (MX-06). */
    mustTest: z.boolean(),
  }),
});
export type MeterExportTrial = z.infer<typeof tryMeterExport.answer>;

/**
 * `GET /v1/closes/{id}/export?template=` (MX-08). The first run of a template is a test (MX-06): the file is
 * marked, and the close stays as it is. `run`: the file of an earlier run again, with the same bytes.
 */
export const exportMeters = endpoint({
  method: 'GET',
  path: '/v1/closes/{id}/export',
  access: 'user',
  right: 'readMeters',
  tokenScope: 'meters.read',
  summary: 'The lines of a close as a file',
  params: ofClose,
  /** One of `template` and `run`. */
  query: z.strictObject({
    template: z.optional(templateId),
    test: z.optional(z.enum(['true', 'false'])),
    run: z.optional(uuid),
  }),
  answer: z.string(),
  answerTypes: Object.values(exportTypes),
  answerHeaders: {
    'total-count': 'number of lines in the file, the head not counted',
    'left-out-count': 'number of lines of the close that are not in it',
    test: 'true: a test, by which nothing is exported',
    'content-disposition': 'a file name with the close',
    digest: 'sha-256 of the file',
  },
});

/**
 * `POST /v1/closes/{id}/export/mail` (MX-07); takes an `Idempotency-Key`. Makes a file and sends it to the
 * address of a mail channel that the user may use and whose owner sees the close: attached up to 10 MB, else
 * as a link for 7 days that needs sign-in. The first one of a template is a test (MX-06).
 */
export const mailMeters = endpoint({
  method: 'POST',
  path: '/v1/closes/{id}/export/mail',
  access: 'user',
  right: 'closeMeters',
  summary: 'Send the lines of a close as a file by mail',
  params: ofClose,
  body: z.strictObject({ templateId, channelId: uuid, test: z.optional(z.boolean()) }),
  answer: z.object({ runId: uuid, deliveryId: uuid, isTest: z.boolean(), isAttached: z.boolean() }),
});
export type MailedMeters = z.infer<typeof mailMeters.answer>;

const run = z.object({
  runId: uuid,
  templateId,
  templateName: z.string(),
  way: z.enum(exportWays),
  format: z.enum(exportFormats),
  isTest: z.boolean(),
  lines: count,
  leftOut: count,
  bytes: count,
  /** SHA-256. */
  hash: z.string(),
  madeBy: z.nullable(person),
  madeAt: instant,
});
export type MeterExportRun = z.infer<typeof run>;

const resultLine = z.object({
  serial: nullableText,
  assetNumber: nullableText,
  meter: z.string(),
  state: z.enum(['accepted', 'refused']),
  reason: nullableText,
  at: instant,
});
export type MeterResultLine = z.infer<typeof resultLine>;

/** `GET /v1/closes/{id}/exports`: files that were made of a close, and what the ERP answered (MX-10). */
export const listMeterExports = endpoint({
  method: 'GET',
  path: '/v1/closes/{id}/exports',
  access: 'user',
  right: 'readMeters',
  tokenScope: 'meters.read',
  summary: 'Files that were made of a close, and what the ERP answered',
  params: ofClose,
  answer: z.object({
    /** Newest first, at most 100. */
    runs: z.array(run),
    accepted: count,
    refused: count,
    /** Lines without an answer, once there is one. */
    unanswered: count,
    /** The first 200. */
    refusedLines: z.array(resultLine),
  }),
});
export type MeterExports = z.infer<typeof listMeterExports.answer>;

/**
 * `POST /v1/closes/{id}/result` (MX-10): what the ERP took of a close. A line is named by serial or asset
 * number, and by meter or code; a later answer about a line replaces an earlier one.
 */
export const reportMeterResult = endpoint({
  method: 'POST',
  path: '/v1/closes/{id}/result',
  access: 'user',
  right: 'closeMeters',
  tokenScope: 'meters.write',
  summary: 'Report which lines of a close the ERP accepted',
  params: ofClose,
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          serial: z.optional(shortText),
          assetNumber: z.optional(shortText),
          meter: z.optional(shortText),
          meterCode: z.optional(shortText),
          state: z.enum(['accepted', 'refused']),
          reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
        }),
      )
      .check(z.minLength(1), z.maxLength(50_000)),
  }),
  answer: z.object({
    accepted: count,
    refused: count,
    /** Places in the list, from 0, that name no line of the close; the first 200. */
    unknown: z.array(count),
    unknownCount: count,
  }),
});
