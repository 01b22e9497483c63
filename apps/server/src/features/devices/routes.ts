import { listDevices, searchDevices } from '@platen/contract/devices';
import type { FastifyInstance } from 'fastify';
import { toSort } from '../../device-list/sort.ts';
import { toItem } from '../../device-list/to-item.ts';
import { Answer, serve } from '../../http/serve.ts';
import { createCursors } from './cursors.ts';
import { createSharedQuery } from './shared-query.ts';
import { type ListRequest, readDevicePage } from './store.ts';

/** `GET /v1/devices` and `POST /v1/devices/search`. */
export function registerDevices(app: FastifyInstance): void {
  const { store } = app.platform;
  const state = {
    cursors: createCursors(),
    count: createSharedQuery<{ total: number }>((statement) => store.pool.query(statement)),
  };

  const answer = async (request: ListRequest) => {
    const { rows, hasMore, total } = await readDevicePage(store, state, request);
    const now = new Date();
    return new Answer(
      { devices: rows.map((row) => toItem(row, now)) },
      { 'has-more': hasMore ? 'True' : 'False', 'total-count': String(total) },
    );
  };

  serve(app, listDevices, ({ user, query: { search, groupId = 0, offset, limit, ...sort } }) =>
    answer({ user, filter: { search }, groupId, sort: toSort(sort), offset, limit }),
  );
  serve(app, searchDevices, ({ user, body: { groupId = 0, offset, limit, sortColumn, sortOrder, ...criteria } }) =>
    answer({ user, filter: { criteria }, groupId, sort: toSort({ sortColumn, sortOrder }), offset, limit }),
  );
}
