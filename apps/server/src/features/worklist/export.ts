import { exportWorklist } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { toWorkTime, type WorkTime } from '@platen/diagnosis/conditions/calendar';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { toDayText } from '../../base/time.ts';
import { sendTable } from '../../files/download.ts';
import { batchSize, openSnapshot, type Snapshot } from '../../files/snapshot.ts';
import { requireRight } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';
import type { Connection, Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { readCombinations, summarise } from './counts.ts';
import { textsOf, toSource, worklistColumns } from './export-columns.ts';
import { type Order, toListStatement } from './list-store.ts';
import { type ListRow, toRows } from './row-store.ts';
import { toTraitFilters, type WorklistSelection } from './selection.ts';
import { readSeenAt } from './standing.ts';

/** `GET /v1/worklist/export` (WL-71): all rows that the list would show page by page, as a file. */
export function registerWorklistExport(app: FastifyInstance): void {
  const { platform } = app;
  serve(
    app,
    exportWorklist,
    async ({ user, request, query: { format, timeZone, sort, sortOrder, groupBy, ...filters } }) => {
      requireRight(user, 'readWorklist');
      const { db } = platform.store;
      const now = new Date();
      const time = toWorkTime((await readOrganisation(db, user.organisationId)).settings.calendar);
      const seenAt = await readSeenAt(db, user);
      const today = time.dayOf(now.getTime());
      const selection = { user, filters, today: toDayText(today), dayStart: new Date(time.startOf(today)), seenAt };
      const { search, ...others } = filters;
      return await sendTable(
        platform,
        { request, user },
        { format, timeZone },
        {
          fileName: 'worklist',
          textsOf,
          toSheetName: ({ worklistFile }) => worklistFile.name,
          columns: worklistColumns,
          open: () => readAll(platform.store, selection, { sort, sortOrder, groupBy }, { now, time }),
          toSource,
          toChange: (rows) => ({
            action: 'export worklist',
            subject: `group:${filters.groupId ?? 0}`,
            detail: { rows, filters: Object.keys(others), ...(search && { search }) },
          }),
        },
      );
    },
    { isFile: true },
  );
}

interface Clock {
  readonly now: Date;
  readonly time: WorkTime;
}

/** All rows of a selection, as they are now. */
const readAll = (
  store: Pick<Connection, 'db'>,
  selection: WorklistSelection,
  order: Order,
  clock: Clock,
): Promise<Snapshot<WorklistRow>> =>
  openSnapshot(store, async (trx) => {
    const { total } = summarise(await readCombinations(trx, selection), toTraitFilters(selection.filters));
    const context = { user: selection.user, seenAt: selection.seenAt, ...clock };
    return {
      total,
      batches: readBatches(trx, toListStatement(selection, order), (rows) => toRows(trx, rows, context)),
    };
  });

/** Rows of a statement, read by a cursor: an order of several tables has no key to go on from. */
async function* readBatches<R extends ListRow>(
  trx: Transaction<Database>,
  statement: RawBuilder<R>,
  complete: (rows: readonly R[]) => Promise<WorklistRow[]>,
) {
  await sql`declare listed no scroll cursor for ${statement}`.execute(trx);
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(batchSize)} from listed`.execute(trx);
    if (rows.length > 0) yield await complete(rows);
    if (rows.length < batchSize) return;
  }
}
