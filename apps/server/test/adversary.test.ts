import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClaims } from '../src/features/claims/open-claims.ts';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { toOwner } from '../src/features/ingest/store/find-devices.ts';
import { isInScope, type Scope } from '../src/identity/collector-scope.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { toItems, toReport } from './reports.ts';
import { hashRows } from './row-hashes.ts';

/**
 * `PLATEN_TEST_ATTACKS=1000000 npx vitest run --project store apps/server/test/adversary.test.ts` takes about
 * a quarter of an hour.
 */
const attacks = Number(process.env['PLATEN_TEST_ATTACKS'] ?? 4000);
const batch = 500;
const now = new Date();
const measured = <T>(value: T) => ({ state: 'measured' as const, value });

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Pseudo-random numbers below 1 (mulberry32): the same attacks in every run of one seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = createRandom(Number(process.env['PLATEN_TEST_SEED'] ?? 7));
const below = (limit: number) => Math.floor(random() * limit);
const pick = <T>(...values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];

const toMac = (n: number) =>
  `02:00:5E:20:${(n >> 8).toString(16).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`.toUpperCase();
const send = (collectorId: string, scope: Scope, reports: readonly unknown[]) =>
  deliver(database.db, toItems(reports), {
    collectorId,
    scope,
    now,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const victims = 60;
const toIdentity = (n: number) => ({
  ...(n % 5 === 0 ? {} : { serial: measured(`V-${n}`), manufacturer: measured('Example') }),
  ...(n % 3 === 0 ? {} : { enterprise: 99_999 }),
  ...(n % 2 === 0 || n % 5 === 0 ? { macAddresses: [toMac(n)] } : {}),
});
const sites = [
  { dealerNumber: 'D-A', customerNumber: 'C-1', customerName: 'One' },
  { dealerNumber: 'D-A', customerNumber: 'C-2' },
  { customerNumber: 'C-3', description: 'without a dealer' },
  { description: 'without numbers' },
];

/**
 * Devices of others: of a dealer, of a customer without one, without numbers, and one that is held for
 * another key.
 */
async function addVictims(): Promise<string[]> {
  const owner = v7();
  const scope: Scope = { places: [{ dealerNumber: 'D-A' }, { customerNumber: 'C-3' }, {}] };
  const reports = Array.from({ length: victims }, (_, n) => ({
    ...toReport('', minutesAgo(600 + n), {
      site: sites[n % sites.length],
      errors: [{ code: 'E010', occurredAt: minutesAgo(700).toISOString() }],
    }),
    identity: toIdentity(n),
  }));
  const results = await send(owner, scope, reports);
  expect(results.every(({ result }) => result === 'stored')).toBe(true);
  await send(v7(), { places: [{ dealerNumber: 'D-H' }] }, [
    { ...toReport('', minutesAgo(500)), identity: toIdentity(1) },
  ]);
  const { rows } = await database.pool.query<{ device_id: string }>('select device_id from device');
  expect(rows).toHaveLength(victims + 1);
  return rows.map((row) => row.device_id);
}

const attackers: readonly [Sender, ...Sender[]] = [
  { collectorId: v7(), scope: { places: [{ dealerNumber: 'D-B' }] } },
  { collectorId: v7(), scope: { places: [{ dealerNumber: 'D-A', customerNumber: 'C-9' }] } },
  { collectorId: v7(), scope: { places: [{ customerNumber: 'C-8' }] } },
  { collectorId: v7(), scope: { places: [{}] } },
  { collectorId: v7(), scope: { places: [{ dealerNumber: 'D-B', customerNumber: 'C-1' }, {}] } },
];
interface Sender {
  collectorId: string;
  scope: Scope;
}

function toAttack(): unknown {
  const [target, other] = [below(victims), below(victims)];
  const serials = [`V-${target}`, ` v-${target} `, `V-${target}`, `OWN-${below(200)}`, `V-${target}X`] as const;
  const identity = {
    ...(random() < 0.8 ? { serial: measured(pick(...serials)) } : {}),
    ...(random() < 0.7 ? { manufacturer: measured(pick('Example', 'EXAMPLE', 'Other')) } : {}),
    ...(random() < 0.6 ? { enterprise: pick(99_999, 5) } : {}),
    ...(random() < 0.6
      ? { macAddresses: [toMac(target), toMac(pick(other, 5000 + below(300)))].slice(0, 1 + below(2)) }
      : {}),
  };
  const site = {
    dealerNumber: pick('D-A', 'D-B', 'D-H', '', ' D-A '),
    customerNumber: pick('C-1', 'C-2', 'C-3', 'C-9', ''),
    customerName: pick('One', 'Mine'),
  };
  const at = minutesAgo(pick(1, 1 + below(1000), below(60 * 24 * 380)));
  return {
    ...toReport('', at, {
      status: {
        hrDeviceStatus: pick('down' as const, 'running' as const),
        detectedErrors: [pick('jammed', 'noToner')],
      },
      counters: { total: { unit: 'impressions', reading: measured(below(1e9)) } },
      errors: [
        { code: pick('E010', 'C777'), occurredAt: minutesAgo(pick(700, below(10_000))).toISOString(), counter: 9 },
      ],
    }),
    ...(random() < 0.8 ? { site } : { site: {} }),
    identity: Object.keys(identity).length === 0 ? { serial: measured(`V-${target}`) } : identity,
  };
}

test(`AC-12 AP-05: ${attacks} hostile reports with five keys leave the devices of others byte for byte as they were`, {
  timeout: 120_000 + attacks * 6,
}, async () => {
  const others = await addVictims();
  const before = await hashRows(database, others);
  const outcomes = new Map<string, number>();
  for (let sent = 0; sent < attacks; sent += batch) {
    const { collectorId, scope } = pick(...attackers);
    const reports = Array.from({ length: Math.min(batch, attacks - sent) }, toAttack);
    for (const { result } of await send(collectorId, scope, reports))
      outcomes.set(result, (outcomes.get(result) ?? 0) + 1);
  }
  expect(await hashRows(database, others)).toEqual(before);

  // No device that came into being meanwhile stands anywhere but in the scope of one of the five keys.
  const { rows } = await database.pool.query<{
    dealer_number: string | null;
    customer_number: string | null;
    owner_id: string | null;
    held_by: string | null;
  }>('select dealer_number, customer_number, owner_id, held_by from device where device_id <> all($1::uuid[])', [
    others,
  ]);
  for (const row of rows) {
    expect(attackers.some((sender) => isInScope(sender, { ...toOwner(row), heldBy: null }))).toBe(true);
  }
  await openClaims(database.db, now);
  const claims = await database.db.selectFrom('device_claim').select('rival_device_id').execute();
  // The attacks say something only if they met many devices of others, and were stored.
  expect(outcomes.get('stored') ?? 0).toBeGreaterThan(attacks * 0.5);
  expect(new Set(claims.map((claim) => claim.rival_device_id)).size).toBeGreaterThan(40);
});
