import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../base/errors.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';

/** 8 to 128 visible characters of ASCII (GE-07). */
const keyForm = /^[\x21-\x7e]{8,128}$/;
/** Days for which a key is remembered (GE-07). */
const rememberedDays = 7;

/** The call's key; undefined: it has none, and a repetition makes a second thing. Refuses 202001. */
function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw new Refusal(202001, 'idempotency-key: 8 to 128 visible characters');
  return key;
}

/**
 * Runs what a POST makes in one transaction, once for each key of a user (GE-07): a repetition within 7 days
 * answers as the first time and makes nothing; with another body or path it is refused with 202003. A refusal
 * of `work` is not remembered. A repetition that comes while the first is at work waits for it.
 */
export async function once<T extends object>(
  db: Kysely<Database>,
  user: SignedInUser,
  request: FastifyRequest,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const key = readKey(request);
  return await inTransaction(db, async (trx) => {
    if (key === undefined) return await work(trx);
    const digest = hash('sha256', JSON.stringify([request.method, request.url, request.body]), 'buffer');
    const place = sql`user_id = ${user.userId} and key = ${key}`;
    const taken = await sql`
      insert into idempotent_answer as a (user_id, key, body_digest, status, answer)
      values (${user.userId}, ${key}, ${digest}, 200, 'null')
      on conflict (user_id, key) do update set body_digest = excluded.body_digest, at = now()
        where a.at < now() - ${sql.lit(rememberedDays)} * interval '1 day'
      returning 1`.execute(trx);
    if (taken.rows.length > 0) {
      const answer = await work(trx);
      await sql`update idempotent_answer set answer = ${JSON.stringify(answer)} where ${place}`.execute(trx);
      return answer;
    }
    const { rows } = await sql<{ digest: Buffer; answer: T }>`
      select body_digest as digest, answer from idempotent_answer where ${place}`.execute(trx);
    const [first] = rows;
    if (first === undefined) throw new Error('the answer of a repeated call is gone');
    if (!first.digest.equals(digest)) throw new Refusal(202003, 'this idempotency key belongs to another call');
    return first.answer;
  });
}
