import { Readable } from 'node:stream';
import type { QueryOf } from '@platen/contract/endpoint';
import * as contract from '@platen/contract/odata';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { FileAnswer } from '../../kit/send.ts';
import { Answer, serve } from '../../kit/serve.ts';
import { entitySets, lineProperties, type Property, readingProperties, toMetadata } from './entity-sets.ts';
import { type Entity, pick, toOrder } from './evaluate.ts';
import { parseFilter, parseOrder, parseSelect } from './filter.ts';
import { readLineEntities } from './lines.ts';
import { feedPageRows, readPage, readWhole } from './reading-pages.ts';

const headers = { 'odata-version': '4.0' };
type Query = QueryOf<typeof contract.readMeterReadingsFeed>;

/** What a query asks for, parsed against the properties of its set. */
function readQuery(query: Query, properties: Readonly<Record<string, Property>>) {
  return {
    filter: query.$filter === undefined ? undefined : parseFilter(query.$filter, properties),
    select: parseSelect(query.$select, properties),
    order: query.$orderby === undefined ? undefined : parseOrder(query.$orderby, properties),
    top: query.$top ?? Number.POSITIVE_INFINITY,
    skip: query.$skip ?? 0,
    isCounted: query.$count === 'true',
  };
}

/** The feed for spreadsheets and reporting tools (MX-09): OData 4.0, read only. */
export function registerOData(app: FastifyInstance): void {
  const { store, settings } = app.platform;
  const { db } = store;
  const base = `${settings.apiBase ?? settings.publicUrl}/odata`;

  const toAnswer = (
    set: keyof typeof entitySets,
    entities: readonly Entity[],
    more: { readonly count?: number | undefined; readonly next?: URLSearchParams | undefined },
  ) =>
    new Answer(
      {
        '@odata.context': `${base}/$metadata#${set}`,
        ...(more.count !== undefined && { '@odata.count': more.count }),
        value: [...entities],
        ...(more.next !== undefined && { '@odata.nextLink': `${base}/${set}?${more.next.toString()}` }),
      },
      headers,
    );

  /** A page of entities that are all in memory; the next one is found by `$skip`. */
  const toWhole = (
    set: keyof typeof entitySets,
    request: FastifyRequest,
    all: readonly Entity[],
    { select, order, top, skip, isCounted }: Omit<ReturnType<typeof readQuery>, 'filter'>,
  ) => {
    const sorted = order === undefined ? all : all.toSorted(toOrder(order));
    const size = Math.min(top, toPageSize(request));
    const rows = sorted.slice(skip, skip + size);
    const hasMore = size < top && skip + size < all.length;
    return toAnswer(
      set,
      rows.map((one) => pick(one, select)),
      {
        count: isCounted ? all.length : undefined,
        next: hasMore ? toNext(request, { $skip: skip + size, $top: left(top, size) }) : undefined,
      },
    );
  };

  serve(
    app,
    contract.readODataService,
    async () =>
      new Answer(
        {
          '@odata.context': `${base}/$metadata`,
          value: Object.keys(entitySets).map((name) => ({ name, kind: 'EntitySet', url: name })),
        },
        headers,
      ),
  );

  serve(
    app,
    contract.readODataMetadata,
    async () => new FileAnswer(Readable.from([toMetadata()]), 'application/xml', headers),
  );

  serve(app, contract.readMeterLinesFeed, async ({ user, query, request }) => {
    if (query.$skiptoken !== undefined) throw new Refusal(202001, '$skiptoken: not one of this feed');
    const { filter, ...rest } = readQuery(query, lineProperties);
    return toWhole('MeterLines', request, await readLineEntities(db, user, filter), rest);
  });

  serve(app, contract.readMeterReadingsFeed, async ({ user, query, request }) => {
    const { filter, select, order, top, skip, isCounted } = readQuery(query, readingProperties);
    if (order !== undefined || isCounted) {
      if (query.$skiptoken !== undefined) throw new Refusal(202001, '$skiptoken: not with $count or $orderby');
      const all = await readWhole(db, user, filter, order === undefined ? '$count' : '$orderby');
      return toWhole('MeterReadings', request, all, { select, order, top, skip, isCounted });
    }
    const { entities, next } = await readPage(db, user, {
      filter,
      token: query.$skiptoken,
      skip,
      top,
      size: toPageSize(request),
    });
    const rest = left(top, entities.length);
    return toAnswer(
      'MeterReadings',
      entities.map((one) => pick(one, select)),
      {
        next:
          next === undefined || rest === 0
            ? undefined
            : toNext(request, { $skiptoken: next.token, $skip: next.skip, $top: rest }),
      },
    );
  });
}

/** What the client prefers (OData 4.0 part 1, section 8.2.8.5), up to our own size. */
function toPageSize({ headers: { prefer } }: FastifyRequest): number {
  const wanted = Number(/odata\.maxpagesize=(\d{1,6})/.exec(String(prefer ?? ''))?.[1] ?? feedPageRows);
  return Math.min(feedPageRows, Math.max(1, wanted));
}

const left = (top: number, given: number): number | undefined => (Number.isFinite(top) ? top - given : undefined);

/** The query of a call with other values; undefined takes one out. */
function toNext(request: FastifyRequest, values: Readonly<Record<string, string | number | undefined>>) {
  const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1).replace(/^\/.*$/, ''));
  for (const [name, value] of Object.entries(values))
    if (value === undefined || value === 0) query.delete(name);
    else query.set(name, String(value));
  return query;
}
