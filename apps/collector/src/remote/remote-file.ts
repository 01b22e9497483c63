import { hash, settingsStates } from '@platen/contract/remote-settings';
import * as z from 'zod/mini';
import { readJson, writeWhole } from '../platform/data-files.ts';

const stored = z.object({ number: z.int(), hash, text: z.string() });
const judged = z.object({
  number: z.int(),
  hash,
  state: z.enum(settingsStates),
  problems: z.array(z.object({ place: z.string(), reason: z.string() })),
});
const remoteFile = z.object({
  format: z.literal(1),
  /** The wanted settings in force. */
  inForce: z.optional(stored),
  /** Those that were fetched and allowed, and apply from the next round. */
  pending: z.optional(stored),
  /** What came of those that were fetched last. */
  judged: z.optional(judged),
});
export type StoredSettings = z.infer<typeof stored>;
export type Judged = z.infer<typeof judged>;
export type RemoteFile = Omit<z.infer<typeof remoteFile>, 'format'>;

export const remoteFileName = 'remote.json';

/** What the portal had set when this collector ended; empty if there is nothing, or nothing readable. */
export async function readRemoteFile(path: string): Promise<RemoteFile> {
  const parsed = remoteFile.safeParse(await readJson(path));
  if (!parsed.success) return {};
  const { format: _, ...rest } = parsed.data;
  return rest;
}

export async function writeRemoteFile(path: string, file: RemoteFile): Promise<void> {
  await writeWhole(path, JSON.stringify({ format: 1, ...file }));
}
