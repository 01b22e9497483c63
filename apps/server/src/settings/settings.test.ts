import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModelFamilies } from './kinds.ts';
import { toPortalAddress } from './portal-address.ts';
import { findRisks, readSettings, SettingsError, toAudience, toAuthority } from './settings.ts';
import { settingsTable } from './table.ts';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

const external = { PLATEN_AUTHORITY: 'https://id.example', PLATEN_AUDIENCE: 'platen-api' };

test('BR-02 BR-03: an address for links is that of the brand, if this stage serves it, else of the first one it serves', () => {
  const publicUrl = 'https://platen.example';
  const of = (stage: 'eu' | 'platen' | 'rdt') =>
    ([null, 'platen', 'rdt'] as const).map((brand) => toPortalAddress({ publicUrl, stage }, brand));
  const alternate = `${publicUrl}/rdt`;
  expect(of('eu')).toEqual([publicUrl, publicUrl, alternate]);
  expect(of('platen')).toEqual([publicUrl, publicUrl, publicUrl]);
  expect(of('rdt')).toEqual([alternate, alternate, alternate]);
});

describe('settings', () => {
  test('CN-01 CN-09 AP-01 AP-04: without any variable the defaults of the specification hold', () => {
    expect(readSettings({})).toMatchObject({
      port: 8400,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8400',
      stage: 'eu',
      requestTimeoutMs: 30_000,
      offlineHours: 48,
      readingMonths: 13,
      eventMonths: 24,
      corsOrigins: [],
      trustProxy: false,
    });
  });

  test('AU-02: tenant, policy and client id make up the authority, whichever provider it is', () => {
    const external = readSettings({
      PLATEN_AUTHORITY: 'https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0/',
      PLATEN_TENANT: 'contoso',
      PLATEN_POLICY: 'B2C_1_signin',
      PLATEN_CLIENT_ID: 'portal-1',
      PLATEN_AUDIENCE: 'api-1',
    });
    expect(toAuthority(external)).toBe('https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin/v2.0');
    expect(toAudience(external)).toBe('api-1');
    expect(toAuthority(readSettings({ PLATEN_PUBLIC_URL: 'https://platen.example/' }))).toBe(
      'https://platen.example/identity/platen/signin/v2.0',
    );
  });

  test('all wrong values are reported at once, each with its variable and what is expected', () => {
    const problems = problemsOf({
      PLATEN_PORT: '70000',
      PLATEN_PUBLIC_URL: 'portal.example',
      PLATEN_STAGE: 'mars',
      PLATEN_CORS_ORIGINS: 'https://a.example/, https://b.example',
      PLATEN_OFFLINE_HOURS: '-1',
      PLATEN_TRUST_PROXY: 'perhaps',
      PLATEN_LOG_LEVEL: 'loud',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PLATEN_PORT',
      'PLATEN_PUBLIC_URL',
      'PLATEN_STAGE',
      'PLATEN_CORS_ORIGINS',
      'PLATEN_TRUST_PROXY',
      'PLATEN_OFFLINE_HOURS',
      'PLATEN_LOG_LEVEL',
    ]);
    expect(problems[0]).toBe("PLATEN_PORT: expected a whole number from 1 to 65535, got '70000'");
    expect(problems[2]).toContain('eu, platen, rdt');
  });

  test('a wrong database address never shows its password', () => {
    const [problem = ''] = problemsOf({ PLATEN_DATABASE_URL: 'mysql://me:hunter2@db/platen' });
    expect(problem).toContain('PLATEN_DATABASE_URL');
    expect(problem).not.toContain('hunter2');
  });

  test('the development sign-in does not listen to others unless that is set explicitly', () => {
    expect(problemsOf({ PLATEN_HOST: '0.0.0.0' })[0]).toContain('PLATEN_HOST');
    expect(problemsOf({ PLATEN_HOST: '0.0.0.0', PLATEN_DEVELOPMENT_SIGN_IN: 'anywhere' })).toEqual([]);
    expect(problemsOf({ PLATEN_HOST: '0.0.0.0', ...external })).toEqual([]);
  });

  test('AU-01: with an authority the audience of its access tokens must be set, and must not be that of id tokens', () => {
    const { PLATEN_AUTHORITY } = external;
    expect(problemsOf({ PLATEN_AUTHORITY })).toEqual([
      expect.stringMatching(/^PLATEN_AUDIENCE: required .*sign-in\.md/),
    ]);
    const single = { PLATEN_AUTHORITY, PLATEN_CLIENT_ID: 'app-1', PLATEN_AUDIENCE: 'app-1' };
    expect(problemsOf(single)).toEqual([
      expect.stringMatching(/^PLATEN_AUDIENCE: is the client id.*PLATEN_REQUIRED_SCOPE/),
    ]);
    expect(problemsOf({ ...single, PLATEN_REQUIRED_SCOPE: 'portal' })).toEqual([]);
  });

  test('AU-01: an authority is asked over https, by http on this machine only', () => {
    const problem = 'PLATEN_AUTHORITY: expected an https address; http is accepted on this machine only';
    expect(problemsOf({ ...external, PLATEN_AUTHORITY: 'http://id.example' })).toEqual([problem]);
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(problemsOf({ ...external, PLATEN_AUTHORITY: `http://${host}:8080/realms/fleet` })).toEqual([]);
  });

  test('settings of an authority without one are named', () => {
    const problems = problemsOf({ PLATEN_ISSUER: 'https://id.example', PLATEN_REQUIRED_SCOPE: 'portal' });
    expect(problems).toEqual([
      'PLATEN_ISSUER: set without PLATEN_AUTHORITY',
      'PLATEN_REQUIRED_SCOPE: set without PLATEN_AUTHORITY',
    ]);
  });

  test('AP-05: replicas are addresses separated by commas, and belong to a database that is named', () => {
    const [one, other] = ['postgres://replica-1/platen', 'postgres://replica-2/platen'];
    const env = { PLATEN_DATABASE_READ_URLS: ` ${one} ,${other},` };
    expect(problemsOf(env)).toEqual(['PLATEN_DATABASE_READ_URLS: set without PLATEN_DATABASE_URL']);
    const named = { ...env, PLATEN_DATABASE_URL: 'postgres://primary/platen' };
    expect(readSettings(named).databaseReadUrls).toEqual([one, other]);
    expect(readSettings({}).databaseReadUrls).toEqual([]);
    expect(problemsOf({ ...named, PLATEN_DATABASE_READ_URLS: `${one},replica-2` })).toHaveLength(1);
    // Groups of devices hold within 3 s, and are read from replicas.
    expect(problemsOf({ ...named, PLATEN_DATABASE_READ_LAG_MS: '3001' })).toHaveLength(1);
  });

  test('every setting has a variable of its own and a sentence, and its default passes its own check', () => {
    const settings = Object.values(settingsTable);
    expect(new Set(settings.map(({ env }) => env)).size).toBe(settings.length);
    for (const { env, description, read, default: fallback } of settings) {
      expect(env).toMatch(/^(PLATEN_[A-Z_]+|NODE_ENV)$/);
      expect(description).toMatch(/\.$/);
      expect([env, fallback === undefined || read(fallback) !== undefined]).toEqual([env, true]);
    }
    expect(settings.filter(({ secret }) => secret).map(({ env }) => env)).toEqual([
      'PLATEN_DATABASE_URL',
      'PLATEN_DATABASE_SESSION_URL',
      'PLATEN_MIGRATION_DATABASE_URL',
      'PLATEN_DATABASE_READ_URLS',
      'PLATEN_SECRETS_KEY',
      'PLATEN_STREAM_URL',
      'PLATEN_SMTP_URL',
    ]);
  });

  test('DE-21: mail needs a server and a sender; a password goes to another machine encrypted only', () => {
    const mail = { PLATEN_SMTP_URL: 'smtp://me:hunter%402@mail.example', PLATEN_MAIL_FROM: 'Platen <p@example.com>' };
    expect(readSettings(mail)).toMatchObject({
      mailServer: { host: 'mail.example', port: 587, isSecure: false, signIn: { user: 'me', password: 'hunter@2' } },
      mailFrom: { name: 'Platen', address: 'p@example.com' },
      mailReplyTo: undefined,
      mailTls: 'required',
    });
    expect(readSettings({ ...mail, PLATEN_SMTP_URL: 'smtps://[::1]' }).mailServer).toEqual({
      host: '::1',
      port: 465,
      isSecure: true,
      signIn: undefined,
    });
    expect(problemsOf({ PLATEN_SMTP_URL: mail.PLATEN_SMTP_URL })).toEqual([
      'PLATEN_MAIL_FROM: required with PLATEN_SMTP_URL',
    ]);
    expect(problemsOf({ PLATEN_MAIL_FROM: 'p@example.com' })).toEqual([
      'PLATEN_MAIL_FROM: set without PLATEN_SMTP_URL',
    ]);
    for (const PLATEN_SMTP_TLS of ['opportunistic', 'none'])
      expect(problemsOf({ ...mail, PLATEN_SMTP_TLS }).join()).toContain('a password is sent to another machine');
    expect(problemsOf({ ...mail, PLATEN_SMTP_URL: 'smtp://mail.example', PLATEN_SMTP_TLS: 'none' })).toHaveLength(1);
    expect(problemsOf({ ...mail, PLATEN_SMTP_URL: 'smtp://mail.example', PLATEN_SMTP_TLS: 'opportunistic' })).toEqual(
      [],
    );
    expect(problemsOf({ ...mail, PLATEN_SMTP_URL: 'smtp://me:x@127.0.0.1:25', PLATEN_SMTP_TLS: 'none' })).toEqual([]);
  });

  test.each([
    'http://mail.example',
    'smtp://',
    'smtp://me@mail.example',
    'smtp://m.example/x',
    'smtp://a:%@m.example',
    'x',
  ])('DE-21: the mail server %s is refused without its text', (PLATEN_SMTP_URL) => {
    const [problem = ''] = problemsOf({ PLATEN_SMTP_URL, PLATEN_MAIL_FROM: 'p@example.com' });
    expect(problem).toMatch(/^PLATEN_SMTP_URL: (expected an address|the user name)/);
    expect(problem).not.toContain('me@');
  });

  test.each([
    'platen',
    'a@b',
    'a@b.example, c@d.example',
    'P\r\nBcc: x@y.example <a@b.example>',
    'a <b@c.example> d',
    '<>',
  ])('DE-21: %j is no sender of mail', (PLATEN_MAIL_FROM) => {
    const problems = problemsOf({ PLATEN_SMTP_URL: 'smtps://mail.example', PLATEN_MAIL_FROM });
    expect(problems.join()).toContain('expected an address like Platen <platen@example.com>');
  });
});

