import { exportDevices, exportSearch } from '@platen/contract/export';
import type { FastifyInstance } from 'fastify';
import type { Filter } from '../../device-list/filter.ts';
import { type Selection, toSort } from '../../device-list/selection.ts';
import { sendTable } from '../../files/download.ts';
import { serve } from '../../kit/serve.ts';
import { exportColumns, toSource } from './columns.ts';
import { readAll } from './read-all.ts';
import { textsOf } from './texts.ts';

/** `GET /v1/devices/export` and `POST /v1/devices/search/export`. */
export function registerExports(app: FastifyInstance): void {
  const { platform } = app;
  const toTable = (selection: Selection) => ({
    fileName: 'devices',
    textsOf,
    toSheetName: ({ downloads }: ReturnType<typeof textsOf>) => downloads.fileName,
    columns: exportColumns,
    open: () => readAll(platform.store, selection),
    toSource,
    toChange: (devices: number) => ({
      action: 'export devices',
      subject: `group:${selection.groupId}`,
      detail: { devices, ...toDetail(selection.filter) },
    }),
  });

  serve(
    app,
    exportDevices,
    ({ user, request, query: { format, timeZone, search, groupId = 0, ...sort } }) =>
      sendTable(
        platform,
        { request, user },
        { format, timeZone },
        toTable({ user, filter: { search }, groupId, sort: toSort(sort) }),
      ),
    { isFile: true },
  );
  serve(
    app,
    exportSearch,
    ({ user, request, body: { format, timeZone, groupId = 0, sortColumn, sortOrder, ...criteria } }) =>
      sendTable(
        platform,
        { request, user },
        { format, timeZone },
        toTable({ user, filter: { criteria }, groupId, sort: toSort({ sortColumn, sortOrder }) }),
      ),
    { isFile: true },
  );
}

/** The search; of criteria, which may hold thousands of serial numbers, only their names. */
const toDetail = (filter: Filter) =>
  'criteria' in filter ? { criteria: Object.keys(filter.criteria) } : filter.search ? { search: filter.search } : {};
