import * as z from 'zod/mini';
import { codeForm, mostWatchedCodes, settableCodeForm } from './code-history-names.ts';
import { deviceParams, nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { count, instant, uuid } from './values.ts';
import { person, version } from './worklist-item.ts';

const code = z.string().check(z.regex(codeForm));
const settableCode = z.string().check(z.regex(settableCodeForm));
const value = z.string().check(z.maxLength(200));
const family = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));

const standardName = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const standardCodes = z
  .array(z.strictObject({ code: settableCode, value }))
  .check(z.minLength(1), z.maxLength(mostWatchedCodes));

/** A named list of codes with their values (CH-10). */
export const codeStandard = z.object({
  standardId: uuid,
  name: z.string(),
  family: z.string(),
  codes: count,
  /** Visible devices that were compared with it, and those of them with another value somewhere. */
  devices: count,
  differing: count,
  comparedAt: z.nullable(instant),
  changedAt: instant,
  version,
});
export type CodeStandard = z.infer<typeof codeStandard>;

/** `GET /v1/codes/standards`: of the families of devices that the user may see. */
export const listCodeStandards = endpoint({
  method: 'GET',
  path: '/v1/codes/standards',
  access: 'user',
  right: 'readCodes',
  summary: 'Named lists of codes that devices are compared with',
  query: z.strictObject({ family: z.optional(family) }),
  answer: z.object({ standards: z.array(codeStandard) }),
});

/** `GET /v1/codes/standards/{id}`: with its codes, and the 200 devices that differ most. */
export const readCodeStandard = endpoint({
  method: 'GET',
  path: '/v1/codes/standards/{id}',
  access: 'user',
  right: 'readCodes',
  summary: 'A named list of codes with the devices that differ from it',
  params: deviceParams,
  answer: z.object({
    standard: codeStandard,
    codes: z.array(z.object({ code: z.string(), value: z.string() })),
    devices: z.array(
      z.object({
        deviceId: uuid,
        serial: nullableText,
        model: nullableText,
        customerName: nullableText,
        compared: count,
        differs: count,
      }),
    ),
  }),
});
export type CodeStandardDetail = z.infer<typeof readCodeStandard.answer>;

/** `POST /v1/codes/standards`: from all 05 and 08 codes of a device, or from a list. */
export const addCodeStandard = endpoint({
  method: 'POST',
  path: '/v1/codes/standards',
  access: 'user',
  right: 'readCodes',
  summary: 'Make a named list of codes from a device or by hand',
  body: z.union([
    z.strictObject({ name: standardName, deviceId: uuid }),
    z.strictObject({ name: standardName, family, codes: standardCodes }),
  ]),
  answer: z.object({ standard: codeStandard }),
});

/** `PUT /v1/codes/standards/{id}`. */
export const changeCodeStandard = endpoint({
  method: 'PUT',
  path: '/v1/codes/standards/{id}',
  access: 'user',
  right: 'readCodes',
  summary: 'Change a named list of codes',
  params: deviceParams,
  body: z.strictObject({ name: standardName, codes: standardCodes, version }),
  answer: z.object({ standard: codeStandard }),
});

/** `DELETE /v1/codes/standards/{id}`. */
export const removeCodeStandard = endpoint({
  method: 'DELETE',
  path: '/v1/codes/standards/{id}',
  access: 'user',
  right: 'readCodes',
  summary: 'Delete a named list of codes',
  params: deviceParams,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ status: z.string() }),
});

/** The watched codes of a family (CH-07). `version` 0: none were ever set. */
const watchList = z.object({
  family: z.string(),
  codes: z.array(z.string()),
  changedBy: z.nullable(person),
  changedAt: z.nullable(instant),
  version: count,
});
export type WatchList = z.infer<typeof watchList>;

/** `GET /v1/codes/watched?family=`: for the families of devices that the user may see. */
export const readWatchedCodes = endpoint({
  method: 'GET',
  path: '/v1/codes/watched',
  access: 'user',
  right: 'readCodes',
  summary: 'Watched codes of a family',
  query: z.strictObject({ family }),
  answer: z.object({ list: watchList }),
});

/** `PUT /v1/codes/watched`: the whole list of a family. */
export const writeWatchedCodes = endpoint({
  method: 'PUT',
  path: '/v1/codes/watched',
  access: 'user',
  right: 'readCodes',
  summary: 'Set the watched codes of a family',
  body: z.strictObject({ family, codes: z.array(code).check(z.maxLength(mostWatchedCodes)), version: count }),
  answer: z.object({ list: watchList }),
});
