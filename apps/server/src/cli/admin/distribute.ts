import { distribute, explainUnready, readCluster, readProgress, toText } from '../../store/citus/distribute.ts';
import { distribution } from '../../store/citus/distribution.ts';
import { findObstacles, type Obstacle } from '../../store/citus/find-obstacles.ts';
import { findMisplaced, planSteps } from '../../store/citus/plan-steps.ts';
import type { Connection } from '../../store/database.ts';
import { AdminError, type Command, type Context, type Outcome, toTable } from './command.ts';

export const distributeCommand: Command = {
  name: 'distribute',
  usage: '[--dry-run]',
  summary:
    'Distribute the tables over a cluster of Citus, continuing what an earlier run began; stop every server first (docs/scale.md)',
  arguments: [0, 0],
  options: { 'dry-run': 'flag' },
  async run(context, args) {
    return args.flag('dry-run') ? await showPlan(context) : await make(context);
  },
};

/** Every place, what stands in the way, and the steps that are left, on any PostgreSQL. */
async function showPlan({ db }: Context): Promise<Outcome> {
  const cluster = await readCluster(db);
  const obstacles = await findObstacles(db);
  const progress = await readProgress(db, cluster !== undefined);
  const unready = explainUnready(cluster);
  const places = [...distribution].map(([table, place]) => ({
    table,
    place: place.kind,
    column: place.kind === 'distributed' ? place.column : null,
    now: progress.made.get(table)?.kind ?? 'local',
  }));
  const steps = planSteps(progress).map((step) => toText(step, db));
  return {
    value: { places, obstacles, steps, unready: unready ?? null },
    lines: [
      ...toTable(
        ['TABLE', 'PLACE', 'BY', 'NOW'],
        places.map(({ table, place, column, now }) => [table, place, column, now]),
      ),
      '',
      ...(obstacles.length === 0 ? ['nothing of the schema stands in the way'] : toLines(obstacles)),
      unready ?? `Citus ${cluster?.version} with ${cluster?.workers} workers`,
      '',
      ...(steps.length === 0 ? ['nothing is left to do'] : [`${steps.length} steps are left:`, ...steps]),
    ],
  };
}

async function make({ db, openOwner, progress }: Context): Promise<Outcome> {
  const unready = explainUnready(await readCluster(db));
  if (unready !== undefined || openOwner === undefined)
    throw new AdminError(`cannot distribute: ${unready ?? 'the embedded database is no cluster'}`);
  const obstacles = await findObstacles(db);
  if (obstacles.length > 0) throw new AdminError(['cannot distribute:', ...toLines(obstacles)].join('\n'));
  const misplaced = findMisplaced((await readProgress(db, true)).made);
  if (misplaced.length > 0)
    throw new AdminError(
      `cannot distribute: ${misplaced.join(', ')} lie elsewhere than the plan says; run select undistribute_table('<table>') for each`,
    );
  const owner: Connection = openOwner();
  try {
    const steps = await distribute(owner.db, (line) => progress?.(line));
    return { value: { steps }, lines: [steps === 0 ? 'everything is distributed' : `distributed in ${steps} steps`] };
  } finally {
    await owner.close();
  }
}

const toLines = (obstacles: readonly Obstacle[]): string[] =>
  obstacles.map(({ table, object, reason }) => `${table}: ${object} ${reason}`);
