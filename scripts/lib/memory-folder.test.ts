import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';

const module = new URL('./memory-folder.mjs', import.meta.url).href;
/** Runs a process that makes its folder and prints it, and whether it is there. */
function makeInProcess(): { folder: string; isThere: boolean } {
  const script = `import { existsSync } from 'node:fs';
    import { makeMemoryFolder } from ${JSON.stringify(module)};
    const folder = makeMemoryFolder() ?? '';
    console.log(JSON.stringify({ folder, isThere: existsSync(folder) }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

test('the folder of a run is gone with it, and the next run removes that of one which was killed', () => {
  const first = makeInProcess();
  expect(first.isThere).toBe(first.folder !== '');
  expect(existsSync(first.folder)).toBe(false);
  // A machine without enough memory: everything stays on the disk.
  if (first.folder === '') return;
  mkdirSync(first.folder);
  try {
    makeInProcess();
    expect(existsSync(first.folder)).toBe(false);
  } finally {
    rmSync(first.folder, { recursive: true, force: true });
  }
});
