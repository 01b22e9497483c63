import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sizeMb = 900;
const blockBytes = 4 * 1024 * 1024;

/** A file system of its own that can be filled to the last byte. */
export interface SmallDisk {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Unmounts and removes it, with all that is on it. */
  close(): Promise<void>;
}

/** Mounts a small file system in memory; where that is not possible, the reason. */
export async function mountSmallDisk(): Promise<SmallDisk | { reason: string }> {
  if (process.platform !== 'linux') return { reason: 'needs Linux' };
  if (process.getuid?.() !== 0) return { reason: 'needs root, to mount a small file system' };
  const folder = await mkdtemp(join(tmpdir(), 'platen-small-disk-'));
  await chmod(folder, 0o755);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', folder]);
  } catch (error) {
    await rmdir(folder);
    return { reason: `mount is not permitted (${error instanceof Error ? error.message.trim() : String(error)})` };
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'w');
      try {
        for (let size = blockBytes; size >= 1; ) {
          try {
            const { bytesWritten } = await file.write(Buffer.alloc(size, 1));
            if (bytesWritten < size) size = Math.floor(size / 2);
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
            size = Math.floor(size / 2);
          }
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      await run('umount', [folder]).catch(() => run('umount', ['--lazy', folder]));
      await rmdir(folder);
    },
  };
}
