import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings } from '../apps/server/src/settings/settings.ts';
import { findNatsServer } from '../bench/src/lib/nats-server.ts';

interface Service {
  readonly environment?: Record<string, string>;
  readonly secrets?: readonly (string | { readonly source: string })[];
  readonly command?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, { readonly file: string }>;
}

const deploy = join(import.meta.dirname, '..', 'deploy');
const folder = mkdtempSync(join(tmpdir(), 'platen-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
execFileSync('sh', [join(deploy, 'make-secrets.sh'), join(folder, 'secrets')], { stdio: 'ignore' });

const read = (name: string) => {
  const custom = { tag: '!override', collection: 'seq' as const };
  return parse(readFileSync(join(deploy, name), 'utf8'), { merge: true, customTags: [custom] }) as Compose;
};
const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
const sourcesOf = ({ secrets = [] }: Service) => secrets.map((one) => (typeof one === 'string' ? one : one.source));
const hosts = (addresses: string) => addresses.split(',').map((address) => new URL(address).hostname);

test.each(['compose.stream.yaml', 'compose.reads.yaml'])(
  '%s changes every server of compose.replicas.yaml, and each secret is made',
  (name) => {
    const { services, secrets } = read(name);
    const servers = Object.keys(read('compose.replicas.yaml').services).filter((one) => one.startsWith('platen-'));
    for (const server of servers) {
      const service = services[server] ?? {};
      const { environment = {} } = service;
      expect(Object.values(environment)).toEqual(sourcesOf(service).map((source) => `/run/secrets/${source}`));
      expect(Object.keys(environment)).toHaveLength(1);
    }
    for (const service of Object.values(services))
      for (const one of sourcesOf(service)) {
        const file = secrets[one]?.file ?? '';
        expect(secret(file.replace('./secrets/', ''))).not.toBe('');
      }
  },
);

test('the addresses that are made lead to the services of the compose files, and the server takes them', () => {
  const settings = readSettings({
    PLATEN_DATABASE_URL: secret('database-url'),
    PLATEN_DATABASE_READ_URLS: secret('database-read-urls'),
    PLATEN_STREAM_URL: secret('stream-url'),
  });
  expect(hosts(settings.databaseReadUrls.join())).toEqual(['replica']);
  expect(read('compose.reads.yaml').services).toHaveProperty('replica');
  expect(hosts(secret('stream-url'))).toEqual(['stream']);
  expect(read('compose.stream.yaml').services['stream']?.networks).toEqual(['storage']);
});

test('a replica has as many sessions as its primary, ends what holds its replay up, and cannot fill the disk of the primary', () => {
  const primary = read('compose.reads.yaml').services['database']?.command?.join(' ') ?? '';
  const base = read('compose.replicas.yaml').services['database']?.command ?? [];
  const replica = readFileSync(join(deploy, 'database-replica.sh'), 'utf8');
  const sessions = (text: string) => Number(/max_connections=(\d+)/.exec(text)?.[1]);
  expect(primary.startsWith(base.join(' '))).toBe(true);
  expect(sessions(replica)).toBeGreaterThanOrEqual(sessions(primary));
  expect(replica).toContain('max_standby_streaming_delay=1s');
  expect(primary).toContain('max_slot_wal_keep_size=');
  const slot = /--slot (\w+)/.exec(replica)?.[1];
  expect(readFileSync(join(deploy, 'database-replication.sh'), 'utf8')).toContain(`slot('${slot}')`);
});

const nats = findNatsServer();
if (nats === undefined) console.warn('nats-server is not installed: deploy/nats.conf is not read by it');

test.skipIf(nats === undefined)('nats-server reads the file of deploy/ with the password that was made', () => {
  const conf = readFileSync(join(deploy, 'nats.conf'), 'utf8');
  writeFileSync(join(folder, 'nats.conf'), conf.replace('/data', folder));
  cpSync(join(folder, 'secrets', 'stream-authorization'), join(folder, 'authorization.conf'));
  const check = () =>
    execFileSync(nats ?? '', ['--config', join(folder, 'nats.conf'), '-t'], { encoding: 'utf8', stdio: 'pipe' });
  expect(check).not.toThrow();
  // Without its password it has to fail, or everybody could publish.
  rmSync(join(folder, 'authorization.conf'));
  expect(check).toThrow('authorization.conf');
});
