import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const folder = join(root, '.cache', 'nats-server');
const unpacked = join(folder, 'usr', 'sbin', 'nats-server');

/**
 * Path of the NATS server for the tests of the stream; on Debian its package is unpacked into `.cache`, which
 * needs no rights and starts no service. Undefined, with a line that says what is left out, if there is none.
 */
export async function findNatsServer() {
  const { code, output } = await run('sh', ['-c', 'PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v nats-server']);
  if (code === 0) return output.trim();
  if (!existsSync(unpacked) && existsSync('/etc/debian_version')) await unpack();
  if (existsSync(unpacked)) return unpacked;
  console.log('  The tests of the stream before ingest are left out: they need nats-server of Debian.');
  return undefined;
}

async function unpack() {
  mkdirSync(folder, { recursive: true });
  const download = () => run('apt-get', ['download', 'nats-server'], { cwd: folder });
  if ((await download()).code !== 0 && process.getuid?.() === 0) {
    await run('apt-get', ['update']);
    await download();
  }
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (file !== undefined) await run('dpkg', ['-x', join(folder, file), folder]);
}
