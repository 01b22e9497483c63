import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Refusal, readRefusals, refusalsFileName } from '../delivery/refusals.ts';
import { readKnown } from '../known/known-devices.ts';
import type { KnownState } from '../known/state.ts';
import { readRunning } from '../outbox/lock.ts';
import { readWaiting } from '../outbox/segment.ts';
import { openDataFolderToRead } from '../platform/data-files.ts';
import { readStatusFile, type StatusFile, statusFileName } from './health-keeper.ts';

/** The state of a data folder, whether a collector is running or not. */
export interface FolderState {
  folder: string;
  running: { pid: number; since: string } | undefined;
  /** The state that the collector saved last. */
  last: StatusFile | undefined;
  waiting: { reports: number; bytes: number };
  /** Refused reports that are set aside. */
  refused: number;
  /** Refusals because of which devices are not reported for a day, while they do not change. */
  heldBack: readonly Refusal[];
  known: KnownState;
  warnings: string[];
}

/** Changes nothing. Undefined if no collector has used the folder. Throws `NewerData`. */
export async function readFolderState(folder: string): Promise<FolderState | undefined> {
  const outbox = join(folder, 'outbox');
  const isUsed = await stat(outbox).then(
    () => true,
    () => false,
  );
  if (!isUsed) return undefined;
  await openDataFolderToRead(folder);
  const warnings: string[] = [];
  return {
    folder,
    running: await readRunning(outbox),
    last: await readStatusFile(join(folder, statusFileName)),
    waiting: await readWaiting(outbox),
    refused: (await readdir(join(outbox, 'refused')).catch(() => [])).length,
    heldBack: [...(await readRefusals(join(folder, refusalsFileName))).values()],
    known: await readKnown(join(folder, 'known.json'), (message) => warnings.push(message), false),
    warnings,
  };
}
