import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runStep, Stop } from './run.mjs';
import { listMissingTools } from './windows-msi.mjs';

export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Refuses a Node that the packages do not run on. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Stop(`Platen needs Node 20.19 or newer (up to 24); this is ${process.versions.node}.`);
}

/** Installs the packages of the lock file unless that very lock file is installed already. */
export async function installPackages() {
  const stamp = join(root, 'node_modules', '.platen-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const result = await runStep('Installing packages …', 'npm', ['ci', '--no-audit', '--no-fund'], {
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    shell: process.platform === 'win32',
  });
  if (result.code !== 0) throw new Stop(`npm ci failed:\n${result.output}`);
  writeFileSync(stamp, lock);
}

/**
 * Compiles the packages, only what changed, and bundles the server; enough for everything that does not run
 * the built portal.
 */
export async function compile() {
  await mustRun('Compiling …', bin('tsc'), ['-b']);
  await mustRun('Bundling the server …', process.execPath, [join(root, 'scripts', 'bundle.mjs')]);
}

/** Compiles packages and portal unless nothing changed since the last build. */
export async function buildAll() {
  const stamp = join(root, '.cache', 'build');
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources && isBuilt()) return;
  rmSync(stamp, { force: true });
  await compile();
  await mustRun('Building the portal …', bin('vite'), ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps', 'portal'),
    // The caller (a test, for example) may run in another environment; the portal is always built for
    // production.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, sources);
}

async function mustRun(title, command, args, options) {
  const result = await runStep(title, command, args, options);
  if (result.code !== 0) throw new Stop(result.output.trim());
}

const built = [
  'packages/contract/dist',
  'packages/catalogue/dist',
  'packages/diagnosis/dist',
  'apps/server/dist',
  'apps/server/bundle',
  'apps/collector/dist',
  'apps/simulator/dist',
  'apps/portal/dist',
];
const isBuilt = () => built.every((folder) => existsSync(join(root, folder)));

/** Changes when a source file was added, removed or changed. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'scripts/bundle.mjs'])
    add(join(root, file));
  for (const area of ['packages', 'apps'])
    for (const name of readdirSync(join(root, area)).sort()) {
      const folder = join(root, area, name);
      for (const entry of readdirSync(folder).sort())
        if (entry !== 'src' && /\.(json|ts|html)$/.test(entry)) add(join(folder, entry));
      for (const source of ['src', 'public', 'build']) if (existsSync(join(folder, source))) walk(join(folder, source));
    }
  walk(join(root, 'bench', 'src'));
  return hash.digest('hex');

  function walk(folder) {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  }
  function add(path) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}:${size}:${mtimeMs}\n`);
  }
}

/** Chromium without a window of its own: the same engine for four fifths of the processor time (0389). */
const headlessShell = '/usr/bin/chromium-headless-shell';
const usualBrowsers = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const mayInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

async function installOfDebian(what, names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runStep('Refreshing the package lists …', 'apt-get', ['update'], { env });
  await runStep(`Installing ${what} …`, 'apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
}

/** Installs what the tests of the Windows installer need, as root on Debian; else says what is left out. */
export async function prepareWindowsTools() {
  const missing = await listMissingTools();
  if (missing.length === 0) return;
  if (mayInstall()) await installOfDebian('the tools of the Windows installer', missing);
  else console.log(`  The tests of the Windows installer are left out: they need ${missing.join(', ')} of Debian.`);
}

/**
 * Installs the proxy and the pooler of `deploy/`, which tests try, as root on Debian; not where they would
 * start as services. Else says what is left out.
 */
export async function prepareServices() {
  const programs = { 'nginx-light': '/usr/sbin/nginx', pgbouncer: '/usr/sbin/pgbouncer' };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length === 0) return;
  const hasServices = existsSync('/run/systemd/system');
  if (mayInstall() && !hasServices) await installOfDebian('the proxy and the pooler of deploy/', missing);
  else
    console.log(`  The tests of several servers behind ${missing.join(' and ')} are left out: install it of Debian.`);
}

/** Path of a Chromium for the tests; installs Debian's as root when there is none. */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Stop(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const installed = usualBrowsers.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  if (mayInstall()) {
    for (const [name, path] of [
      ['chromium-headless-shell', headlessShell],
      ['chromium', '/usr/bin/chromium'],
    ]) {
      await installOfDebian('Chromium', [name]);
      if (existsSync(path)) return path;
    }
  }
  throw new Stop(
    'The tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  );
}
