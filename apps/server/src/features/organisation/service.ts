import { priorities } from '@platen/contract/worklist-names';
import type { Agreement } from '@platen/diagnosis/conditions/evaluation';
import { type Kysely, sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { Refusal, toMessage } from '../../base/errors.ts';
import { type Actor, requireRight } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/transactions.ts';
import {
  type Organisation,
  type OrganisationForm,
  organisationForm,
  readOrganisation,
  toSettings,
} from '../../worklist/organisation.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** The operator with its settings; what was not set has its default. */
export async function showOrganisation(db: Db, actor: Actor): Promise<Organisation> {
  requireRight(actor, 'manageOrganisation');
  return await readOrganisation(db);
}

/**
 * Changes settings: those given are replaced, those null go back to their default. Refuses 202001 what is no
 * setting. Conditions of all devices are worked out again, since delays and costs follow from them.
 */
export async function setOrganisation(
  db: Db,
  actor: Actor,
  change: Readonly<Record<string, unknown>>,
): Promise<Organisation> {
  requireRight(actor, 'manageOrganisation');
  return await inTransaction(db, async (trx) => {
    await sql`select from organisation where kind = 'operator' for update`.execute(trx);
    const before = await readOrganisation(trx);
    const wanted = Object.entries({ ...before.form, ...change }).filter(([, value]) => value !== null);
    const form = parseForm(Object.fromEntries(wanted));
    await sql`
      update organisation set settings = ${JSON.stringify(form)}, version = version + 1
      where organisation_id = ${before.organisationId}`.execute(trx);
    await recordChange(trx, {
      actor,
      action: 'organisation set',
      subject: 'organisation',
      detail: { before: before.form, after: form },
    });
    await askForEvaluation(trx);
    return await readOrganisation(trx);
  });
}

function parseForm(value: unknown): OrganisationForm {
  const parsed = organisationForm.safeParse(value);
  if (!parsed.success)
    throw new Refusal(
      202001,
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  try {
    toSettings(parsed.data);
  } catch (error) {
    throw new Refusal(202001, toMessage(error));
  }
  return parsed.data;
}

/** Every entity at its next turn. */
async function askForEvaluation(trx: Trx, customerNumber?: string): Promise<void> {
  await sql`
    update evaluation e set next_due = now()
    where ${customerNumber ?? null}::text is null or e.customer_number = ${customerNumber ?? null}
      or exists (select from device d where d.device_id = e.entity_id and d.customer_number = ${customerNumber ?? null})`.execute(
    trx,
  );
}

const hours = z.number().check(z.positive(), z.maximum(2000));
const answerTimes = z.partialRecord(
  z.enum(priorities),
  z.strictObject({ acknowledgeHours: hours, onSiteHours: z.optional(hours) }),
);

export interface CustomerAgreement {
  readonly customerNumber: string;
  /** Working hours by class (WL-51). */
  readonly answerTimes: Agreement;
}

/** Answer times agreed with customers, by customer number. */
export async function listAgreements(db: Db, actor: Actor): Promise<CustomerAgreement[]> {
  requireRight(actor, 'manageOrganisation');
  const { rows } = await sql<CustomerAgreement>`
    select customer_number as "customerNumber", answer_times as "answerTimes" from customer_agreement
    order by customer_number`.execute(db);
  return rows;
}

/** Replaces the answer times of a customer. Refuses 202001 hours that are none. */
export async function setAgreement(db: Db, actor: Actor, { customerNumber, ...agreed }: CustomerAgreement) {
  requireRight(actor, 'manageOrganisation');
  const parsed = answerTimes.safeParse(agreed.answerTimes);
  if (!parsed.success) throw new Refusal(202001, 'answer times are hours of work, above 0 and at most 2000');
  await inTransaction(db, async (trx) => {
    await sql`
      insert into customer_agreement as a (customer_number, answer_times)
      values (${customerNumber}, ${JSON.stringify(parsed.data)})
      on conflict (customer_number) do update set answer_times = excluded.answer_times, version = a.version + 1`.execute(
      trx,
    );
    await recordAgreement(trx, actor, 'set', customerNumber, parsed.data);
  });
}

/** Refuses 202001 a customer without agreed times. */
export async function removeAgreement(db: Db, actor: Actor, customerNumber: string): Promise<void> {
  requireRight(actor, 'manageOrganisation');
  await inTransaction(db, async (trx) => {
    const { numAffectedRows } = await sql`
      delete from customer_agreement where customer_number = ${customerNumber}`.execute(trx);
    if (numAffectedRows !== 1n)
      throw new Refusal(202001, `no answer times are agreed with customer '${customerNumber}'`);
    await recordAgreement(trx, actor, 'remove', customerNumber);
  });
}

async function recordAgreement(
  trx: Trx,
  actor: Actor,
  verb: 'set' | 'remove',
  customerNumber: string,
  after?: object,
): Promise<void> {
  await recordChange(trx, {
    actor,
    action: `agreements ${verb}`,
    subject: `customer:${customerNumber}`,
    ...(after === undefined ? {} : { detail: { after } }),
  });
  await askForEvaluation(trx, customerNumber);
}
