import type { BodyOf } from '@platen/contract/endpoint';
import { type ImportAnswer, importAnswer, type importVisits } from '@platen/contract/visit-import';
import { visitKinds, visitResults } from '@platen/contract/visit-names';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../../base/errors.ts';
import { dayMs, toDayText } from '../../../base/time.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { addJob, addParts, readPart } from '../../../user-jobs/job-store.ts';
import type { JobHandler } from '../../../user-jobs/work-jobs.ts';
import { importLines } from './import-lines.ts';
import { type ImportLine, parseImport } from './parse-import.ts';

type Trx = Transaction<Database>;

/** Lines of one step. */
const linesOfStep = 500;

const stored = z.object({ start: importAnswer });
const storedLines = z.array(
  z.object({
    line: z.int(),
    serial: z.string(),
    day: z.string(),
    technician: z.nullable(z.string()),
    kind: z.enum(visitKinds),
    result: z.enum(visitResults),
    parts: z.array(z.string()),
    total: z.nullable(z.number()),
  }),
);

/**
 * Takes in a file of past visits (VR-10), to be worked by a job. Refuses 202001 a file that is no table of
 * visits, or has too many lines.
 */
export async function importInJob(
  trx: Trx,
  user: SignedInUser,
  { csv, dryRun }: BodyOf<typeof importVisits>,
): Promise<{ readonly jobId: string }> {
  requireRight(user, 'manageVisits');
  const { rows, problem, ...figures } = parseImport(csv, toDayText(Math.floor(Date.now() / dayMs)));
  if (problem !== null) throw new Refusal(202001, `body.csv: ${problem}`);
  const start: ImportAnswer = { dryRun, visits: 0, ...figures };
  const parts: ImportLine[][] = [];
  for (let at = 0; at < rows.length; at += linesOfStep) parts.push(rows.slice(at, at + linesOfStep));
  // A file without a line that can be taken is a job too: its result names the lines.
  const jobId = await addJob(trx, user, {
    kind: 'visitImport',
    total: Math.max(1, rows.length),
    input: { start },
  });
  await addParts(trx, jobId, parts);
  if (!dryRun)
    await recordChange(trx, {
      actor: user,
      action: 'visits import',
      subject: `job:${jobId}`,
      detail: { lines: figures.lines, refused: figures.refusedCount },
    });
  return { jobId };
}

/** Imports the lines of a job, some at a step; a dry run looks at them alone. */
export const importJob: JobHandler = async (trx, { jobId, user, input, result, done, total }) => {
  requireRight(user, 'manageVisits');
  const { start } = stored.parse(input);
  const so = result === null ? start : importAnswer.parse(result);
  const lines = storedLines.parse((await readPart(trx, jobId, Math.floor(done / linesOfStep))) ?? []);
  const { visits, known, refused } = await importLines(trx, user, lines, so.dryRun);
  return {
    done: lines.length === 0 ? total : done + lines.length,
    result: {
      ...so,
      visits: so.visits + visits,
      known: so.known + known,
      refused: [...so.refused, ...refused].toSorted((a, b) => a.line - b.line).slice(0, 100),
      refusedCount: so.refusedCount + refused.length,
    } satisfies ImportAnswer,
  };
};
