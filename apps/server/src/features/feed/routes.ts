import { Readable } from 'node:stream';
import { byteOrderMark, type Cell, toCsvRow } from '@platen/contract/csv';
import { exportTypes } from '@platen/contract/export';
import { type FedCondition, feedConditions } from '@platen/contract/tickets';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { requireRight } from '../../identity/signed-in-user.ts';
import { FileAnswer } from '../../kit/send.ts';
import { Answer, serve } from '../../kit/serve.ts';
import { readChanges, toPlace } from './store.ts';

/** `GET /v1/conditions` (TK-12): conditions that changed, for systems that fetch. */
export function registerFeed(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, feedConditions, async ({ user, query: { changedSince, format } }) => {
    requireRight(user, 'readWorklist');
    const after = changedSince === undefined ? undefined : toPlace(changedSince);
    if (changedSince !== undefined && after === undefined)
      throw new Refusal(202001, 'changedSince: an instant in UTC, or the `next` of the page before');
    const { conditions, hasMore, next } = await readChanges(db, user, after, new Date());
    const place = next ?? changedSince ?? null;
    const headers = { 'has-more': hasMore ? 'True' : 'False', ...(place !== null && { 'next-change': place }) };
    if (format !== 'csv') return new Answer({ conditions, hasMore, next: place }, headers);
    return new FileAnswer(Readable.from(toCsv(conditions)), exportTypes.csv, headers);
  });
}

/** Columns of the file: the fields of the answer. */
const columns: readonly (readonly [name: string, toCell: (one: FedCondition) => Cell])[] = [
  ['conditionId', (one) => one.conditionId],
  ['change', (one) => one.change],
  ['changedAt', (one) => one.changedAt],
  ['kind', (one) => one.kind],
  ['subject', (one) => one.subject],
  ['source', (one) => one.source],
  ['state', (one) => one.state],
  ['priority', (one) => one.priority],
  ['openedAt', (one) => one.openedAt],
  ['lastSeenAt', (one) => one.lastSeenAt],
  ['resolvedAt', (one) => one.resolvedAt],
  ['resolution', (one) => one.resolution],
  ['assignee', (one) => one.assignee],
  ['plannedDay', (one) => one.plannedDay],
  ['ticketKey', (one) => one.ticket?.key ?? null],
  ['ticketState', (one) => one.ticket?.state ?? null],
  ['deviceId', (one) => one.deviceId],
  ['serial', (one) => one.serial],
  ['model', (one) => one.model],
  ['customerNumber', (one) => one.customerNumber],
  ['customerName', (one) => one.customerName],
  ['dealerNumber', (one) => one.dealerNumber],
  ['description', (one) => one.description],
  ['facts', (one) => JSON.stringify(one.facts)],
];

function* toCsv(conditions: readonly FedCondition[]): Generator<string> {
  yield byteOrderMark + toCsvRow(columns.map(([name]) => name));
  for (const one of conditions) yield toCsvRow(columns.map(([, toCell]) => toCell(one)));
}
