import { createCipheriv, diffieHellman, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto';
import {
  type CredentialHead,
  remoteSettings,
  type SealedSecret,
  toSealContext,
  type WantedDocument,
  wantedDocument,
} from '@platen/contract/remote-settings';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Enrolment } from '../settings/enrolment.ts';
import { parseSettingsFile } from '../settings/settings-file.ts';
import { countTargets, isAmong } from '../settings/targets.ts';
import { compose, type LocalSettings, WantedRefused } from './compose.ts';
import { maySearch } from './search-hours.ts';

const collectorId = '01900000-0000-7000-8000-00000000abcd';
const pair = generateKeyPairSync('x25519');
const toText = (key: { export: (options: { format: 'jwk' }) => object }) =>
  JSON.parse(JSON.stringify(key.export({ format: 'jwk' }))) as Record<string, string>;
const enrolment: Enrolment = {
  format: 1,
  server: 'https://platen.example/',
  collectorId,
  name: 'ostend-1',
  key: 'plk_secret',
  site: { customerNumber: 'C-7', site: 'Print room' },
  enrolledAt: '2026-11-26T12:44:00.000Z',
  identityKey: {},
  encryptionKey: toText(pair.privateKey),
};

/** As the browser seals. */
function seal(head: CredentialHead, secret: SealedSecret, owner = collectorId, to = pair.publicKey): string {
  const own = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey: to });
  const raw = (key: typeof to) => Buffer.from(toText(key)['x'] ?? '', 'base64url');
  const context = Buffer.from(toSealContext(owner, head));
  const salt = Buffer.concat([raw(own.publicKey), raw(to)]);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', shared, salt, context, 32)), nonce);
  cipher.setAAD(context);
  const text = Buffer.concat([cipher.update(JSON.stringify(secret)), cipher.final()]);
  return Buffer.concat([Buffer.of(1), raw(own.publicKey), nonce, text, cipher.getAuthTag()]).toString('base64url');
}

function toLocal(file: object = {}, more: Partial<LocalSettings> = {}): LocalSettings {
  return {
    given: { data: '/tmp/x', name: 'ostend-1' },
    file: parseSettingsFile(JSON.stringify(file), 'collector.json'),
    enrolment,
    line: {},
    ownTargets: false,
    ...more,
  };
}
const wanted = (settings: WantedDocument['settings'], credentials: WantedDocument['credentials'] = []) => ({
  settings,
  credentials,
});
const near = { sites: [{ name: 'Print room', targets: ['192.168.7.0/24'] }] };
function problemsOf(local: LocalSettings, document: WantedDocument) {
  try {
    compose(local, document);
    return [];
  } catch (error) {
    if (!(error instanceof WantedRefused)) throw error;
    return error.problems.map(({ place }) => place);
  }
}

/**
 * What of these settings goes further than the file of the property below allows; empty too if it is
 * refused.
 */
function listTrespasses(local: LocalSettings, document: WantedDocument): string[] {
  if (problemsOf(local, document).length > 0) return [];
  const { settings } = compose(local, document);
  const spans = settings.sites.flatMap((one) => one.spans);
  const isPrivate = ({ hosts }: (typeof spans)[number]) =>
    hosts.kind === 'name'
      ? /^f(?:[cd]|e[89ab])/.test(hosts.name)
      : [hosts.first, hosts.last].every((end) => [10, 172, 192, 169].includes(Math.floor(end / 2 ** 24)));
  const excluded = { host: '192.168.7.9', port: 161 };
  return [
    ...(spans.reduce((sum, span) => sum + countTargets(span), 0) > 4096 ? ['too many'] : []),
    ...spans.filter((span) => !isPrivate(span)).map(({ text }) => text),
    ...(settings.packetsPerSecond > 1000 ? ['too fast'] : []),
    ...(settings.server.origin === 'https://platen.example' ? [] : ['another server']),
    ...settings.sites
      .filter(({ spans: own, exclude }) => own.length > 0 && !isAmong(exclude, excluded))
      .map(({ name }) => name),
  ];
}

