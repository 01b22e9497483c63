import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingsTable } from '../apps/server/src/settings/table.ts';

interface Service {
  readonly environment: Record<string, string>;
  readonly stop_grace_period: string;
  readonly networks: { readonly front: { readonly ipv4_address: string } };
  readonly healthcheck?: { readonly test: string[] };
}
interface Compose {
  readonly services: Record<string, Service>;
}

const deploy = join(import.meta.dirname, '..', 'deploy');
const compose = parse(readFileSync(join(deploy, 'compose.replicas.yaml'), 'utf8'), { merge: true }) as Compose;
const nginx = readFileSync(join(deploy, 'nginx.conf'), 'utf8');
const servers = Object.entries(compose.services).filter(([name]) => name.startsWith('platen-'));

const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);

test('the proxy asks the three servers at the addresses that they have, and they trust the proxy alone', () => {
  const asked = [...nginx.matchAll(/^\s+server ([\d.]+):8400 /gm)].map(([, address]) => address);
  expect(asked).toHaveLength(3);
  expect(servers.map(([, { networks }]) => networks.front.ipv4_address)).toEqual(asked);
  const proxy = compose.services.proxy?.networks.front.ipv4_address;
  for (const [, { environment }] of servers) expect(environment.PLATEN_TRUST_PROXY).toBe(proxy);
});

test('a server has longer to end than it drains, and the proxy closes idle connections before the drain is over', () => {
  const drain = 3;
  const shutdown = Number(settingsTable.shutdownMs.default) / 1000;
  for (const [, service] of servers) {
    expect(seconds(service.stop_grace_period)).toBeGreaterThan(drain + shutdown);
    expect(service.healthcheck?.test.join(' ')).toContain('/readyz');
  }
  expect(settingsTable.drainMs.description).toContain(`${drain}000 in production`);
  expect(seconds(/keepalive_timeout (\d+s);/.exec(nginx)?.[1] ?? '')).toBeLessThan(drain);
});