describe('secrets in files', () => {
  const address = 'postgres://me:hunter2@localhost/platen';
  let folder: string;
  const write = (name: string, text: string, mode = 0o400): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text, { mode });
    chmodSync(file, mode);
    return file;
  };
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'platen-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a secret is read from the file that its _FILE variable names, without the line break at its end', () => {
    const file = write('database-url', `${address}\n`);
    expect(readSettings({ PLATEN_DATABASE_URL_FILE: file }).databaseUrl).toBe(address);
    expect(readSettings({ PLATEN_DATABASE_URL: '', PLATEN_DATABASE_URL_FILE: ` ${file} ` }).databaseUrl).toBe(address);
    expect(readSettings({ PLATEN_DATABASE_URL: address, PLATEN_DATABASE_URL_FILE: '' }).databaseUrl).toBe(address);
  });

  test('a missing, empty or wrong file is named without its content, and the variable and the file exclude each other', () => {
    const problemWith = (file: string, more: Record<string, string> = {}) => {
      const problems = problemsOf({ PLATEN_DATABASE_URL_FILE: file, ...more });
      expect(problems).toHaveLength(1);
      expect(problems[0]).not.toContain('hunter2');
      return problems[0];
    };
    const missing = path.join(folder, 'missing');
    expect(problemWith(missing)).toBe(
      `PLATEN_DATABASE_URL: PLATEN_DATABASE_URL_FILE names ${missing}, which cannot be read (ENOENT)`,
    );
    expect(problemWith(folder)).toContain('cannot be read (EISDIR)');
    expect(problemWith(write('empty', ' \n'))).toContain('which is empty');
    expect(problemWith(write('wrong', 'mysql://me:hunter2@db/platen'))).toContain(
      'expected an address like postgres://',
    );
    expect(problemWith(write('twice', address), { PLATEN_DATABASE_URL: address })).toContain(
      'both PLATEN_DATABASE_URL',
    );
  });

  test('a file that every user of the machine may read is a risk; only secrets have a _FILE form', () => {
    const [open, closed] = [write('open', address, 0o644), write('closed', address, 0o640)];
    const risksOf = (env: Record<string, string>) => findRisks(env, readSettings(env));
    expect(risksOf({ PLATEN_DATABASE_URL_FILE: open })).toEqual([
      `${open}, named by PLATEN_DATABASE_URL_FILE, is readable by every user of this machine: chmod 0400 ${open}`,
    ]);
    expect(risksOf({ PLATEN_DATABASE_URL_FILE: closed })).toEqual([]);
    expect(risksOf({})).toEqual([]);
    expect(readSettings({ PLATEN_PORT_FILE: closed }).port).toBe(8400);
  });
});

