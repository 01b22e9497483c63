import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { type System, startSystem } from './system.ts';

/**
 * The data folder of a system that `fill` has filled, made once in a run of the tests, for `copyOf` of
 * `startSystem`. Of the files that run at the same time the first makes it, the others wait for it.
 */
export async function ensureTemplate(name: string, fill: (system: System) => Promise<unknown>): Promise<string> {
  const template = join(inject('runFolder'), name);
  while (!existsSync(template)) {
    const claim = `${template}.claim`;
    if (await isFirst(claim)) {
      try {
        await makeTemplate(template, fill);
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

async function makeTemplate(template: string, fill: (system: System) => Promise<unknown>): Promise<void> {
  const system = await startSystem();
  try {
    await fill(system);
    await system.server().stop();
    await rename(join(system.data, 'server'), template);
  } finally {
    await system.stop();
  }
}
