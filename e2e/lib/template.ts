import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';

/**
 * A folder that `make` puts at the path it is given, made once in a run of the tests. Of the files that run
 * at the same time the first makes it, the others wait for it.
 */
export async function ensureTemplate(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const template = join(inject('runFolder'), name);
  while (!existsSync(template)) {
    const claim = `${template}.claim`;
    if (await isFirst(claim)) {
      try {
        if (!existsSync(template)) await make(template);
      } finally {
        await rmdir(claim);
      }
    } else await wait(200);
  }
  return template;
}

const isFirst = (claim: string): Promise<boolean> =>
  mkdir(claim).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    },
  );
