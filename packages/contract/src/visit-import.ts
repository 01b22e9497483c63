import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count } from './values.ts';
import { mostImportLines } from './visit-names.ts';

/** What an import would do, or did (VR-10). */
export const importAnswer = z.object({
  dryRun: z.boolean(),
  lines: count,
  /** Visits to make, or made. */
  visits: count,
  /** Lines that are known already and change nothing. */
  known: count,
  /** The first 100 lines that cannot be taken, and how many there are. */
  refused: z.array(z.object({ line: count, field: z.string(), reason: z.string() })),
  refusedCount: count,
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/**
 * `POST /v1/visits/import` (VR-10): past visits as CSV (`serial`, `day`, `technician`, `kind`, `result`,
 * `parts`, `total`), at most 100,000 lines. Always goes on as a job (GE-13): a dry run makes nothing. Lines
 * that cannot be taken are named and leave the others alone.
 */
export const importVisits = endpoint({
  method: 'POST',
  path: '/v1/visits/import',
  access: 'user',
  summary: 'Import past visits from a CSV file',
  isLong: true,
  body: z.strictObject({ csv: z.string().check(z.maxLength(mostImportLines * 200)), dryRun: z.boolean() }),
  answer: importAnswer,
});
