import { createHash, createPublicKey, randomBytes, randomInt, scrypt, verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { BodyOf } from '@platen/contract/endpoint';
import {
  type addCollector as addCall,
  type CodeAnswer,
  codeAlphabet,
  codeDays,
  codeLength,
  type EnrolAnswer,
  type enrolCollector as enrolCall,
  readCode,
  toShownCode,
  toSignedText,
} from '@platen/contract/enrolment';
import { type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { dayMs } from '../../base/time.ts';
import { hashCollectorKey, makeCollectorKey, type Scope } from '../../identity/collector-scope.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { PlaceOfTree } from './organisation-place.ts';
import { insertCollector, record } from './service.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;
/** Who changes something, and when. */
export interface Change {
  readonly actor: Actor;
  readonly now: Date;
}

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * The stored form of a code. It has 50 random bits, so a plain hash could be searched: scrypt (N 16384,
 * 16 MB, about 40 ms) makes that hopeless within its week, and the same for all codes keeps them findable.
 */
const hashCode = (code: string): Promise<Buffer> => derive(code, 'platen enrolment code', 32);

const makeCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

/** Adds a collector that enrols with the code returned, which is shown this once (CF-01). */
export async function addByCode(
  trx: Trx,
  change: Change,
  form: Omit<BodyOf<typeof addCall>, 'organisationId'> & Partial<PlaceOfTree>,
): Promise<CodeAnswer> {
  requireRight(change.actor, 'manageCollectors');
  const { name, customerNumber, customerName, dealerNumber, site, organisationId, places } = form;
  const collectorId = newId();
  const scope: Scope = {
    places: places ?? [
      { ...(dealerNumber !== undefined && { dealerNumber }), ...(customerNumber !== undefined && { customerNumber }) },
    ],
  };
  // No key has this hash: nothing is accepted before the enrolment.
  await insertCollector(trx, change.actor, {
    collectorId,
    name,
    scope,
    keyHash: randomBytes(32),
    detail: { site, byCode: true, ...(organisationId !== undefined && { organisationId }) },
  });
  await trx
    .insertInto('collector_enrolment')
    .values({
      collector_id: collectorId,
      customer_number: customerNumber ?? null,
      customer_name: customerName ?? null,
      dealer_number: dealerNumber ?? null,
      site: site ?? null,
      organisation_id: organisationId ?? null,
      enrolled_at: null,
      host: null,
      system: null,
      machine: null,
      public_key: null,
      encryption_key: null,
      replaces: null,
    })
    .execute();
  return await issueCode(trx, collectorId, change.now);
}

/** A new code of a collector; earlier ones are no longer valid. Its present key holds until it is used. */
export async function renewCode(trx: Trx, change: Change, collectorId: string): Promise<CodeAnswer> {
  requireRight(change.actor, 'manageCollectors');
  const found = await trx
    .selectFrom('collector as c')
    .leftJoin('collector_enrolment as e', 'e.collector_id', 'c.collector_id')
    .select(['c.name', 'c.revoked_at', 'c.scope', 'e.collector_id as enrolment'])
    .where('c.collector_id', '=', collectorId)
    .forUpdate('c')
    .executeTakeFirst();
  if (found === undefined) throw new Refusal(204001, 'there is no collector of this id');
  if (found.revoked_at !== null) throw new Refusal(202003, `the collector '${found.name}' is revoked`);
  if (found.enrolment === null) {
    // Added with a key: it is known by what the key may report for.
    const [place] = found.scope.places;
    await trx
      .insertInto('collector_enrolment')
      .values({
        collector_id: collectorId,
        customer_number: place?.customerNumber ?? null,
        dealer_number: place?.dealerNumber ?? null,
        customer_name: null,
        site: null,
        organisation_id: null,
        enrolled_at: null,
        host: null,
        system: null,
        machine: null,
        public_key: null,
        encryption_key: null,
        replaces: null,
      })
      .execute();
  }
  await trx
    .updateTable('enrolment_code')
    .set({ valid_until: change.now })
    .where('collector_id', '=', collectorId)
    .where('valid_until', '>', change.now)
    .execute();
  await record(trx, change.actor, 'code', found.name);
  return await issueCode(trx, collectorId, change.now);
}

async function issueCode(trx: Trx, collectorId: string, now: Date): Promise<CodeAnswer> {
  const code = makeCode();
  const validUntil = new Date(now.getTime() + codeDays * dayMs);
  await trx
    .insertInto('enrolment_code')
    .values({
      code_hash: await hashCode(code),
      collector_id: collectorId,
      made_at: now,
      valid_until: validUntil,
      used_at: null,
    })
    .execute();
  return { collectorId, code: toShownCode(code), validUntil: validUntil.toISOString() };
}

/**
 * Enrols a collector: its code is used up, and the key that it gets is the only one from now on (CF-02).
 * Refuses 202001 for keys that do not fit, 204001 for an unknown code, 204002 for a used or expired one.
 */
export async function enrol(db: Db, body: BodyOf<typeof enrolCall>, now: Date): Promise<EnrolAnswer> {
  const code = readCode(body.code);
  if (code === undefined) throw new Refusal(204001, 'this is no code: ten letters and digits in two groups');
  const publicKey = toRaw(body.publicKey);
  if (!isSigned(publicKey, toSignedText(code, body.encryptionKey), body.signature))
    throw new Refusal(202001, 'body.signature: not made with the key of body.publicKey');
  const codeHash = await hashCode(code);
  const key = makeCollectorKey();
  return await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('enrolment_code as k')
      .innerJoin('collector as c', 'c.collector_id', 'k.collector_id')
      .innerJoin('collector_enrolment as e', 'e.collector_id', 'k.collector_id')
      .select(['c.collector_id as collectorId', 'c.name', 'c.revoked_at as revokedAt'])
      .select(['k.used_at as usedAt', 'k.valid_until as validUntil'])
      .select(['e.customer_number as customerNumber', 'e.customer_name as customerName'])
      .select(['e.dealer_number as dealerNumber', 'e.site', 'e.enrolled_at as enrolledAt'])
      .where('k.code_hash', '=', codeHash)
      .forUpdate()
      .executeTakeFirst();
    if (found === undefined) throw new Refusal(204001, 'this code is not known; check it for typing errors');
    if (found.usedAt !== null) throw new Refusal(204002, 'this code was used already; ask for a new one');
    if (found.validUntil <= now) throw new Refusal(204002, 'this code has expired; ask for a new one');
    if (found.revokedAt !== null) throw new Refusal(204002, 'this collector was revoked');
    const replaces = found.enrolledAt === null ? await findReplaced(trx, found.collectorId, body.machine) : found.name;
    await trx.updateTable('enrolment_code').set({ used_at: now }).where('code_hash', '=', codeHash).execute();
    await trx
      .updateTable('collector')
      .set({ key_hash: hashCollectorKey(key), version: toText(body.version) })
      .where('collector_id', '=', found.collectorId)
      .execute();
    await trx
      .updateTable('collector_enrolment')
      .set({
        enrolled_at: now,
        host: toText(body.host),
        system: toText(body.system),
        machine: body.machine ?? null,
        public_key: publicKey,
        encryption_key: toRaw(body.encryptionKey),
        replaces,
      })
      .where('collector_id', '=', found.collectorId)
      .execute();
    const { collectorId, name, customerNumber, customerName, dealerNumber, site } = found;
    await record(trx, { collector: collectorId }, 'enrol', name, {
      host: toText(body.host),
      fingerprint: toFingerprint(publicKey),
      replaces,
    });
    return {
      collectorId,
      name,
      key,
      site: {
        ...(customerNumber !== null && { customerNumber }),
        ...(customerName !== null && { customerName }),
        ...(dealerNumber !== null && { dealerNumber }),
        ...(site !== null && { site }),
      },
      replaces,
    };
  });
}

/** Another collector that enrolled on this machine last and was not revoked: its folder is lost (CF-04). */
async function findReplaced(trx: Trx, collectorId: string, machine: string | undefined): Promise<string | null> {
  if (machine === undefined) return null;
  const found = await trx
    .selectFrom('collector_enrolment as e')
    .innerJoin('collector as c', 'c.collector_id', 'e.collector_id')
    .select('c.name')
    .where('e.machine', '=', machine)
    .where('e.collector_id', '<>', collectorId)
    .where('c.revoked_at', 'is', null)
    .orderBy('e.enrolled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.name ?? null;
}

const toRaw = (text: string): Buffer => Buffer.from(text, 'base64url');

/** U+0000 is in JSON, but in no text of the database. */
const toText = (text: string | undefined): string | null => text?.replaceAll('\0', '') ?? null;

/** What people compare: the first 16 hexadecimal digits of the SHA-256 of a public key. */
export const toFingerprint = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16);

function isSigned(publicKey: Buffer, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    });
    return verify(null, Buffer.from(text), key, toRaw(signature));
  } catch {
    // Not a point of the curve.
    return false;
  }
}
