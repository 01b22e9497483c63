// Refuses a pull request that changes a file near a limit of the product and does not name the limit (XC-09).
// Usage: PULL_REQUEST='title and text' node scripts/limits.mjs <commit that it is compared with>
import { execFileSync } from 'node:child_process';
import { toTouchedLimits, toUnnamed } from './lib/named-limits.mjs';

const base = process.argv[2];
if (base === undefined) throw new Error('which commit is it compared with?');
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
const from = git('merge-base', base, 'HEAD').trim();
/** Empty where the file is not there on this side. */
const read = (commit, path) => {
  try {
    return execFileSync('git', ['show', `${commit}:${path}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
};
const paths = git('diff', '--name-only', '--no-renames', '-z', from, 'HEAD').split('\0').filter(Boolean);
const touched = toTouchedLimits(paths.map((path) => ({ path, texts: [read(from, path), read('HEAD', path)] })));
for (const [name, files] of touched) console.log(`${name}: ${files.join(', ')}`);
const unnamed = toUnnamed(touched, process.env.PULL_REQUEST ?? '');
if (unnamed.length > 0) {
  console.error(
    `\nThis change lies near ${unnamed.map(([name]) => name).join(', ')} and its pull request does not say so.\n` +
      'Name each row with what changes there, or why nothing does (CONTRIBUTING.md, "Limits of the product").',
  );
  process.exitCode = 1;
}
