import type { Kysely, Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { hashCollectorKey, makeCollectorKey, type Scope } from '../../identity/collector-scope.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { lastContact } from '../../status/status-values.ts';
import { type ChangeActor, recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

export interface CollectorKey {
  readonly collectorId: string;
  readonly name: string;
  /** Version of the collector program; null: not reported yet. */
  readonly version: string | null;
  readonly createdAt: Date;
  readonly lastContactAt: Date | null;
  readonly revokedAt: Date | null;
  readonly restingAt: Date | null;
  readonly scope: Scope;
  /** When a person last set or confirmed the scope; null: an update of Platen set it. */
  readonly scopeReviewedAt: Date | null;
}

/** All collectors and reporting devices by name, with what their keys may report for. */
export async function listKeys(db: Db, actor: Actor): Promise<CollectorKey[]> {
  requireRight(actor, 'manageCollectors');
  return await db
    .selectFrom('collector as c')
    .leftJoin('collector_status as s', 's.collector_id', 'c.collector_id')
    .select([
      'c.collector_id as collectorId',
      'name',
      'version',
      'created_at as createdAt',
      lastContact.as('lastContactAt'),
      'revoked_at as revokedAt',
      'resting_at as restingAt',
      'scope',
      'scope_reviewed_at as scopeReviewedAt',
    ])
    .orderBy('name')
    .execute();
}

/** Adds a collector. The key is returned this once: only its hash is stored. A name is never used again. */
export async function addCollector(
  db: Db,
  actor: Actor,
  name: string,
  scope: Scope,
): Promise<{ collectorId: string; key: string }> {
  requireRight(actor, 'manageCollectors');
  const key = makeCollectorKey();
  const collectorId = newId();
  await inTransaction(db, (trx) =>
    insertCollector(trx, actor, { collectorId, name, scope, keyHash: hashCollectorKey(key) }),
  );
  return { collectorId, key };
}

interface NewCollector {
  readonly collectorId: string;
  readonly name: string;
  readonly scope: Scope;
  readonly keyHash: Buffer;
  /** Further details of the audit entry. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Stores a collector with its audit entry. Refuses 202001 for a name that was used before. */
export async function insertCollector(
  trx: Trx,
  actor: Actor,
  { collectorId, name, scope, keyHash, detail }: NewCollector,
): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('collector')
    .values({
      collector_id: collectorId,
      name,
      key_hash: keyHash,
      revoked_at: null,
      last_contact_at: null,
      version: null,
      scope: JSON.stringify(scope),
      scope_reviewed_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  if (added !== 1n)
    throw new Refusal(202001, `there is a collector '${name}' already; revoked names are not used again`);
  await record(trx, actor, 'add', name, { collectorId, scope, ...detail });
}

/** Refuses the key from now on; what it delivered stays. Returns the time. */
export async function revokeKey(db: Db, actor: Actor, name: string): Promise<Date> {
  requireRight(actor, 'manageCollectors');
  return await inTransaction(db, async (trx) => {
    const { revoked_at: revoked } = await lockCollector(trx, name);
    if (revoked !== null)
      throw new Refusal(202001, `the key of '${name}' was revoked already, at ${revoked.toISOString()}`);
    const at = new Date();
    await trx.updateTable('collector').set({ revoked_at: at }).where('name', '=', name).execute();
    await record(trx, actor, 'revoke', name);
    return at;
  });
}

/** Exchanges the key; the old one is refused from now on. The new one is returned this once. */
export async function rotateKey(db: Db, actor: Actor, name: string): Promise<string> {
  requireRight(actor, 'manageCollectors');
  const key = makeCollectorKey();
  await inTransaction(db, async (trx) => {
    const { revoked_at: revoked } = await lockCollector(trx, name);
    if (revoked !== null) throw new Refusal(202001, `the key of '${name}' was revoked at ${revoked.toISOString()}`);
    await trx
      .updateTable('collector')
      .set({ key_hash: hashCollectorKey(key) })
      .where('name', '=', name)
      .execute();
    await record(trx, actor, 'rotate', name);
  });
  return key;
}

/** Sets what the key may report for; `add`: in addition to its present scope. Returns the new scope. */
export async function bindKey(
  db: Db,
  actor: Actor,
  name: string,
  scope: Scope,
  { add }: { readonly add: boolean },
): Promise<Scope> {
  requireRight(actor, 'manageCollectors');
  return await inTransaction(db, async (trx) => {
    const { scope: before } = await lockCollector(trx, name);
    const after = add ? joinScopes(before, scope) : scope;
    await writeScope(trx, name, after);
    await record(trx, actor, 'bind', name, { from: before, to: after });
    return after;
  });
}

/** Confirms the scope that an update of Platen set; returns it. */
export async function confirmScope(db: Db, actor: Actor, name: string): Promise<Scope> {
  requireRight(actor, 'manageCollectors');
  return await inTransaction(db, async (trx) => {
    const { scope } = await lockCollector(trx, name);
    await writeScope(trx, name, scope);
    await record(trx, actor, 'review', name, { scope });
    return scope;
  });
}

async function lockCollector(trx: Trx, name: string) {
  const found = await trx
    .selectFrom('collector')
    .select(['scope', 'revoked_at'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(202001, `there is no collector '${name}'`);
  return found;
}

async function writeScope(trx: Trx, name: string, scope: Scope): Promise<void> {
  await trx
    .updateTable('collector')
    .set({ scope: JSON.stringify(scope), scope_reviewed_at: new Date() })
    .where('name', '=', name)
    .execute();
}

function joinScopes(one: Scope, other: Scope): Scope {
  if (one.everywhere === true || other.everywhere === true) return { everywhere: true, places: [] };
  const isSame = (a: Scope['places'][number], b: Scope['places'][number]) =>
    a.dealerNumber === b.dealerNumber && a.customerNumber === b.customerNumber;
  return {
    places: [...one.places, ...other.places.filter((place) => !one.places.some((known) => isSame(known, place)))],
  };
}

/** The audit entry of a change to a collector. */
export const record = (
  trx: Trx,
  actor: ChangeActor,
  verb: string,
  name: string,
  detail?: Readonly<Record<string, unknown>>,
) =>
  recordChange(trx, {
    actor,
    action: `collectors ${verb}`,
    subject: `collector:${name}`,
    ...(detail && { detail }),
  });
