import {
  type DeviceListItem,
  deviceListItem,
  type SortColumn,
  type SortKey,
  type SortOrder,
  type StatusReason,
  sortKeysOf,
} from '@platen/contract/devices';
import { type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { inUse, visibleTo } from '../identity/visibility.ts';
import { toNoReport } from '../status/status-values.ts';
import { toConstant } from '../store/statement.ts';
import { allOf, type Query } from './distinct-texts.ts';
import { type Filter, type PreparedFilter, prepareFilter, toConditions } from './filter.ts';

/** A field of the contract as a column of `device d`: the same name in the style of the store. */
const toColumn = (field: string): RawBuilder<unknown> =>
  sql.ref(`d.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`);

/** A field of an order as a column: a status is ordered by its rank. */
const toOrderColumn = (field: string) => toColumn(field === 'status' ? 'statusRank' : field);

/** Each field of the contract is a column of the same name, but for these. */
const madeOfOthers = new Set(['statusReason', 'worklist', 'visit']);
const stored = Object.keys(deviceListItem.shape).filter((field) => !madeOfOthers.has(field));

/** What a statement over `device d` selects for rows of the list. */
export const itemColumns = toConstant(sql`
  ${sql.join(stored.map((field) => sql`${toColumn(field)} as ${sql.id(field)}`))}, d.status_reasons -> 0 as "firstReason",
  d.status_rank as "statusRank"`);

/** A row of such a statement. */
export interface DeviceRow extends Omit<DeviceListItem, 'statusReason' | 'updatedAt' | 'worklist' | 'visit'> {
  readonly firstReason: StatusReason | null;
  readonly updatedAt: Date;
  readonly statusRank: number;
}

/**
 * An item of the list. Written out: copying each of a hundred rows by rest and spread took as long as all
 * else that the server does for a page.
 */
export function toItem(row: DeviceRow, now: Date): DeviceListItem {
  return {
    deviceId: row.deviceId,
    serial: row.serial,
    model: row.model,
    status: row.status,
    deviceCode: row.deviceCode,
    statusReason: row.status === 'offline' ? toNoReport(row.updatedAt, now) : row.firstReason,
    customerNumber: row.customerNumber,
    customerName: row.customerName,
    description: row.description,
    dealerNumber: row.dealerNumber,
    dealerName: row.dealerName,
    firmwareVersion: row.firmwareVersion,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The columns by which a list is ordered, but for the device id. */
export const toOrderColumns = ({ column }: Pick<Sort, 'column'>): RawBuilder<unknown> =>
  sql.join([...new Set(sortKeysOf(column).flat())].map(toOrderColumn));

interface KeyPart {
  readonly expression: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
}

const toPart = (fields: SortKey): KeyPart =>
  fields.includes('status')
    ? { expression: sql`d.status_rank`, type: sql`smallint` }
    : { expression: sql`coalesce(${sql.join(fields.map(toColumn))}, '')`, type: sql`text` };

/**
 * What a column is ordered by; every order ends in the device id, and each has its index (migration 0001).
 */
const toParts = (column: SortColumn): readonly KeyPart[] => [
  ...sortKeysOf(column).map(toPart),
  { expression: sql`d.device_id`, type: sql`uuid` },
];

interface Sort {
  readonly column: SortColumn;
  readonly order: SortOrder;
}

/** Serial ascending unless asked otherwise (OQ-39): stable while pages load. */
export const toSort = (query: { sortColumn?: SortColumn | undefined; sortOrder?: SortOrder | undefined }): Sort => ({
  column: query.sortColumn ?? 'serial',
  order: query.sortOrder ?? 'asc',
});

/** `order by …`, all parts in one direction so that the index serves both ways. */
export function toOrderBy({ column, order }: Sort): RawBuilder<unknown> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  return sql`order by ${sql.join(toParts(column).map(({ expression }) => sql`${expression} ${direction}`))}`;
}

/** Where a page ended: the sort key of its last row, one text for each part of the order. */
export type Key = readonly string[];

/** The sort key of a row: what `toOrderBy` compares. As a column of every row it cost a sixth of a page. */
export const toKey = ({ column }: Sort, row: DeviceRow): Key => [
  ...sortKeysOf(column).map((fields) =>
    fields.includes('status') ? String(row.statusRank) : (fields.map((field) => row[field]).find(isText) ?? ''),
  ),
  row.deviceId,
];

const isText = (value: string | null): value is string => value !== null;

/** The condition for what comes after a key in this order. */
export function toAfter({ column, order }: Sort, key: Key): RawBuilder<boolean> {
  const parts = toParts(column);
  const values = parts.map(({ type }, index) => sql`${key[index]}::${type}`);
  return sql<boolean>`(${sql.join(parts.map(({ expression }) => expression))})
    ${order === 'asc' ? sql`>` : sql`<`} (${sql.join(values)})`;
}

/** Which devices, for whom, in which order: what the list and its export have in common. */
export interface Selection {
  readonly user: SignedInUser;
  readonly filter: Filter;
  /** 0: no group (GR-04). */
  readonly groupId: number;
  readonly sort: Sort;
}

/** A selection whose conditions can be written. */
export interface PreparedSelection extends Omit<Selection, 'filter'> {
  readonly filter: PreparedFilter;
}

/** Reads what the conditions of a selection need. */
export const prepare = async <S extends Selection>(query: Query, selection: S) => ({
  ...selection,
  filter: await prepareFilter(query, selection.filter),
});

type Place = Pick<Selection, 'user' | 'groupId'>;

/** The part of the condition that holds for cells as well: groups alone. */
export const toVisible = ({ user, groupId }: Place): RawBuilder<boolean> => allOf([visibleTo(user, groupId), inUse]);

/** The condition on `device d`, visibility first. */
export const toWhere = ({ user, groupId, filter }: PreparedSelection): RawBuilder<boolean> =>
  allOf([toVisible({ user, groupId }), ...toConditions(filter, user)]);