test.each([
  ['postgres://platen_app:hunter2@db.example:5432/platen', true],
  ['postgres://platen_app@203.0.113.7/platen?application_name=platen', true],
  ['postgres://platen_app@/platen?host=db.example', true],
  ['postgres://platen_app@db.example/platen?sslmode=verify-full', false],
  ['postgres://platen_app@database/platen?sslmode=disable', false],
  ['postgres://platen_app@localhost/platen', false],
  ['postgres://platen_app@[::1]:5432/platen', false],
  ['postgresql://platen_app@/platen?host=%2Frun%2Fpostgresql', false],
])('the database address %s is a risk: %s', (address, isRisk) => {
  const names = ['PLATEN_DATABASE_URL', 'PLATEN_DATABASE_SESSION_URL', 'PLATEN_MIGRATION_DATABASE_URL'];
  const env = {
    ...Object.fromEntries(names.map((name) => [name, address])),
    PLATEN_DATABASE_READ_URLS: `postgres://replica.invalid/platen?sslmode=disable, ${address}`,
  };
  const risks = findRisks(env, readSettings(env));
  expect(risks.map((risk) => risk.split(':')[0])).toEqual(isRisk ? [...names, 'PLATEN_DATABASE_READ_URLS'] : []);
  expect(risks.join()).not.toContain('hunter2');
});

