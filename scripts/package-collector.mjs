// Makes the packages of the collector for customers' sites, in the folder `downloads` or the one given:
//   npm run package:collector [-- --out FOLDER] [--only KIND,KIND…] [--node FILE]
// Kinds: deb-amd64, deb-arm64, windows, windows-msi, container.
// --node: another program of Node for the Debian packages than that of the registry.
// Needs dpkg-deb and tar, and the npm registry for Node (once). The installer for Windows needs wixl,
// msitools and gcc-mingw-w64-x86-64 of Debian; without them the other packages are made.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleCollector } from './lib/collector-bundle.mjs';
import { fetchNode, makeContainerContext, makeDeb } from './lib/collector-packages.mjs';
import { root, runMain, Stop } from './lib/run.mjs';
import { listMissingTools, makeWindowsMsi } from './lib/windows-msi.mjs';
import { makeWindowsZip, readWindowsFiles } from './lib/windows-package.mjs';

const makers = {
  'deb-amd64': (options) => makeDebOf('amd64', options),
  'deb-arm64': (options) => makeDebOf('arm64', options),
  windows: async (options) => makeWindowsZip({ ...options, files: await readForWindows(options) }),
  'windows-msi': async (options) => makeWindowsMsi({ ...options, files: await readForWindows(options) }),
  container: makeContainerContext,
};

async function makeDebOf(architecture, { node, ...options }) {
  return makeDeb({ ...options, ...(node === undefined ? await fetchNode(architecture) : { node }), architecture });
}

// --node is a program of Linux.
const readForWindows = ({ bundle }) => readWindowsFiles({ bundle });

await runMain(async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, only: { type: 'string' }, node: { type: 'string' } },
  });
  const out = resolve(values.out ?? join(root, 'downloads'));
  const wanted = values.only?.split(',') ?? Object.keys(makers);
  const unknown = wanted.find((name) => makers[name] === undefined);
  if (unknown !== undefined) throw new Stop(`--only ${unknown}: there are ${Object.keys(makers).join(', ')}`);
  const missing = wanted.includes('windows-msi') ? await listMissingTools() : [];
  const withoutTools = `The installer for Windows (windows-msi) needs: apt-get install ${missing.join(' ')}`;
  if (missing.length > 0 && values.only !== undefined) throw new Stop(withoutTools);
  const { version } = JSON.parse(await readFile(join(root, 'apps', 'collector', 'package.json'), 'utf8'));
  await mkdir(out, { recursive: true });
  const bundle = join(root, '.cache', 'collector.mjs');
  await bundleCollector(bundle, version);
  const sums = [];
  for (const name of wanted) {
    if (name === 'windows-msi' && missing.length > 0) {
      console.warn(`${withoutTools}. It is left out.`);
      continue;
    }
    const file = await makers[name]({ bundle, version, out, node: values.node });
    const content = await readFile(file);
    sums.push(`${createHash('sha256').update(content).digest('hex')}  ${basename(file)}\n`);
    console.log(`${file}  ${(content.length / 1e6).toFixed(1)} MB`);
  }
  await writeFile(join(out, 'SHA256SUMS'), sums.join(''));
});
