import { readListHealth } from '@platen/contract/list-health';
import { listWorklist, readWorklistRow } from '@platen/contract/worklist';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import type { FastifyInstance } from 'fastify';
import { toDayText } from '../../base/time.ts';
import { requireRight } from '../../identity/signed-in-user.ts';
import { Answer, serve } from '../../kit/serve.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { registerWorklistActions } from './action-routes.ts';
import { createCounting } from './counting.ts';
import { readDetail } from './detail.ts';
import { registerWorklistExport } from './export.ts';
import { readHealth } from './health.ts';
import { readListPage } from './list-store.ts';
import { readManyAtOnce } from './many-at-once.ts';
import { toRows } from './row-store.ts';
import { createFreshness, readSeen, readSeenAt } from './standing.ts';
import { readViewCounts } from './view-counts.ts';

/** The worklist: what needs somebody, how pressing it is, and who has it. */
export function registerWorklist(app: FastifyInstance): void {
  const { store, changes } = app.platform;
  const { db } = store;
  const readFreshness = createFreshness(db);
  const counting = createCounting(db, changes);
  registerWorklistActions(app);
  registerWorklistExport(app);

  serve(app, readWorklistRow, ({ user, params: { id }, query: { offset } }) => {
    requireRight(user, 'readWorklist');
    return readDetail(store, user, id, offset);
  });

  serve(app, readListHealth, async ({ user }) => {
    requireRight(user, 'readWorklist');
    const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
    const health = await readHealth(db, user, { now: new Date(), time: toWorkTime(calendar) });
    return { ...health, zone: calendar.zone };
  });

  serve(
    app,
    listWorklist,
    async ({
      user,
      query: { offset, limit, sort, sortOrder, groupBy, facets: asksForFacets, viewCounts: asksForViews, ...filters },
    }) => {
      requireRight(user, 'readWorklist');
      const now = new Date();
      const [organisation, seenAt] = await Promise.all([
        readOrganisation(db, user.organisationId),
        readSeenAt(db, user),
      ]);
      const { calendar } = organisation.settings;
      const time = toWorkTime(calendar);
      const today = time.dayOf(now.getTime());
      const selection = { user, filters, today: toDayText(today), dayStart: new Date(time.startOf(today)), seenAt };
      const [page, counts, viewCounts, seen, freshness, manyAtOnce] = await Promise.all([
        readListPage(db, selection, { sort, sortOrder, groupBy }, { offset, limit }),
        counting.read(selection, { withFacets: asksForFacets !== undefined }),
        asksForViews === undefined ? undefined : readViewCounts(db, selection, counting.readTotal),
        readSeen(db, user, seenAt),
        readFreshness(user, now),
        readManyAtOnce(db, user, now),
      ]);
      const resolvedToday =
        offset === 0 && page.rows.length === 0
          ? await counting.readTotal({ ...selection, filters: { state: 'resolved' } })
          : undefined;
      const rows = await toRows(db, page.rows, { user, seenAt, now, time });
      const shown = offset + rows.length;
      const total = Math.max(counts.total, rows.length === 0 ? 0 : shown + Number(page.hasMore));
      return new Answer(
        {
          rows,
          ...(page.groups && { groups: page.groups }),
          head: { ...counts.head, ...(resolvedToday !== undefined && { resolvedToday }) },
          ...(counts.facets && { facets: counts.facets }),
          ...(viewCounts && { viewCounts }),
          seen,
          freshness,
          manyAtOnce,
          zone: calendar.zone,
        },
        { 'has-more': page.hasMore ? 'True' : 'False', 'total-count': String(total) },
      );
    },
    { places: 3 },
  );
}
