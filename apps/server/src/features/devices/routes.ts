import { type DeviceListItem, listDevices, searchDevices } from '@platen/contract/devices';
import { can } from '@platen/contract/rights';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely, RawBuilder } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import { type Query, toContains } from '../../device-list/distinct-texts.ts';
import { type DeviceRow, toItem, toSort } from '../../device-list/selection.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { Answer, serve } from '../../kit/serve.ts';
import type { Database } from '../../store/database.ts';
import type { CountedDevices } from '../../store/fleet-totals.ts';
import { countText } from '../../store/fold-search.ts';
import { queryWithin, toStatement } from '../../store/statement.ts';
import { readDeviceWorklists, readVisitsAhead } from '../../worklist/device-state.ts';
import { createCursors } from './cursors.ts';
import { createSharedQuery, type ListRequest, readDevicePage } from './store.ts';

/** `GET /v1/devices` and `POST /v1/devices/search`. */
export function registerDevices(app: FastifyInstance): void {
  const { store, primary, settings } = app.platform;
  const budgetMs = settings.userStatementMs;
  const state = {
    cursors: createCursors(),
    count: createSharedQuery<CountedDevices>((statement, signal) =>
      queryWithin(store.pool, statement, { budgetMs, signal }),
    ),
    onManyFound: createTextCounting(primary.db, app.log),
  };

  const answer = async (request: ListRequest, signal: AbortSignal) => {
    const query: Query = async <Row>(statement: RawBuilder<Row>, name?: string) => {
      const { rows } = await queryWithin<Row & object>(store.pool, toStatement(statement, name), { budgetMs, signal });
      return rows;
    };
    const { rows, hasMore, total } = await readDevicePage(query, state, request, signal);
    const now = new Date();
    return new Answer(
      { devices: await toListed(query, request.user, rows, now) },
      { 'has-more': hasMore ? 'True' : 'False', 'total-count': String(total) },
    );
  };

  // Page and count are two statements at once. With three of the four places of a user one advanced search
  // runs at a time: two would take both cores of a small server from the lists of other users (0114).
  const list = { places: 2 };
  const advancedSearch = { places: 3 };
  serve(
    app,
    listDevices,
    ({ user, signal, query: { search, groupId = 0, offset, limit, ...sort } }) =>
      answer({ user, filter: { search }, groupId, sort: toSort(sort), offset, limit }, signal),
    list,
  );
  serve(
    app,
    searchDevices,
    ({ user, signal, body: { groupId = 0, offset, limit, sortColumn, sortOrder, ...criteria } }) => {
      const sort = toSort({ sortColumn, sortOrder });
      return answer({ user, filter: { criteria }, groupId, sort, offset, limit }, signal);
    },
    advancedSearch,
  );
}

/** Counts a text for the searches to come, after its answer and one at a time. */
function createTextCounting(db: Kysely<Database>, log: FastifyBaseLogger): (text: string) => void {
  let isCounting = false;
  return (text) => {
    if (isCounting) return;
    isCounting = true;
    countText(db, text, toContains(text))
      .catch((error: unknown) => log.warn({ reason: toMessage(error) }, 'a searched text was not counted'))
      .finally(() => {
        isCounting = false;
      });
  };
}

/**
 * The lines of the list. Machines, which call with an API token, get neither what a prediction says of a
 * device nor where it stands on the worklist (XC-02). Codes and reasons need their right (OA-20).
 */
async function toListed(
  query: Query,
  user: SignedInUser,
  rows: readonly DeviceRow[],
  now: Date,
): Promise<DeviceListItem[]> {
  const mayKnowWhy = can(user, 'readDetails');
  const items = rows.map((row) => {
    const item = toItem(row, now);
    return mayKnowWhy ? item : { ...item, deviceCode: null, statusReason: null };
  });
  if (user.tokenId !== undefined)
    return items.map((item) => (item.statusReason?.source === 'sign' ? { ...item, statusReason: null } : item));
  const worklists = await readDeviceWorklists(query, user, items);
  const visits = await readVisitsAhead(query, user, items);
  for (const item of items) {
    const worklist = worklists.get(item.deviceId);
    if (worklist !== undefined) item.worklist = worklist;
    const visit = visits.get(item.deviceId);
    if (visit !== undefined) item.visit = visit;
  }
  return items;
}
