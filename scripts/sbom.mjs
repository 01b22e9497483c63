// Writes the bill of materials of what Platen runs on (CycloneDX 1.5, JSON): `npm run sbom -- [file]`, by
// default dist/sbom.cdx.json.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { toProductionBill } from './lib/production-bill.mjs';
import { root, runMain, Stop } from './lib/run.mjs';

await runMain(async () => {
  const file = resolve(process.argv[2] ?? join(root, 'dist', 'sbom.cdx.json'));
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
  // Standard error, where npm warns, must not end up in the document.
  const { stdout } = await promisify(execFile)('npm', args, options).catch((error) => {
    throw new Stop(`npm sbom failed:\n${error.stderr || error.message}`);
  });
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bill = toProductionBill(JSON.parse(stdout), lock);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages in ${file}`);
});
