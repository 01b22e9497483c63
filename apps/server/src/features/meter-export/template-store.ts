import { chooseLocale } from '@platen/catalogue/locale';
import { mostTemplates } from '@platen/contract/meter-export-names';
import type { MeterTemplate, TemplateForm } from '@platen/contract/meter-exports';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { toLanguages } from '../../base/caller.ts';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import { readOwnOrganisation } from './own-organisation.ts';
import { shippedTemplates } from './shipped-templates.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Who changes something in which call. */
interface Row {
  readonly templateId: string;
  readonly form: TemplateForm;
  readonly version: number;
  readonly organisationId: string;
}

const toTemplate = ({ templateId, form, version }: Row): MeterTemplate => ({
  templateId,
  isShipped: false,
  version,
  ...form,
});

async function readRows(db: Db, user: SignedInUser): Promise<Row[]> {
  const { path } = await readOwnOrganisation(db, user);
  const { rows } = await sql<Row>`
    select template_id as "templateId", form, version, organisation_id as "organisationId" from meter_template
    where organisation_id = any(${uuids(path)}) order by form ->> 'name', template_id`.execute(db);
  return rows;
}

/** Shipped templates in the language of the call, then those of the own organisation and above (MX-04). */
export async function readTemplates(db: Db, user: SignedInUser, languages?: string): Promise<MeterTemplate[]> {
  const rows = await readRows(db, user);
  return [...shippedTemplates(chooseLocale(toLanguages(languages))), ...rows.map(toTemplate)];
}

/** A template by its id; refuses 204001 for a foreign and an unknown one alike. */
export async function readTemplate(
  db: Db,
  user: SignedInUser,
  templateId: string,
  languages?: string,
): Promise<MeterTemplate> {
  const found = (await readTemplates(db, user, languages)).find((one) => one.templateId === templateId);
  return found ?? refuseUnknown();
}

const refuseUnknown = (): never => {
  throw new Refusal(204001, 'there is no such template');
};

/** Saves a template of the own organisation; refuses 202004 beyond the limit. */
export async function addTemplate(trx: Trx, user: SignedInUser, form: TemplateForm): Promise<MeterTemplate> {
  const { organisationId } = await readOwnOrganisation(trx, user);
  // Two calls at once must not pass the limit together.
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from meter_template where organisation_id = ${organisationId}`.execute(trx);
  if ((rows[0]?.n ?? 0) >= mostTemplates) throw new Refusal(202004, `templates: at most ${mostTemplates}`);
  const templateId = newId();
  await trx
    .insertInto('meter_template')
    .values({
      template_id: templateId,
      organisation_id: organisationId,
      form: JSON.stringify(form),
      changed_by: user.userId,
    })
    .execute();
  await recordChange(trx, {
    actor: user,
    action: 'meterTemplate add',
    subject: `meterTemplate:${templateId}`,
    detail: { after: form },
  });
  return toTemplate({ templateId, form, version: 1, organisationId });
}

/** An own template, locked; one from above is refused with 200002, another version with 202002. */
async function lock(trx: Trx, user: SignedInUser, templateId: string, version: number): Promise<Row> {
  await sql`select 1 from meter_template where template_id = ${templateId} for update`.execute(trx);
  const row = (await readRows(trx, user)).find((one) => one.templateId === templateId) ?? refuseUnknown();
  const { organisationId } = await readOwnOrganisation(trx, user);
  if (row.organisationId !== organisationId)
    throw new Refusal(200002, 'the template belongs to an organisation above yours');
  if (row.version !== version)
    throw new Refusal(202002, 'the template was changed meanwhile', { body: { current: toTemplate(row) } });
  return row;
}

export async function changeTemplate(
  trx: Trx,
  user: SignedInUser,
  templateId: string,
  { version, ...form }: TemplateForm & { readonly version: number },
): Promise<MeterTemplate> {
  const before = await lock(trx, user, templateId, version);
  await sql`
    update meter_template set form = ${JSON.stringify(form)}, version = version + 1, changed_by = ${user.userId},
      changed_at = now() where template_id = ${templateId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'meterTemplate change',
    subject: `meterTemplate:${templateId}`,
    detail: { before: before.form, after: form },
  });
  return toTemplate({ ...before, form, version: version + 1 });
}

export async function removeTemplate(trx: Trx, user: SignedInUser, templateId: string, version: number): Promise<void> {
  const before = await lock(trx, user, templateId, version);
  await trx.deleteFrom('meter_template').where('template_id', '=', templateId).execute();
  await recordChange(trx, {
    actor: user,
    action: 'meterTemplate remove',
    subject: `meterTemplate:${templateId}`,
    detail: { before: before.form },
  });
}
