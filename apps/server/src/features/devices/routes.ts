import { listDevices, searchDevices } from '@platen/contract/devices';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Query } from '../../device-list/distinct-texts.ts';
import { toSort } from '../../device-list/sort.ts';
import { toItem } from '../../device-list/to-item.ts';
import { Answer, serve } from '../../kit/serve.ts';
import { queryWithin } from '../../store/query-within.ts';
import { toStatement } from '../../store/statement.ts';
import { createCursors } from './cursors.ts';
import { createSharedQuery } from './shared-query.ts';
import { type ListRequest, readDevicePage } from './store.ts';

/** `GET /v1/devices` and `POST /v1/devices/search`. */
export function registerDevices(app: FastifyInstance): void {
  const { store, settings } = app.platform;
  const budgetMs = settings.userStatementMs;
  const state = {
    cursors: createCursors(),
    count: createSharedQuery<{ total: number }>((statement, signal) =>
      queryWithin(store.pool, statement, { budgetMs, signal }),
    ),
  };

  const answer = async (request: ListRequest, signal: AbortSignal) => {
    const query: Query = async <Row>(statement: RawBuilder<Row>, name?: string) => {
      const { rows } = await queryWithin<Row & object>(store.pool, toStatement(statement, name), { budgetMs, signal });
      return rows;
    };
    const { rows, hasMore, total } = await readDevicePage(query, state, request, signal);
    const now = new Date();
    return new Answer(
      { devices: rows.map((row) => toItem(row, now)) },
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
