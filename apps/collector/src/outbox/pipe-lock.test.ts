import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockByPipe, readPipeOwner, toPipe } from './pipe-lock.ts';

/** Represents named pipes on Linux: an abstract socket has a name, no file, and ends with its process. */
const toName = (hash: string) => `\0platen-collector-${hash}`;
function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'platen-pipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('CF-40: one collector owns a folder, the next one finds it, and may own it afterwards', async () => {
  const folder = makeFolder();
  expect(await readPipeOwner(folder, toName)).toBeUndefined();
  const first = await lockByPipe(folder, toName);
  expect(first).toBeDefined();
  expect(await lockByPipe(folder, toName)).toBeUndefined();
  expect(await lockByPipe(makeFolder(), toName)).toBeDefined();
  expect(await readPipeOwner(folder, toName)).toMatchObject({ pid: process.pid });
  await first?.release();
  expect(await readPipeOwner(folder, toName)).toBeUndefined();
  expect(await lockByPipe(folder, toName)).toBeDefined();
});

test('CF-40: a killed one leaves nothing that keeps the next one out', async () => {
  const folder = makeFolder();
  const name = toName('of-the-child');
  const script = `require('net').createServer().listen(${JSON.stringify(name)}, () => console.log('listens'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  expect(await lockByPipe(folder, () => name)).toBeUndefined();
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await lockByPipe(folder, () => name)).toBeDefined();
});

test('CF-40: the name is one of a pipe of Windows', () => {
  expect(toPipe('abc')).toBe('\\\\.\\pipe\\platen-collector-abc');
});
