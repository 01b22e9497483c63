import * as z from 'zod/mini';
import { listSelection, searchSelection } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { timeZone } from './time-zone.ts';

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Media type of each format (RFC 7111; ECMA-376). */
export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Rows that fit on a worksheet of XLSX below the head (Excel's limit is 1,048,576). More are refused with
 * 202001.
 */
export const xlsxRowLimit = 1_048_575;

const format = z.enum(exportFormats);
/** Addition: the zone of the times in the file and of the day in its name; UTC where it is left out. */
const inZone = { timeZone: z.optional(timeZone) };
const answerHeaders = {
  'total-count': 'number of rows in the file, the head not counted',
  'content-disposition': 'a file name with the day',
};
/** The parts of an endpoint that answers with a table as a file. */
export const fileAnswer = { answer: z.string(), answerTypes: Object.values(exportTypes), answerHeaders };

/**
 * `GET /v1/devices/export`: all devices that `GET /v1/devices` would give page by page, in the same order, as
 * a file. Heads and words in the language of `accept-language`; one moment of the store, however long it
 * takes.
 */
export const exportDevices = endpoint({
  method: 'GET',
  path: '/v1/devices/export',
  access: 'user',
  right: 'readDetails',
  summary: 'The devices the user may see, as a file',
  query: z.strictObject({ format, ...listSelection, ...inZone }),
  ...fileAnswer,
});

/** `POST /v1/devices/search/export`: as `GET /v1/devices/export`, by criteria. */
export const exportSearch = endpoint({
  method: 'POST',
  path: '/v1/devices/search/export',
  access: 'user',
  right: 'readDetails',
  summary: 'The devices that match the criteria, as a file',
  body: z.strictObject({ format, ...searchSelection, ...inZone }),
  ...fileAnswer,
});
