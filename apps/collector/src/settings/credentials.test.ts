import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseCommandLine, toGivenSettings } from '../commands/command-line.ts';
import { type Credential, toAccess } from './credentials.ts';
import { toReadSettings } from './settings.ts';
import { parseSettingsFile } from './settings-file.ts';

const site = { name: 'Head office', targets: ['192.0.2.0/28'] };
const secret = 'a-password-never-seen';
const accessOf = (args: string[], file: object, env: NodeJS.ProcessEnv = {}) => {
  const line = parseCommandLine(args);
  if (line.command !== 'run') throw new Error('not the run command');
  const parsed = parseSettingsFile(JSON.stringify(file), 'site.json');
  return toReadSettings(toGivenSettings(line.flags, env, {}), parsed).sites.map(({ access }) => access);
};

describe('credentials of a device', () => {
  test('a site uses its own credentials in order, one without them those of the whole file, then the community', () => {
    const credentials = [{ user: 'reader', authProtocol: 'SHA-256', authPassword: secret }, { community: 'office' }];
    const file = { community: 'old', credentials, sites: [site, { ...site, credentials: [{ community: 'annex' }] }] };
    expect(accessOf([], file)).toMatchObject([
      [{ userName: 'reader', contextName: '' }, { community: 'office' }, { community: 'old' }],
      [{ community: 'annex' }],
    ]);
  });

  test('the security level follows from the entries: none, authentication, authentication and privacy', () => {
    const auth = { user: 'u', authProtocol: 'sha512', authPassword: secret };
    const of = (entry: Credential) => toAccess('here', entry, {});
    expect(of({ user: 'u' })).toEqual({ kind: 'user', userName: 'u', contextName: '' });
    expect(of({ ...auth, contextName: 'MFP' })).toMatchObject({ auth: { protocol: 'SHA-512' }, contextName: 'MFP' });
    expect(of({ ...auth, privProtocol: 'AES', privPassword: secret })).toMatchObject({
      priv: { protocol: 'AES-128' },
    });
    expect(of({ ...auth, authProtocol: 'SHA', privProtocol: 'aes256c', privPassword: secret })).toMatchObject({
      auth: { protocol: 'SHA-1' },
      priv: { protocol: 'AES-256-C' },
    });
  });

  test('passwords come from files, or from the environment if a user has none of its own', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'platen-snmp-')), 'password');
    writeFileSync(file, `${secret}\n`);
    const line = [
      '--targets',
      '192.0.2.1',
      '--user',
      'u',
      '--auth',
      'SHA-1',
      '--auth-password-file',
      file,
      '--priv',
      'AES',
    ];
    const [[access] = []] = accessOf(line, {}, { PLATEN_SNMP_PRIV_PASSWORD: 'another-password' });
    if (access?.kind !== 'user') throw new Error('no user');
    expect(access.auth?.password.reveal()).toBe(secret);
    expect(access.priv?.password.reveal()).toBe('another-password');
  });

  test('no password occurs in logs or files', () => {
    const access = toAccess('here', { user: 'u', authProtocol: 'MD5', authPassword: secret }, {});
    for (const text of [JSON.stringify(access), inspect(access, { depth: 9 }), String(Object.values(access))])
      expect(text).not.toContain(secret);
  });

  test.each([
    [{}, "give 'community' or 'user'"],
    [{ community: 'c', user: 'u' }, "'community' and 'user' exclude each other"],
    [{ user: 'u', authProtocol: 'SHA-3', authPassword: secret }, "authProtocol: 'SHA-3' is none of MD5, SHA-1"],
    [{ user: 'u', authProtocol: 'SHA-1' }, 'PLATEN_SNMP_AUTH_PASSWORD'],
    [{ user: 'u', authPassword: secret }, "'authProtocol' is missing"],
    [{ user: 'u', authProtocol: 'SHA-1', authPassword: 'short' }, 'at least 8 characters'],
    [{ user: 'u', authProtocol: 'SHA-1', authPassword: secret, authPasswordFile: '/x' }, 'exclude each other'],
    [{ user: 'u', authProtocol: 'SHA-1', authPasswordFile: '/no/such/file' }, 'ENOENT'],
    [{ user: 'u', privProtocol: 'AES', privPassword: secret }, 'privacy requires authentication'],
    [
      { user: 'u', authProtocol: 'SHA-1', authPassword: secret, privProtocol: '3DES' },
      "'3DES' is none of DES, AES-128",
    ],
  ])('%j is refused with its path, and without the password', (entry, message) => {
    const refused = () => accessOf([], { sites: [{ ...site, credentials: [entry] }] });
    expect(refused).toThrow('sites[0].credentials[0]');
    expect(refused).toThrow(message);
    expect(refused).toThrow(/^(?!.*never-seen)/s);
  });

  test('user options on the command line need --user', () => {
    expect(() => accessOf(['--targets', '192.0.2.1', '--auth', 'SHA-1'], {})).toThrow('need --user');
    expect(() => accessOf(['--targets', '192.0.2.1'], { credentials: [] })).toThrow('allows no access');
    expect(() => parseSettingsFile(JSON.stringify({ credentials: [{ user: 7, authPassword: secret }] }), 'f')).toThrow(
      /credentials\[0\]\.user(?!.*never-seen)/s,
    );
  });
});
