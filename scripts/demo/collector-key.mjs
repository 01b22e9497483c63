import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, Stop } from '../lib/run.mjs';

export const adminProgram = join(root, 'apps/server/bundle/cli/admin.js');

/** Runs a command of the server's tools; resolves to its JSON, the last line after those of progress. */
export async function admin(env, args) {
  const result = await run(process.execPath, [adminProgram, ...args, '--json'], { env });
  if (result.code !== 0) throw new Stop(`'admin ${args.join(' ')}' failed:\n${result.output}`);
  return JSON.parse(result.output.split('\n').findLast((line) => line.startsWith('{')) ?? '');
}

/**
 * The key in `file`, for these dealers; without one a collector of this name (or of one with a number) is
 * made and its key written there. A key that an update of Platen bound to the customers of that day is bound
 * to the dealers.
 */
export async function collectorKey({ env, name, file, dealers }) {
  const { collectors } = await admin(env, ['collectors', 'list']);
  const isOwn = (collector) => new RegExp(`^${name}( \\d+)?$`).test(collector.name);
  if (existsSync(file)) {
    for (const collector of collectors.filter((one) => isOwn(one) && one.scopeReviewedAt === null))
      await admin(env, ['collectors', 'bind', collector.name, '--dealer', dealers.join(), '--add']);
    return readFileSync(file, 'utf8').trim();
  }
  const taken = new Set(collectors.map((collector) => collector.name));
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name} ${i}`;
  const { key } = await admin(env, ['collectors', 'add', free, '--dealer', dealers.join()]);
  writeFileSync(file, key, { mode: 0o600 });
  return key;
}
