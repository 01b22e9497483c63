import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const main = `${root}apps/simulator/dist/main.js`;

beforeAll(async () => {
  await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-b', `${root}apps/simulator`], { cwd: root });
}, 60_000);

async function start(stdio: 'pipe' | 'ipc') {
  const child = spawn(process.execPath, [main, '--port', '0', '--count', '3'], {
    stdio: stdio === 'ipc' ? ['ignore', 'pipe', 'inherit', 'ipc'] : ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('READY\n')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { child, lines: text.trim().split('\n') };
}

test('the simulator says who listens where, then READY, and ends at SIGTERM', async () => {
  const { child, lines } = await start('pipe');
  expect(lines).toHaveLength(4);
  const agents = lines.slice(0, 3).map((line) => JSON.parse(line) as { port: number; host: string; serial: string });
  expect(new Set(agents.map((agent) => agent.port)).size).toBe(3);
  expect(agents.every((agent) => agent.host === '127.0.0.1' && agent.serial.length > 5)).toBe(true);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('it ends when the process that started it lets go', async () => {
  const { child } = await start('ipc');
  child.disconnect();
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test.each([
  [['--count', '0'], "--count: '0' is not a number from 1 to 500"],
  [['--port', '65530', '--count', '8'], 'go past 65535'],
  [['--colour'], '--colour'],
])('a wrong command line %j is reported and ends with 2', async (args, message) => {
  const failure: unknown = await run(process.execPath, [main, ...args]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as unknown });
});
