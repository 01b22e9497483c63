import * as z from 'zod/mini';
import { nullableText } from './device-call.ts';
import { endpoint } from './endpoint.ts';
import { count } from './values.ts';

/** Lines of a table of part numbers, at most. */
export const mostPartNumbers = 20_000;
/** Columns of the file, in any order; `item` and one of the numbers or `name` are needed. */
export const partNumberColumns = ['item', 'model', 'maker', 'own', 'name', 'pieces', 'minutes'] as const;

const partNumber = z.object({
  /** Platen's part code (`6250`), its unit (`drum.black`) or `toner.<color>`. */
  item: z.string(),
  /** With `*` and `?`; of several that fit the narrowest counts (VP-20). */
  modelPattern: z.string(),
  makerNumber: nullableText,
  ownNumber: nullableText,
  name: nullableText,
  pieces: count,
  minutes: z.nullable(count),
});
export type PartNumber = z.infer<typeof partNumber>;

/** `GET /v1/part-numbers` (VP-20): the table, and what devices ask for that it does not name. */
export const listPartNumbers = endpoint({
  method: 'GET',
  path: '/v1/part-numbers',
  access: 'user',
  summary: 'Part numbers of the organisation, and asked-for parts without one',
  answer: z.object({
    partNumbers: z.array(partNumber),
    /** Most often asked for first, at most 200. */
    unknown: z.array(z.object({ item: z.string(), model: z.string(), devices: count })),
  }),
});
export type PartNumbers = z.infer<typeof listPartNumbers.answer>;

/** `PUT /v1/part-numbers`: the whole table from a CSV file; a dry run says what it would hold. */
export const replacePartNumbers = endpoint({
  method: 'PUT',
  path: '/v1/part-numbers',
  access: 'user',
  summary: 'Replace the table of part numbers from a CSV file',
  body: z.strictObject({ csv: z.string().check(z.maxLength(4_000_000)), dryRun: z.boolean() }),
  answer: z.object({
    lines: count,
    taken: count,
    added: count,
    changed: count,
    removed: count,
    /** The first 100 lines that differ from the table; `before` null: added, `after` null: removed. */
    differences: z.array(z.object({ before: z.nullable(partNumber), after: z.nullable(partNumber) })),
    /** The first 100 lines that cannot be taken; with one of them nothing is replaced. */
    refused: z.array(z.object({ line: count, field: z.string(), reason: z.string() })),
    refusedCount: count,
  }),
});