describe('settings of the portal on this machine', () => {
  it('CF-12 CF-13: fill what the file leaves open; entries of the file stay, and are marked as of the site', () => {
    const local = toLocal({
      every: '1h',
      sites: [{ name: 'Print room', exclude: ['192.168.7.9'], mdns: false, customerNumber: 'C-7' }],
    });
    const { settings, effective } = compose(
      local,
      wanted({
        everyMinutes: 5,
        packetsPerSecond: 40,
        sites: [
          {
            name: 'Print room',
            targets: ['192.168.7.0/24'],
            exclude: ['192.168.7.1'],
            mdns: true,
            customerNumber: 'C-9',
          },
          { name: 'Cellar', targets: ['192.168.7.8-10'] },
        ],
      }),
    );
    expect(settings).toMatchObject({ everyMs: 3_600_000, packetsPerSecond: 40 });
    expect(settings.sites[0]).toMatchObject({ mdns: undefined, customer: { customerNumber: 'C-7' } });
    // What the site excludes is excluded from what the portal adds too, under whatever name.
    for (const site of settings.sites) expect(isAmong(site.exclude, { host: '192.168.7.9', port: 161 })).toBe(true);
    const from = (key: string, site?: string) =>
      effective.entries.find((entry) => entry.key === key && entry.site === site)?.from;
    expect(from('every')).toBe('site');
    expect(from('packetsPerSecond')).toBe('portal');
    expect(from('concurrency')).toBe('default');
    expect([from('targets', 'Print room'), from('mdns', 'Print room'), from('targets', 'Cellar')]).toEqual([
      'portal',
      'site',
      'portal',
    ]);
  });

  it('CF-13: targets of the command line or the environment take the place of every site of the portal', () => {
    const own = toLocal({}, { ownTargets: true, given: { data: '/tmp/x', name: 'n', targets: '10.0.0.7' } });
    const { settings, effective } = compose(own, wanted({ ...near, concurrency: 8 }));
    expect(settings.sites.map(({ name }) => name)).toEqual(['targets']);
    expect(settings.concurrency).toBe(8);
    expect(effective.entries.find(({ key }) => key === 'targets')).toMatchObject({ value: ['10.0.0.7'], from: 'site' });
  });

  it('CF-15: over 4,096 addresses, public ones and names need leave of the file', () => {
    const sites = (...targets: string[]) => wanted({ sites: [{ name: 'a', targets }] });
    expect(problemsOf(toLocal(), sites('10.62.0.0/24', '10.62.16.0/20'))).toEqual(['sites[0].targets[1]']);
    expect(problemsOf(toLocal(), sites('10.62.0.0/24:161-180'))).toEqual(['sites[0].targets[0]']);
    expect(problemsOf(toLocal({ remoteTargets: { addresses: 5000 } }), sites('10.62.0.0/24', '10.62.16.0/20'))).toEqual(
      [],
    );
    for (const foreign of [
      '8.8.8.8',
      '127.0.0.1',
      'printer.example',
      '2001:db8::7',
      '::1',
      '::ffff:8.8.8.8',
      '0.0.0.0',
    ])
      expect({ foreign, places: problemsOf(toLocal(), sites(foreign)) }).toEqual({
        foreign,
        places: ['sites[0].targets[0]'],
      });
    expect(problemsOf(toLocal(), sites('fd00::7', 'fe80::1%eth0', '172.31.255.1', '169.254.3.4'))).toEqual([]);
    expect(problemsOf(toLocal({ remoteTargets: { anywhere: true } }), sites('8.8.8.8', 'printer.example'))).toEqual([]);
    expect(problemsOf(toLocal(), sites('10.0.0.0/8'))).toEqual(['sites[0].targets[0]']);
  });

  it('CF-12: server, keys, folders, certificates, remote and whatever has no name here cannot be set', () => {
    for (const name of [
      'server',
      'keyFile',
      'data',
      'caFile',
      'proxy',
      'remote',
      'writes',
      'commands',
      'remoteTargets',
      'community',
    ])
      expect({ name, taken: remoteSettings.safeParse({ [name]: 'x' }).success }).toEqual({ name, taken: false });
    expect(remoteSettings.safeParse({ sites: [{ name: 'a', community: 'x' }] }).success).toBe(false);
    expect(remoteSettings.safeParse({ packetsPerSecond: 1001 }).success).toBe(false);
  });

  it('CF-10: what is shown holds no secret of this machine', () => {
    const local = toLocal({
      community: 'hidden-community',
      credentials: [{ user: 'hidden-user', authProtocol: 'SHA-256', authPassword: 'hidden-password' }],
      ...near,
    });
    const line = { proxy: new URL('http://someone:hidden-proxy@proxy.example:3128') };
    const { effective } = compose({ ...local, line }, undefined);
    expect(JSON.stringify(effective)).not.toContain('hidden');
    expect(effective.proxy).toBe('proxy.example:3128');
    expect(effective.entries.find(({ key }) => key === 'credentials')?.value).toEqual(['user', 'community']);
  });

  it('property: whatever a server sends, settings stay within what the file allows, or are refused', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const address = fc.tuple(fc.constantFrom(10, 172, 192, 169, 127, 8, 0, 224, 255), octet, octet, octet);
    const target = fc.oneof(
      address.map((parts) => parts.join('.')),
      fc.tuple(address, fc.integer({ min: 0, max: 33 })).map(([parts, prefix]) => `${parts.join('.')}/${prefix}`),
      fc.tuple(address, address).map(([a, b]) => `${a.join('.')}-${b.join('.')}`),
      fc.tuple(address, fc.nat(70_000), fc.nat(70_000)).map(([a, p, q]) => `${a.join('.')}:${p}-${q}`),
      fc.ipV6(),
      fc.domain(),
      fc.string(),
    );
    const site = fc.record(
      {
        name: fc.constantFrom('Print room', 'a', 'b'),
        targets: fc.array(target, { maxLength: 5 }),
        mdns: fc.boolean(),
      },
      { requiredKeys: ['name'] },
    );
    const document = fc.record(
      { everyMinutes: fc.integer(), packetsPerSecond: fc.integer(), sites: fc.array(site, { maxLength: 4 }) },
      { requiredKeys: [] },
    );
    const local = toLocal({ remote: 'manage', sites: [{ name: 'Print room', exclude: '192.168.7.9', mdns: true }] });
    const tried = fc.property(document, (settings) => {
      const parsed = wantedDocument.safeParse({ settings, credentials: [] });
      if (!parsed.success) return;
      expect(listTrespasses(local, parsed.data)).toEqual([]);
    });
    fc.assert(tried, { numRuns: 2000 });
  });
});

