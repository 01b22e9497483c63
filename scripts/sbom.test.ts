import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { productionPackages } from './lib/production-bill.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
interface Bill {
  bomFormat: string;
  metadata: { component: { name: string; 'bom-ref': string } };
  components: {
    'bom-ref': string;
    group?: string;
    name: string;
    version: string;
    licenses?: unknown[];
    hashes?: { alg: string; content: string }[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

describe('the bill of materials', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-sbom-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let bill: Bill;
  beforeAll(() => {
    const file = path.join(folder, 'sbom.json');
    execFileSync(process.execPath, [path.join(root, 'scripts/sbom.mjs'), file], { stdio: 'pipe' });
    bill = JSON.parse(readFileSync(file, 'utf8'));
  }, 120_000);
  const nameOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
  // npm writes scopes into the name, other tools into the group.
  const named = () =>
    new Set(bill.components.map((one) => nameOf({ ...one, name: one.group ? `${one.group}/${one.name}` : one.name })));

  test('holds every package that production installs, and none that only development needs', () => {
    const lock: unknown = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    expect(named()).toEqual(productionPackages(lock));
    expect([...named()].some((name) => name.startsWith('fastify@'))).toBe(true);
    // An optional peer of a development tool as well: `npm sbom --omit dev` leaves it out.
    expect([...named()].some((name) => name.startsWith('@opentelemetry/api@'))).toBe(true);
    expect([...named()].filter((name) => /^(vitest|typescript|playwright)@/.test(name))).toEqual([]);
  });

  test('names a licence and a hash of every package', () => {
    expect(bill.components.filter(({ licenses }) => (licenses ?? []).length === 0).map(nameOf)).toEqual([]);
    expect(bill.components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512')).map(nameOf)).toEqual(
      [],
    );
  });

  test('is about this product, and refers to nothing that it does not hold', () => {
    const refs = new Set([bill.metadata.component['bom-ref'], ...bill.components.map((one) => one['bom-ref'])]);
    expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'platen']);
    expect(
      bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
  });
});