const folder = mkdtempSync(path.join(tmpdir(), 'platen-models-'));
const file = path.join(folder, 'models.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const read = (text: string) => {
  writeFileSync(file, text);
  return () => readModelFamilies(file);
};

describe("a site's own table of models", () => {
  test('OQ-103: is read from the file that PLATEN_MODEL_FAMILIES names, also with a byte order mark', () => {
    read('\uFEFF{"about": "ours", "models": [{"pattern": "Acme 45*", "family": "REUSS"}]}');
    expect(readSettings({ PLATEN_MODEL_FAMILIES: file }).modelFamilies).toEqual([
      { pattern: 'Acme 45*', family: 'REUSS' },
    ]);
    expect(readSettings({}).modelFamilies).toBeUndefined();
  });

  test('OQ-103: a wrong one stops the start, with the file, each entry and what is wrong', () => {
    read('{"models": [{"pattern": "Acme 1", "family": "REUSS"}, {"pattern": "Acme 2", "family": "ALPHA"}, {}]}');
    expect(() => readSettings({ PLATEN_MODEL_FAMILIES: file })).toThrow(
      new RegExp(
        `PLATEN_MODEL_FAMILIES: ${file}, models\\[1\\]: family 'ALPHA' is not known; .*\\n.*${file}, models\\[2\\]: pattern: expected a text`,
      ),
    );
  });

  test('OQ-103: no file, no JSON and no table are reported with the file', () => {
    expect(() => readModelFamilies(path.join(folder, 'none.json'))).toThrow(/none\.json: cannot be read: ENOENT/);
    expect(read('{"models": [')).toThrow(`${file}: is no JSON: `);
    expect(read('[]')).toThrow(`${file}: expected {"models": [...]}`);
  });

  test('OQ-103: of very many problems the first are reported, with the number of further ones', () => {
    const thrown = read(JSON.stringify({ models: Array.from({ length: 50 }, () => ({})) }));
    expect(thrown).toThrow(/models\[19\].*\n.*and 30 more$/);
    expect(thrown).not.toThrow(/models\[20\]/);
  });
});
