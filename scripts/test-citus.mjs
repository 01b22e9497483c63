// npm run test:citus [-- path]: the tests of store and API on an existing cluster of Citus. PLATEN_CITUS_URL
// is the address of its coordinator, as a superuser, in a database with the extension and its workers. Each
// file gets a database of its own there, on every node, migrated and distributed.
// docs/decisions/0822-tests-on-a-given-cluster.md
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, runMain, Stop } from './lib/run.mjs';

await runMain(async () => {
  if (!process.env.PLATEN_CITUS_URL)
    throw new Stop(
      'Set PLATEN_CITUS_URL to the coordinator of a cluster for tests, as a superuser: postgres://user:password@host:5432/database',
    );
  const args = [join(root, 'scripts', 'test.mjs'), 'store', ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
});
