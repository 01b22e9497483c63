import type { IngestResult } from '@platen/contract/ingest';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { isEmptyScope, type Scope, scopeSchema } from '../../../identity/collector-scope.ts';
import type { ChangeActor } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import type { ReportMessage } from '../../../stream/message.ts';
import { type Delivered, deliver, type SiteRules, toRules } from '../receive/deliver.ts';
import { unpackBody } from '../receive/read-body.ts';
import { splitBody } from '../receive/split-body.ts';
import { closeDeadLetter, type DeadLetter, type LetterOrigin, noteDeadLetters } from './dead-letters.ts';

/** A message of the stream. */
export interface StoreMessageRequest extends ReportMessage, LetterOrigin {}

/**
 * Stores the reports of a message by what its key may report for now; received when they are stored. What
 * cannot be stored is noted as a dead letter, since its sender has deleted it; such reports are `refused` in
 * the results. Storing a message again changes nothing.
 */
export function createStoreMessage(
  db: Kysely<Database>,
  site: SiteRules,
): (request: StoreMessageRequest) => Promise<Delivered> {
  const rules = toRules(site);
  return async ({ bytes, type, collectorId, arrivedAt, clockOffset, publishedAt, sequence }) => {
    const lines = splitBody(await unpackBody({ bytes, isPacked: true }), type);
    const origin = { collectorId, arrivedAt, clockOffset, publishedAt, sequence };
    const sender = await readSender(db, collectorId);
    if ('reason' in sender) {
      const letter = { index: 0, reports: lines.length, reason: sender.reason, type, body: bytes, isPacked: true };
      await noteDeadLetters(db, origin, [letter]);
      const results = lines.map(({ index }): IngestResult => ({ index, result: 'refused' }));
      return { results, effects: { held: 0, moved: 0 } };
    }
    let effects = { held: 0, moved: 0 };
    const results = await deliver(db, lines, {
      ...rules,
      collectorId,
      scope: sender.scope,
      clockOffset,
      checkedAt: arrivedAt,
      now: new Date(),
      onStored: ({ held, moved }) => {
        effects = { held: effects.held + held, moved: effects.moved + moved };
      },
    });
    const letters = results.flatMap((result) => {
      const { index } = result;
      const body = lines[index]?.line;
      if (result.result !== 'refused' || body === undefined) return [];
      // As the only entry of a list, so that line breaks in it do no harm.
      const alone = Buffer.concat([Buffer.from('{"reports":['), body, Buffer.from(']}')]);
      return [{ index, reports: 1, reason: toReason(result), type: 'application/json', body: alone, isPacked: false }];
    });
    await noteDeadLetters(db, origin, letters);
    return { results, effects };
  };
}

/**
 * Stores a dead letter again by what its key may report for now, and removes it. Throws 202003 with the
 * reason if some of it still cannot be stored; the letter then stays, and what was stored of it is `repeated`
 * the next time.
 */
export async function retryDeadLetter(
  db: Kysely<Database>,
  site: SiteRules,
  { letter, actor }: { letter: DeadLetter; actor: ChangeActor },
): Promise<Delivered> {
  const { collectorId, arrivedAt, clockOffset, body, isPacked, type } = letter;
  if (collectorId === null || arrivedAt === null)
    throw new Refusal(202003, 'the letter does not name the collector that sent it');
  const sender = await readSender(db, collectorId);
  if ('reason' in sender) throw new Refusal(202003, sender.reason);
  const lines = splitBody(await unpackBody({ bytes: body, isPacked }), type);
  const delivery = { ...toRules(site), collectorId, scope: sender.scope, clockOffset, checkedAt: arrivedAt };
  const results = await deliver(db, lines, { ...delivery, now: new Date() });
  const refused = results.find(({ result }) => result === 'refused');
  if (refused !== undefined) throw new Refusal(202003, toReason(refused));
  await closeDeadLetter(db, letter, { actor, action: 'letter stored' });
  return { results, effects: { held: 0, moved: 0 } };
}

const toReason = ({ issues = [] }: IngestResult): string =>
  issues.map(({ path, message }) => `${path === '' ? '' : `${path}: `}${message}`).join('; ');

/** What the key may report for now, or why nothing more of it is stored. */
async function readSender(db: Kysely<Database>, collectorId: string): Promise<{ scope: Scope } | { reason: string }> {
  const { rows } = await sql<{ scope: unknown; isRevoked: boolean }>`
    select scope, revoked_at is not null as "isRevoked" from collector where collector_id = ${collectorId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return { reason: 'the collector was removed before the reports were stored' };
  if (row.isRevoked) return { reason: 'the collector key was revoked before the reports were stored' };
  const scope = scopeSchema.parse(row.scope);
  if (isEmptyScope(scope)) return { reason: 'the collector key may not report for anybody any more' };
  return { scope };
}