describe('sealed credentials', () => {
  const head: CredentialHead = { name: 'printers', kind: 'community' };
  const user: CredentialHead = {
    name: 'reader',
    kind: 'user',
    user: 'reader',
    authProtocol: 'SHA-256',
    privProtocol: 'AES-128',
  };

  it('CF-14: open for this collector and this credential alone', () => {
    const sealed = seal(head, { community: 'of-the-portal' });
    const { settings, effective } = compose(toLocal(near), wanted({}, [{ ...head, sealed }]));
    expect(settings.sites[0]?.access).toMatchObject([{ kind: 'community', community: 'of-the-portal' }]);
    expect(effective.entries.find(({ key }) => key === 'credentials')).toMatchObject({
      value: ['community: printers'],
      from: 'portal',
    });
    expect(JSON.stringify(effective)).not.toContain('of-the-portal');
    const other = generateKeyPairSync('x25519').publicKey;
    for (const bad of [
      { ...head, sealed: seal(head, { community: 'x' }, '01900000-0000-7000-8000-00000000ffff') },
      { ...head, sealed: seal(head, { community: 'x' }, collectorId, other) },
      { ...head, name: 'others', sealed },
      { ...head, sealed: `${sealed.slice(0, -4)}AAAA` },
      { ...head, sealed: 'A'.repeat(120) },
    ])
      expect(problemsOf(toLocal(near), wanted({}, [bad]))).toEqual(['credentials[0]']);
  });

  it('CF-14: a server cannot take the privacy of a user away, nor have a password of this machine used', () => {
    const sealed = seal(user, { authPassword: 'password-1', privPassword: 'password-2' });
    const { settings } = compose(toLocal(near), wanted({}, [{ ...user, sealed }]));
    expect(settings.sites[0]?.access).toMatchObject([
      { kind: 'user', userName: 'reader', auth: { protocol: 'SHA-256' }, priv: { protocol: 'AES-128' } },
    ]);
    const { privProtocol: _, ...weaker } = user;
    expect(problemsOf(toLocal(near), wanted({}, [{ ...weaker, sealed }]))).toEqual(['credentials[0]']);
    const own = toLocal(near, { given: { data: 'x', name: 'n', snmpPasswords: { auth: 'of-this-machine' } } });
    const empty = { ...weaker, sealed: seal(weaker, {}) };
    expect(problemsOf(own, wanted({}, [empty]))).toEqual(['credentials[0]']);
  });

  it('CF-13: credentials of the file go before those of the portal', () => {
    const sealed = seal(head, { community: 'of-the-portal' });
    const { settings } = compose(toLocal({ ...near, community: 'own' }), wanted({}, [{ ...head, sealed }]));
    expect(settings.sites[0]?.access).toMatchObject([{ community: 'own' }]);
  });
});

it('CF-12: hours of search may go over midnight', () => {
  const at = (text: string) => new Date(`2026-11-27T${text}:00`);
  const night = { from: '22:00', to: '05:00' };
  expect(['21:59', '22:00', '04:59', '05:00'].map((text) => maySearch(night, at(text)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(['08:00', '12:00'].map((text) => maySearch({ from: '08:00', to: '12:00' }, at(text)))).toEqual([true, false]);
  expect(maySearch({ from: '08:00', to: '08:00' }, at('03:00'))).toBe(true);
});
