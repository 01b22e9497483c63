import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Limits of one delivery; `bytes` counts the body after decompression, `packedBytes` before. */
export const ingestLimits = {
  reports: 500,
  bytes: 16 * 1024 * 1024,
  packedBytes: 4 * 1024 * 1024,
  reportBytes: 1024 * 1024,
  /** Levels of lists and objects in a report; its schema has 8. What lies deeper is left out. */
  depth: 32,
  /**
   * Entries of a list, as many as the longest list of the schema (codes) may have. Those after are left out.
   */
  listEntries: 5000,
  /** Members of an object, as many as the SMART attributes that can be numbered. Those after are left out. */
  objectMembers: 1000,
  /**
   * Values of a report, lists and objects among them; one with all lists at the limit of the schema has
   * 100,000. More is refused.
   */
  reportValues: 150_000,
} as const;

/**
 * Optional header of a delivery: when it was sent, by the clock that dated its reports (ISO 8601, UTC). Where
 * it is more than 5 minutes off the server's clock, the times of the reports are corrected by the difference.
 */
export const sentAtHeader = 'x-platen-sent-at';

const issue = z.object({ path: z.string(), message: z.string() });

/**
 * The result of one report, by its index in the delivery. `stored`: new, and committed; where the server has
 * a stream before its database: in the stream, from which it will be. `repeated`: a report of this device and
 * time was committed before, nothing changed. `refused`: not stored, for the reasons in
 * `issues`; it would be refused again. After the first two the sender may delete it. The result does not
 * depend on whether the server knew the device.
 */
export const ingestResult = z.object({
  index: z.int(),
  result: z.enum(['stored', 'repeated', 'refused']),
  issues: z.optional(z.array(issue)),
  warnings: z.optional(z.array(issue)),
});
export type IngestResult = z.infer<typeof ingestResult>;

/**
 * `POST /v1/ingest/reports`: a batch of device reports as JSON (`{"reports": […]}`) or NDJSON
 * (`application/x-ndjson`, one a line), optionally gzip. Header `authorization: Bearer <collector key>`;
 * `x-platen-sent-at` has the time at the sender. Answers 200 if all were stored; 422 with errorCode 202001,
 * details and the same `results` if some were refused (the others are stored).
 */
export const ingestReports = endpoint({
  method: 'POST',
  path: '/v1/ingest/reports',
  access: 'collector',
  summary: 'Deliver device reports',
  body: z.strictObject({ reports: z.array(z.unknown()) }),
  answer: z.object({ status: z.string(), results: z.array(ingestResult) }),
});
export type IngestAnswer = z.infer<typeof ingestReports.answer>;
