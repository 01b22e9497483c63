import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectorCommand } from '@platen/contract/collector-commands';
import { expect, onTestFinished, test } from 'vitest';
import { readOrderLog } from '../remote/order-log.ts';
import { toReadSettings } from '../settings/settings.ts';
import { DeviceMemory } from '../snmp/access.ts';
import type { Workshop } from './carry-out.ts';
import { createRedaction, type OrderResult, Orders } from './orders.ts';

const settings = {
  ...toReadSettings({ data: '/nowhere', name: 'n', targets: '10.0.0.7' }, {}),
  server: new URL('https://platen.example'),
};
const workshop = (more: Partial<Workshop> = {}): Workshop => ({
  settings,
  known: [],
  memory: new DeviceMemory(),
  version: '1',
  credentialNames: [],
  store: async () => {},
  readLog: () => ['a line with key-of-the-test'],
  restartRound: () => true,
  ...more,
});
const toOrder = (more: Partial<CollectorCommand> = {}): CollectorCommand => ({
  id: randomUUID(),
  kind: 'log',
  addresses: [],
  reason: 'help',
  by: 'Weber',
  ...more,
});
function begin(send: (result: OrderResult) => Promise<void> = async () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'platen-orders-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const take = (line: string) => void lines.push(line);
  const results: OrderResult[] = [];
  const path = join(folder, 'orders.json');
  const orders = new Orders({
    allowed: ['log', 'status'],
    openWorkshop: workshop,
    send: async (result) => {
      await send(result);
      results.push(result);
    },
    path,
    log: { info: take, warn: take, error: take },
    redact: createRedaction(['key-of-the-test', 'public', 'abc']),
  });
  return { orders, lines, results, path };
}

test('CF-31: what a person typed is one line of the log, and secrets leave no result', async () => {
  const { orders, lines, results, path } = begin();
  orders.take([toOrder({ reason: 'x\n{"level":50,"msg":"forged"}\u2028y', by: 'We\u0007ber' })]);
  await orders.end();
  expect(lines).toEqual(['command of the portal done: log, asked by We ber: x {"level":50,"msg":"forged"} y']);
  expect(results).toMatchObject([{ state: 'done', text: 'a line with [secret]' }]);
  expect(await readOrderLog(path)).toMatchObject([{ kind: 'log', state: 'done' }]);
});

test('CF-30: each is carried out once, and 60 within an hour at most', async () => {
  const { orders, results } = begin();
  const first = toOrder();
  for (let n = 0; n < 8; n++) orders.take([first, ...Array.from({ length: 9 }, () => toOrder())]);
  await orders.end();
  expect(results.filter(({ id }) => id === first.id)).toHaveLength(1);
  expect(results.filter(({ state }) => state === 'done')).toHaveLength(60);
  expect(results.filter(({ state }) => state === 'refused')).toHaveLength(13);
});

test('CF-30: a result that cannot be sent is sent after the next status', async () => {
  let isAway = true;
  const { orders, results } = begin(async () => {
    if (isAway) throw new Error('no answer');
  });
  orders.take([toOrder()]);
  await orders.end();
  expect(results).toEqual([]);
  isAway = false;
  orders.take([]);
  await orders.end();
  expect(results).toHaveLength(1);
});

test('CF-30: only kinds of the list that the file allows, and only addresses that are read anyway', async () => {
  const { orders, results } = begin();
  const refused = [
    toOrder({ kind: 'walk', addresses: ['10.0.0.7'] }),
    toOrder({ kind: 'constructor' }),
    toOrder({ kind: '__proto__' }),
    toOrder({ addresses: ['10.0.0.8'] }),
    toOrder({ addresses: ['10.0.0.7:22'] }),
    toOrder({ addresses: ['file:///etc/passwd'] }),
  ];
  orders.take(refused);
  await orders.end();
  expect(results.map(({ state }) => state)).toEqual(refused.map(() => 'refused'));
});

test('redaction takes known secrets and users of URLs, and leaves short and common words', () => {
  const redact = createRedaction(['key-of-the-test', 'public', 'abc']);
  expect(redact('key-of-the-test, public, abc, http://u:p@proxy:3128/x')).toBe(
    '[secret], public, abc, http://[secret]@proxy:3128/x',
  );
});
