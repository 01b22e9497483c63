import { settableCodeForm } from '@platen/contract/code-history-names';
import type {
  addCodeStandard,
  CodeStandard,
  CodeStandardDetail,
  changeCodeStandard,
} from '@platen/contract/code-lists';
import type { BodyOf } from '@platen/contract/endpoint';
import { compareCodes } from '@platen/diagnosis/code-history/model-values';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import { compareStandard } from '../../../history/code-history/compare-standards.ts';
import { loadCodeReadings } from '../../../history/code-history/load-readings.ts';
import { type Caller, requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { readHistoryDevice } from './changes.ts';
import { readStandard, readStandardCodes, readStandardDevices, seesFamily } from './standards-store.ts';
import type { Store } from './values.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Standards of an organisation at most. */
const mostStandards = 200;

/** A standard with its codes, and the devices that differ from it (CH-10). */
export async function showStandard(db: Db, user: SignedInUser, standardId: string): Promise<CodeStandardDetail> {
  const standard = await readStandard(db, user, standardId);
  const { codes } = await readStandardCodes(db, user, standardId);
  return {
    standard,
    codes: Object.entries(codes)
      .map(([code, value]) => ({ code, value }))
      .sort((a, b) => compareCodes(a.code, b.code)),
    devices: await readStandardDevices(db, user, standardId),
  };
}

type Codes = readonly { readonly code: string; readonly value: string }[];

function toCodes(codes: Codes): Record<string, string> {
  const wanted = new Map<string, string>();
  for (const [index, { code, value }] of codes.entries()) {
    if (wanted.has(code)) throw new Refusal(202001, `body.codes.${index}.code: ${code} is named twice`);
    wanted.set(code, value);
  }
  return Object.fromEntries(wanted);
}

/** Family and codes of a new standard: of a list, or all that a device reports. */
async function toContent(store: Store, user: SignedInUser, body: BodyOf<typeof addCodeStandard>) {
  if ('codes' in body) {
    if (!(await seesFamily(store.db, user, body.family)))
      throw new Refusal(202001, 'body.family: you see no device of this family');
    return { family: body.family, codes: toCodes(body.codes) };
  }
  const { family, last } = await readHistoryDevice(store, user, body.deviceId);
  const newest =
    last === null
      ? undefined
      : (await loadCodeReadings(store.db, [body.deviceId], new Date(last))).get(body.deviceId)?.at(-1);
  if (family === null || newest === undefined)
    throw new Refusal(202001, 'body.deviceId: a device without a family, or one that reports no codes');
  const settable = [...newest.codes].filter(([code]) => settableCodeForm.test(code));
  return { family, codes: Object.fromEntries(settable) };
}

/** Makes a standard and compares the devices of its family with it. Refuses 202004 beyond the limit. */
export async function addStandard(
  trx: Trx,
  store: Store,
  { user, now }: Caller,
  body: BodyOf<typeof addCodeStandard>,
): Promise<CodeStandard> {
  requireRight(user, 'manageCodeLists');
  const { family, codes } = await toContent(store, user, body);
  const { organisationId } = await readOrganisation(trx);
  await sql`select from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from code_standard where deleted_at is null`.execute(trx);
  if ((rows[0]?.n ?? 0) >= mostStandards) throw new Refusal(202004, `standards: at most ${mostStandards}`);
  const standardId = newId();
  await sql`
    insert into code_standard (standard_id, organisation_id, family, name, codes, made_by, made_at, changed_at)
    values (${standardId}, ${organisationId}, ${family}, ${body.name}, ${JSON.stringify(codes)}::jsonb, ${user.userId},
      ${now}, ${now})`.execute(trx);
  await compareStandard(trx, standardId, now);
  await recordChange(trx, {
    actor: user,
    action: 'code standard add',
    subject: `codeStandard:${standardId}`,
    detail: { after: { name: body.name, family, codes: Object.keys(codes).length } },
  });
  return await readStandard(trx, user, standardId);
}

async function lockStandard(trx: Trx, user: SignedInUser, standardId: string, version: number): Promise<CodeStandard> {
  await sql`select from code_standard where standard_id = ${standardId} for update`.execute(trx);
  const before = await readStandard(trx, user, standardId);
  requireRight(user, 'manageCodeLists');
  if (before.version !== version)
    throw new Refusal(202002, 'the standard was changed meanwhile', { body: { current: before, changedBy: null } });
  return before;
}

/** Changes name and codes of a standard; its devices are compared again. */
export async function changeStandard(
  trx: Trx,
  { user, now }: Caller,
  standardId: string,
  { name, codes, version }: BodyOf<typeof changeCodeStandard>,
): Promise<CodeStandard> {
  const before = await lockStandard(trx, user, standardId, version);
  const former = (await readStandardCodes(trx, user, standardId)).codes;
  const wanted = toCodes(codes);
  await sql`
    update code_standard set name = ${name}, codes = ${JSON.stringify(wanted)}::jsonb, changed_at = ${now},
      version = version + 1
    where standard_id = ${standardId}`.execute(trx);
  await compareStandard(trx, standardId, now);
  const changed = [...new Set([...Object.keys(former), ...Object.keys(wanted)])].filter(
    (code) => former[code] !== wanted[code],
  );
  const of = (from: Readonly<Record<string, string>>) =>
    Object.fromEntries(changed.map((code) => [code, from[code] ?? null]));
  await recordChange(trx, {
    actor: user,
    action: 'code standard change',
    subject: `codeStandard:${standardId}`,
    detail: {
      before: { name: before.name, codes: of(former) },
      after: { name, codes: of(wanted) },
    },
  });
  return await readStandard(trx, user, standardId);
}

/** Deletes a standard with what was compared. */
export async function removeStandard(
  trx: Trx,
  { user, now }: Caller,
  standardId: string,
  version: number,
): Promise<void> {
  const before = await lockStandard(trx, user, standardId, version);
  await sql`update code_standard set deleted_at = ${now}, version = version + 1 where standard_id = ${standardId}`.execute(
    trx,
  );
  await sql`delete from code_standard_device where standard_id = ${standardId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'code standard remove',
    subject: `codeStandard:${standardId}`,
    detail: { before: { name: before.name, family: before.family } },
  });
}
