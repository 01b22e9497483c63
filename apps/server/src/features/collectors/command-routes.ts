import {
  askCollector,
  commandLimits,
  listCommands,
  readCommandResult,
  sendCommandResult,
} from '@platen/contract/collector-commands';
import type { BodyOf } from '@platen/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { minuteMs } from '../../base/time.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { once } from '../../kit/idempotency.ts';
import { serve, serveCollector } from '../../kit/serve.ts';
import type { Database } from '../../store/database.ts';
import { readCommands, storeResult } from './command-store.ts';
import { requireRemoteOn } from './remote-off.ts';
import { record } from './service.ts';
import { readSettingsRow } from './settings-store.ts';

/** What people ask collectors to do (CF-30, CF-31). */
export function registerCommands(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, listCommands, async ({ user, params: { id } }) => {
    if ((await readSettingsRow(db, user, id)) === undefined) throw notThere();
    return { commands: (await readCommands(db, user, id, new Date())).map(({ shown }) => shown) };
  });

  serve(app, askCollector, ({ user, request, params: { id }, body }) =>
    once(db, user, request, (trx) => ask(trx, user, id, body)),
  );

  serve(app, readCommandResult, async ({ user, params: { id, commandId } }) => {
    const [found] = await readCommands(db, user, id, new Date(), commandId);
    if (found === undefined) throw notThere();
    return { command: found.shown, text: found.text };
  });

  serveCollector(
    app,
    sendCommandResult,
    async ({ collector, body }) => {
      await storeResult(db, collector.collectorId, body, new Date());
      return { status: 'OK' };
    },
    { bodyLimit: 2 * commandLimits.resultBytes },
  );
}

const notThere = () => new Refusal(204001, 'there is no collector or command of this id');

async function ask(
  trx: Transaction<Database>,
  user: SignedInUser,
  collectorId: string,
  { kind, addresses, reason }: BodyOf<typeof askCollector>,
): Promise<{ commandId: string }> {
  const row = await readSettingsRow(trx, user, collectorId, { lock: true });
  if (row === undefined) throw notThere();
  requireRemoteOn(row);
  if (row.remote?.commands?.includes(kind) !== true)
    throw new Refusal(202003, `the file of this collector does not allow '${kind}'`);
  const now = new Date();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from collector_command
    where collector_id = ${collectorId} and ended_at is null and valid_until > ${now}::timestamptz`.execute(trx);
  if ((rows[0]?.n ?? 0) >= commandLimits.waiting)
    throw new Refusal(202004, `${commandLimits.waiting} commands wait already`);
  const commandId = newId();
  await trx
    .insertInto('collector_command')
    .values({
      collector_id: collectorId,
      command_id: commandId,
      kind,
      addresses: [...addresses],
      reason,
      asked_by: user.userId,
      asked_at: now,
      valid_until: new Date(now.getTime() + commandLimits.validMinutes * minuteMs),
      fetched_at: null,
      ended_at: null,
      outcome: null,
      result: null,
    })
    .execute();
  await record(trx, user, 'command', row.name, { kind, addresses, reason });
  return { commandId };
}
