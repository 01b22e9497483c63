import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../bench/src/lib/free-port.ts';
import { readCopies } from './lib/dockerfile.ts';

const root = path.join(import.meta.dirname, '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-image-'));
  chmodSync(folder, 0o755);
  // A step of the image's build, whose result is copied.
  execFileSync(process.execPath, [path.join(root, 'scripts/sbom.mjs')], { stdio: 'pipe' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lays out the folder /platen of the image by the COPY lines of its last stage, from what is built here. */
function layOut(dockerfile: string): string {
  const image = path.join(folder, path.basename(dockerfile));
  for (const { from, to } of readCopies(readFileSync(path.join(root, dockerfile), 'utf8')).image)
    if (from === 'node_modules') linkPackages(path.join(image, to));
    else cpSync(path.join(root, from), path.join(image, to), { recursive: true });
  return image;
}

/** Our own packages resolve to those of the image, everything else to what is installed here. */
function linkPackages(target: string): void {
  mkdirSync(target, { recursive: true });
  const installed = path.join(root, 'node_modules');
  for (const name of readdirSync(installed))
    if (name !== '@platen') symlinkSync(path.join(installed, name), path.join(target, name));
  mkdirSync(path.join(target, '@platen'));
  for (const [name, room] of Object.entries(rooms))
    symlinkSync(path.join('../..', room), path.join(target, '@platen', name));
}
const rooms = {
  catalogue: 'packages/catalogue',
  contract: 'packages/contract',
  diagnosis: 'packages/diagnosis',
  server: 'apps/server',
};

test('the files that the image holds are all the server needs to start, migrate and show the portal', async () => {
  const image = layOut('deploy/Dockerfile');
  const port = await findFreePort();
  const data = path.join(folder, 'data');
  const child = fork(path.join(image, 'apps/server/bundle/main.js'), {
    cwd: image,
    env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PLATEN_DATA: data, PLATEN_PORT: String(port) },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  try {
    await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`the server did not start:\n${output}`);
    expect(await fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)).toBe(200);
    const page = await fetch(`http://127.0.0.1:${port}/login`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="')]);
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
});
