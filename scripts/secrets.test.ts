import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCopies } from '../e2e/lib/dockerfile.ts';

const root = join(import.meta.dirname, '..');
const dockerfiles = ['deploy/Dockerfile'];

/**
 * Files that README, docs and deploy/ tell people to make inside a checkout, and what such files are often
 * called.
 */
const privateFiles = [
  '.env',
  '.env.production',
  '.platen/keys.json',
  '.platen/postgres/data/PG_VERSION',
  'backups/2026-11-22/manifest.json',
  'collector.json',
  'collector.key',
  'deploy/collector.json',
  'deploy/collector.key',
  'deploy/database-password',
  'deploy/platen.env',
  'deploy/secrets/database-url',
  'deploy/tls.pem',
  'site.json',
];

/** Whether Docker sends a file of this repository to the build. */
const isSent = dockerignore({ ignorecase: false })
  .add(readFileSync(join(root, '.dockerignore'), 'utf8'))
  .createFilter();

test('files with secrets or data are ignored by git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-ignore-'));
  try {
    execFileSync('git', ['init', '-q', folder]);
    copyFileSync(join(root, '.gitignore'), join(folder, '.gitignore'));
    const ignored = execFileSync('git', ['-C', folder, 'check-ignore', '--no-index', ...privateFiles], {
      encoding: 'utf8',
    });
    expect(ignored.trim().split('\n')).toEqual(privateFiles);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('files with secrets or data are not sent to a Docker build, wherever they lie', () => {
  const nested = ['.env', '.platen/keys.json', 'collector.key', 'tls.pem'].map((file) => `apps/server/src/${file}`);
  expect([...privateFiles, ...nested].filter(isSent)).toEqual([]);
});

test('of this checkout only manifests and sources are sent to a Docker build', () => {
  const sent = listFiles('').filter(isSent);
  expect(sent).toContain('apps/server/src/main.ts');
  expect(sent).toContain('package-lock.json');
  const allowed =
    /^(package\.json|package-lock\.json|tsconfig\.base\.json|(bench|e2e)\/package\.json|scripts\/(bundle|sbom|lib\/(production-bill|run))\.mjs|(apps|packages)\/[a-z]+\/(package\.json|tsconfig\.json|index\.html|vite\.config\.ts|(src|public|build)\/.+))$/;
  expect(sent.filter((file) => !allowed.test(file) || /\.test\.tsx?$/.test(file))).toEqual([]);
});

test.each(dockerfiles)('%s copies named files only, and its image holds no sources or tests', (file) => {
  const { context, image } = readCopies(readFileSync(join(root, file), 'utf8'));
  expect(context.length).toBeGreaterThan(2);
  for (const { from } of context)
    expect({ from, exists: statSync(join(root, from)).size > 0 }).toEqual({ from, exists: true });
  expect(context.filter(({ from }) => ['.', './', '/', 'deploy'].includes(from))).toEqual([]);
  const allowed =
    /^(package\.json|node_modules|(apps|packages)\/[a-z]+\/(package\.json|dist)|apps\/server\/(bundle|src\/store\/migrations)|dist\/sbom\.cdx\.json)$/;
  expect(image.length).toBeGreaterThan(2);
  expect(image.filter(({ from }) => !allowed.test(from))).toEqual([]);
});

test.each(dockerfiles)(
  '%s names an exact version of its base, checks none of it out at run time and does not run as root',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base).filter((base) => base !== 'source');
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(/^node:\d+\.\d+\.\d+-[a-z-]+(@sha256:[0-9a-f]{64})?$/);
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
  },
);

test('make-secrets.sh makes every secret that the compose files mount, in a private folder, and replaces none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-secrets-'));
  try {
    const target = join(folder, 'secrets');
    const make = () => execFileSync('sh', [join(root, 'deploy/make-secrets.sh'), target], { stdio: 'pipe' });
    make();
    const files = readdirSync(join(root, 'deploy')).filter((name) => /^compose\..*yaml$/.test(name));
    const wanted = files.flatMap((file) => {
      const { secrets } = parse(readFileSync(join(root, 'deploy', file), 'utf8'), {
        customTags: [{ tag: '!override', collection: 'seq' }],
      });
      return Object.values(secrets).map((secret) => secret.file.replace('./secrets/', ''));
    });
    const texts = () => readdirSync(target).map((name) => [name, readFileSync(join(target, name), 'utf8')]);
    const made = texts();
    expect(new Set(made.map(([name]) => name))).toEqual(new Set(wanted));
    expect(statSync(target).mode & 0o777).toBe(0o700);
    for (const [name, text] of made)
      expect([name, text]).toEqual([
        name,
        expect.stringMatching(name === 'secrets-key' ? /^[A-Za-z0-9+/]{43}=\n$/ : /[0-9a-f]{48}/),
      ]);
    expect(make).toThrow(/exists already/);
    expect(texts()).toEqual(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function listFiles(folder: string): string[] {
  const skipped = new Set(['node_modules', '.git', 'dist', 'dist-types', 'bundle', '.cache']);
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(path);
    return [path];
  });
}
