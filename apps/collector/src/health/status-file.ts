import { type CollectorStatus, collectorStatus } from '@platen/contract/collectors';
import * as z from 'zod/mini';
import { readJson } from '../data-files.ts';

/** What a running collector writes down for `status`; the last one stays when it has ended. */
const statusFile = z.object({
  format: z.literal(1),
  pid: z.int(),
  /** When the next round begins; absent where none follows. */
  nextRoundAt: z.optional(z.iso.datetime()),
  delivery: z.object({
    stored: z.int(),
    repeated: z.int(),
    refused: z.int(),
    /** Why nothing moves at present. */
    reason: z.optional(z.string()),
  }),
  status: collectorStatus,
});
export type StatusFile = Omit<z.infer<typeof statusFile>, 'status'> & { status: CollectorStatus };

/** Undefined when there is none, or one that this version does not read. */
export async function readStatusFile(path: string): Promise<StatusFile | undefined> {
  const parsed = statusFile.safeParse(await readJson(path));
  return parsed.success ? parsed.data : undefined;
}
