import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterUrl } from '../../../test/citus/given-cluster.ts';
import { standIn } from '../../../test/citus/stand-in.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/silent.ts';
import { distribute, explainUnready, readCluster, readProgress } from '../../store/citus/distribute.ts';
import { distribution } from '../../store/citus/distribution.ts';
import { findObstacles } from '../../store/citus/find-obstacles.ts';
import { findMisplaced, planSteps } from '../../store/citus/plan-steps.ts';
import { connect } from '../../store/database.ts';
import { runCommand, toRequest } from './run-admin.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error('no command');
  return await runCommand(request, { db: database.db, actor: 'os:tester' });
}

/** Foreign keys with their texts. */
const readKeys = async () => (await readProgress(database.db, false)).keys;

describe.skipIf(clusterUrl !== undefined)('on a PostgreSQL without the extension', () => {
  test('the dry run shows every place, that nothing stands in the way, and every step', async () => {
    const { value, lines } = await admin('distribute', '--dry-run');
    expect(value['obstacles']).toEqual([]);
    expect(value['places']).toHaveLength(distribution.size);
    expect(lines).toContain("select create_distributed_table('device', 'device_id', colocate_with => 'none')");
    expect(lines.find((line) => line.includes('has no extension citus'))).toBeDefined();
    expect((await database.owner.query('select from set_aside_key')).rowCount).toBe(0);
  });

  test('a real run refuses and says what is missing', async () => {
    await expect(admin('distribute')).rejects.toThrow('cannot distribute: the database has no extension citus');
  });

  test('a cluster without workers, or without its coordinator among the nodes, is refused', () => {
    expect(explainUnready({ version: '12.1', workers: 0, hasCoordinator: true })).toContain('citus_add_node');
    expect(explainUnready({ version: '12.1', workers: 2, hasCoordinator: false })).toContain(
      'citus_set_coordinator_host',
    );
    expect(explainUnready({ version: '12.1', workers: 2, hasCoordinator: true })).toBeUndefined();
  });
});

/** A connection that finds the functions of the stand-in, as everything else in its own schema. */
async function withStandIn() {
  const [{ name } = { name: '' }] = (await database.owner.query<{ name: string }>('select current_database() as name'))
    .rows;
  await database.owner.query(`alter database ${name} set search_path = public, citus_stand_in`);
  return connect(database.migrationUrl, { log: silent, maxSessions: 2, statementTimeoutMs: 0 });
}

// On a cluster, and on a database with the stand-in, all is distributed already.
describe.skipIf(clusterUrl !== undefined)('with a stand-in for the functions of the extension', () => {
  beforeAll(async () => {
    await database.owner.query(standIn);
  });

  test('a run that breaks off is continued, makes the plan real, and another has nothing to do', async () => {
    const before = await readKeys();
    expect(before.length).toBeGreaterThan(50);
    const owner = await withStandIn();
    try {
      const all = planSteps(await readProgress(owner.db, true)).length;
      let reported = 0;
      const breakOff = (line: string) => {
        reported += 1;
        if (line.includes("create_distributed_table('group_device'")) throw new Error('broken off');
      };
      await expect(distribute(owner.db, breakOff)).rejects.toThrow('broken off');
      expect((await readProgress(owner.db, true)).setAside.length).toBeGreaterThan(50);

      const rest = await distribute(owner.db, () => undefined);
      expect(reported - 1 + rest).toBe(all);
      const { made, setAside } = await readProgress(owner.db, true);
      expect(made).toEqual(new Map([...distribution].filter(([, place]) => place.kind !== 'local')));
      expect(setAside).toEqual([]);
      expect(await readKeys()).toEqual(before);
      expect(await distribute(owner.db, () => undefined)).toBe(0);
    } finally {
      await owner.close();
    }
  });

  test('a table that a later version adds is the only one that moves', async () => {
    await database.owner.query(
      `delete from citus_stand_in.pg_dist_partition where logicalrelid = 'device_note'::regclass`,
    );
    const owner = await withStandIn();
    const steps = planSteps(await readProgress(owner.db, true));
    await owner.close();
    expect(steps.map((step) => step.statement.compile(database.db).sql)).toEqual([
      'alter table "device_note" drop constraint "device_note_device_id_fkey"',
      "select create_distributed_table('device_note', 'device_id', colocate_with => 'device')",
      'alter table "device_note" add constraint "device_note_device_id_fkey" FOREIGN KEY (device_id) REFERENCES device(device_id) ON DELETE CASCADE',
    ]);
  });

  test('a table that lies elsewhere than planned is found; one that Citus knows as local is not', () => {
    expect(
      findMisplaced(
        new Map([
          ['device', { kind: 'reference' as const }],
          ['condition', { kind: 'distributed' as const, column: 'condition_id' }],
          ['visit', { kind: 'local' as const }],
          ['collector', { kind: 'reference' as const }],
        ]),
      ),
    ).toEqual(['device', 'condition']);
  });

  test('GE-15: the stand-in is no cluster, and no part of the plan', async () => {
    expect(await readCluster(database.db)).toBeUndefined();
    expect(await findObstacles(database.db)).toEqual([]);
  });
});
