import * as z from 'zod/mini';
import { messageLanguages } from './channel-names.ts';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { exportFormats } from './export.ts';
import {
  cellSeparators,
  decimalMarks,
  exportFields,
  exportShapes,
  mostMeterCodes,
  shippedTemplateIds,
} from './meter-export-names.ts';
import { count, uuid } from './values.ts';
import { version } from './worklist-item.ts';

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const meter = z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9.-]{0,59}(@[a-z]{1,20})?$/));
/** A shipped template by its name, others by their id. */
const templateId = z.union([z.enum(shippedTemplateIds), uuid]);

/** What a file of a close holds and how it is written (MX-01 to MX-05). */
const templateShape = {
  name: shortText,
  shape: z.enum(exportShapes),
  format: z.enum(exportFormats),
  /** Of CSV. */
  separator: z.enum(cellSeparators),
  decimalMark: z.enum(decimalMarks),
  /** Of heads without a text of their own, and of words in cells. */
  language: z.enum(messageLanguages),
  /** In their order; `head`: own text. */
  fields: z
    .array(z.strictObject({ field: z.enum(exportFields), head: z.optional(shortText) }))
    .check(z.minLength(1), z.maxLength(40)),
  /** Meters in their order; none: all of the close. */
  meters: z.array(meter).check(z.maxLength(40)),
  /** Lines of devices without asset number and excluded ones too (MX-05). */
  all: z.boolean(),
};
/** With the field `meterCode` lines go by the table of codes, and what has none is left out (MX-03). */
export const templateForm = z.strictObject(templateShape);
export type TemplateForm = z.infer<typeof templateForm>;

const template = z.object({ templateId, isShipped: z.boolean(), version, ...templateShape });
export type MeterTemplate = z.infer<typeof template>;

/** `GET /v1/meter-templates` (MX-04): shipped ones first, then those of the own organisation and above. */
export const listMeterTemplates = endpoint({
  method: 'GET',
  path: '/v1/meter-templates',
  access: 'user',
  right: 'readMeters',
  tokenScope: 'meters.read',
  summary: 'Templates for files of meters',
  answer: z.object({ templates: z.array(template) }),
});

/** `POST /v1/meter-templates`; takes an `Idempotency-Key`. At most 50 of an organisation. */
export const addMeterTemplate = endpoint({
  method: 'POST',
  path: '/v1/meter-templates',
  access: 'user',
  right: 'closeMeters',
  summary: 'Save a template for files of meters',
  body: templateForm,
  answer: z.object({ template }),
});

export const changeMeterTemplate = endpoint({
  method: 'PUT',
  path: '/v1/meter-templates/{id}',
  access: 'user',
  right: 'closeMeters',
  summary: 'Change a template for files of meters',
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ version, ...templateShape }),
  answer: z.object({ template }),
});

export const removeMeterTemplate = endpoint({
  method: 'DELETE',
  path: '/v1/meter-templates/{id}',
  access: 'user',
  right: 'closeMeters',
  summary: 'Remove a template for files of meters',
  params: z.strictObject({ id: uuid }),
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ status: z.string() }),
});

/** Meters of a model that go under one code, several by their sum (MX-03); there are no differences. */
const meterCode = z.strictObject({
  meters: z.array(meter).check(z.minLength(1), z.maxLength(10)),
  /** With `*` and `?`; of several that fit the narrowest counts. */
  modelPattern: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
});
export type MeterCode = z.infer<typeof meterCode>;
const meterCodes = z.array(meterCode).check(z.maxLength(mostMeterCodes));
/** 0: nothing was entered yet. */
const codesVersion = count;

/** `GET /v1/meter-codes` (MX-03): of the own organisation, or the nearest above that has some. */
export const readMeterCodes = endpoint({
  method: 'GET',
  path: '/v1/meter-codes',
  access: 'user',
  right: 'readMeters',
  summary: 'Codes of meters in the ERP',
  answer: z.object({ version: codesVersion, codes: meterCodes, inheritedFrom: nullableText }),
});

/** `PUT /v1/meter-codes`: the whole table of the own organisation. */
export const replaceMeterCodes = endpoint({
  method: 'PUT',
  path: '/v1/meter-codes',
  access: 'user',
  right: 'closeMeters',
  summary: 'Replace the codes of meters in the ERP',
  body: z.strictObject({ version: codesVersion, codes: meterCodes }),
  answer: z.object({ version: codesVersion, codes: meterCodes, inheritedFrom: nullableText }),
});
