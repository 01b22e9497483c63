import type { BodyOf } from '@platen/contract/endpoint';
import {
  type addOrganisation as addCall,
  type changeOrganisation as changeCall,
  type OrganisationDetails,
  type OrganisationItem,
  parentKinds,
  settingNames,
} from '@platen/contract/organisations';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal, toMessage } from '../../base/errors.ts';
import type { Actor } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { refreshGroups } from '../../store/group-membership.ts';
import { locks } from '../../store/transactions.ts';
import { type OrganisationForm, organisationForm, toDefaults, toSettings } from '../../worklist/organisation.ts';
import * as store from './tree-store.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Who changes the tree; the right to it is checked by the caller. */
const toItem = ({
  path: _path,
  dealerId: _dealer,
  groupId: _group,
  settings: _settings,
  ...item
}: store.StoredOrganisation): OrganisationItem => item;

/** The tree that the user may see; the parent of its root is hidden. */
export async function listTree(db: Db, user: Actor): Promise<OrganisationItem[]> {
  const found = await store.readTree(db, user);
  const seen = new Set(found.map(({ organisationId }) => organisationId));
  return found.map((row) => ({
    ...toItem(row),
    parentId: row.parentId !== null && seen.has(row.parentId) ? row.parentId : null,
  }));
}

async function find(db: Db, user: Actor, organisationId: string): Promise<store.StoredOrganisation> {
  const found = await store.findOrganisation(db, user, organisationId);
  if (found === undefined) throw new Refusal(204001, 'there is no such organisation');
  return found;
}

/** One organisation, its own settings, those that hold, and where each comes from (OA-04). */
export async function showOrganisation(db: Db, user: Actor, organisationId: string): Promise<OrganisationDetails> {
  const found = await find(db, user, organisationId);
  const levels = await store.readSettingsOf(db, found.path);
  let own: OrganisationDetails['own'] = {};
  const inForce: OrganisationDetails['inForce'] = {};
  const sources = { ...noSources };
  for (const level of levels) {
    const { firmwareTargets: _targets, noAccountText: _help, ...stored } = organisationForm.parse(level.settings);
    const form = { ...stored, ...(level.terms === null ? {} : { terms: level.terms }) };
    if (level.organisationId === organisationId) own = form;
    Object.assign(inForce, form);
    for (const setting of settingNames)
      if (form[setting] !== undefined) sources[setting] = { organisationId: level.organisationId, name: level.name };
  }
  const { calendar, leadDays } = toSettings(inForce);
  const { zone, week, lunchMinutes } = calendar;
  return {
    organisation: toItem(found),
    own,
    inForce: {
      zone,
      week: week.map((hours) => hours.map(({ from, to }) => ({ from, to }))),
      lunchMinutes,
      leadDays,
      holidays: inForce.holidays ?? [],
      ...toDefaults(inForce),
      ...(inForce.retentionMonths === undefined ? {} : { retentionMonths: inForce.retentionMonths }),
      ...(inForce.terms === undefined ? {} : { terms: inForce.terms }),
    },
    sources,
    fallback: await store.readFallback(db, found.path),
  };
}

const noSources: OrganisationDetails['sources'] = {
  zone: null,
  week: null,
  lunchMinutes: null,
  holidays: null,
  leadDays: null,
  mailLanguage: null,
  answerTimes: null,
  secondPersonPages: null,
  addressesLeave: null,
  retentionMonths: null,
  terms: null,
};

/** Numbers and names move devices between groups: no delivery may compute groups meanwhile. */
const lockGroups = (trx: Trx) => sql`select pg_advisory_xact_lock(${locks.groups})`.execute(trx);

/** Adds an organisation below one that the user may see (OA-01). */
export async function addOrganisation(
  trx: Trx,
  user: Actor,
  { parentId, kind, ...form }: BodyOf<typeof addCall>,
): Promise<OrganisationDetails> {
  await lockGroups(trx);
  const parent = await find(trx, user, parentId);
  if (!parentKinds[kind].includes(parent.kind))
    throw new Refusal(202001, `kind: a ${kind} does not lie below a ${parent.kind}`);
  const dealerId = parent.dealerId;
  checkNumbers(kind, form);
  await checkTaken(trx, { organisationId: parentId, dealerId, ...form });
  const organisationId = await store.insertOrganisation(trx, { parent, kind, ...form });
  await recordChange(trx, {
    actor: user,
    action: 'organisations add',
    subject: `organisation:${organisationId}`,
    detail: { organisationId, after: { kind, parentId, ...form } },
  });
  if (form.dealerNumbers.length + form.customerNumbers.length > 0) await refreshGroups(trx);
  return await showOrganisation(trx, user, organisationId);
}

/** Changes names, numbers and settings; refuses 202002 where another version was meant. */
export async function changeOrganisation(
  trx: Trx,
  user: Actor,
  organisationId: string,
  { version, settings: { terms, ...settings } = {}, ...form }: BodyOf<typeof changeCall>,
): Promise<OrganisationDetails> {
  await lockGroups(trx);
  const before = await find(trx, user, organisationId);
  await checkVersion(trx, user, before, version);
  const after = {
    name: form.name ?? before.name,
    dealerNumbers: form.dealerNumbers ?? before.dealerNumbers,
    customerNumbers: form.customerNumbers ?? before.customerNumbers,
  };
  checkNumbers(before.kind, after);
  await checkTaken(trx, { organisationId, dealerId: before.dealerId, ...after });
  const settled = toForm(before.settings, settings);
  const versions = terms === undefined ? undefined : await store.setTerms(trx, organisationId, terms);
  await trx
    .updateTable('organisation')
    .set({
      name: after.name,
      dealer_numbers: [...after.dealerNumbers],
      customer_numbers: [...after.customerNumbers],
      settings: JSON.stringify(settled),
      version: version + 1,
    })
    .where('organisation_id', '=', organisationId)
    .execute();
  if (before.groupId !== null && after.name !== before.name)
    await trx
      .updateTable('device_group')
      .set({ name: await store.toGroupName(trx, after.name, before.groupId) })
      .where('group_id', '=', before.groupId)
      .execute();
  const { name, dealerNumbers, customerNumbers } = before;
  await recordChange(trx, {
    actor: user,
    action: 'organisations change',
    subject: `organisation:${organisationId}`,
    detail: {
      organisationId,
      before: { name, dealerNumbers, customerNumbers, settings: before.settings, terms: versions?.before },
      after: { ...after, settings: settled, terms: versions?.after },
    },
  });
  const isRenumbered =
    [dealerNumbers, customerNumbers].join('\n') !== [after.dealerNumbers, after.customerNumbers].join('\n');
  if (isRenumbered) await refreshGroups(trx);
  // Delays and costs follow from calendar and lead time.
  if (Object.keys(settings).length > 0) await askForEvaluation(trx, before.kind === 'operator' ? null : organisationId);
  return await showOrganisation(trx, user, organisationId);
}

/** Entities of an organisation and below at their next turn; null: all. */
async function askForEvaluation(trx: Trx, organisationId: string | null): Promise<void> {
  await sql`
    update evaluation e set next_due = now() where ${organisationId}::uuid is null or e.entity_id in (
      select d.device_id from device d join organisation o using (organisation_id)
      where o.path @> array[${organisationId}]::uuid[])`.execute(trx);
}

/** Deletes an organisation that is empty; refuses 202003 one that is not, and the operator. */
export async function removeOrganisation(
  trx: Trx,
  user: Actor,
  organisationId: string,
  version: number,
): Promise<void> {
  await lockGroups(trx);
  const before = await find(trx, user, organisationId);
  await checkVersion(trx, user, before, version);
  const { rows } = await sql`
    select 1 from organisation where parent_id = ${organisationId}
    union all select 1 from app_user where organisation_id = ${organisationId}
    union all select 1 from device_place where organisation_id = ${organisationId}
    union all select 1 from invitation where organisation_id = ${organisationId}
      and used_at is null and withdrawn_at is null and ends_at > now()
    union all select 1 from alert_rule where organisation_id = ${organisationId} and deleted_at is null
    union all select 1 from channel where organisation_id = ${organisationId} and deleted_at is null
    union all select 1 from api_token where organisation_id = ${organisationId} and revoked_at is null and ends_at > now()
    limit 1`.execute(trx);
  if (before.kind === 'operator' || before.devices > 0 || rows.length > 0 || organisationId === user.organisationId)
    throw new Refusal(
      202003,
      'it still has devices, users, invitations, rules, channels, tokens or organisations below it',
    );
  await leaveHistory(trx, organisationId, before.parentId);
  await trx.deleteFrom('organisation').where('organisation_id', '=', organisationId).execute();
  if (before.groupId !== null) await trx.deleteFrom('device_group').where('group_id', '=', before.groupId).execute();
  await recordChange(trx, {
    actor: user,
    action: 'organisations remove',
    subject: `organisation:${organisationId}`,
    detail: { organisationId: before.parentId, before: { name: before.name, kind: before.kind } },
  });
}

/** What is over and stays readable goes to the organisation above. */
async function leaveHistory(trx: Trx, organisationId: string, parentId: string | null): Promise<void> {
  for (const table of ['alert_rule', 'channel', 'api_token', 'invitation'] as const)
    await sql`update ${sql.table(table)} set organisation_id = ${parentId}
      where organisation_id = ${organisationId}`.execute(trx);
  await trx.deleteFrom('part_number').where('organisation_id', '=', organisationId).execute();
}

async function checkVersion(trx: Trx, user: Actor, before: store.StoredOrganisation, version: number): Promise<void> {
  if (before.version === version) return;
  const current = await showOrganisation(trx, user, before.organisationId);
  throw new Refusal(202002, 'the organisation was changed meanwhile', { body: { current } });
}

interface Numbers {
  readonly dealerNumbers: readonly string[];
  readonly customerNumbers: readonly string[];
}

/** Dealer numbers name dealers, customer numbers customers and sites; the operator has none. */
function checkNumbers(kind: store.StoredOrganisation['kind'], { dealerNumbers, customerNumbers }: Numbers): void {
  if (dealerNumbers.length > 0 && kind !== 'dealer') throw new Refusal(202001, `dealerNumbers: a ${kind} has none`);
  if (customerNumbers.length > 0 && kind !== 'customer' && kind !== 'site')
    throw new Refusal(202001, `customerNumbers: a ${kind} has none`);
}

async function checkTaken(
  trx: Trx,
  wanted: Numbers & { readonly organisationId: string; readonly dealerId: string | null },
): Promise<void> {
  const taken = await store.findTakenNumbers(trx, wanted);
  if (taken.length > 0)
    throw new Refusal(202001, `numbers: another organisation has ${taken.slice(0, 20).join(', ')} already`);
}

/** Readings and errors are stored for at most the months of the installation (OA-04); refuses 202001 more. */
export function checkRetention(
  { settings }: BodyOf<typeof changeCall>,
  { readingMonths, eventMonths }: { readonly readingMonths: number; readonly eventMonths: number },
): void {
  const most = Math.max(readingMonths, eventMonths);
  if ((settings?.retentionMonths ?? 0) > most)
    throw new Refusal(202001, `settings.retentionMonths: the installation stores ${most} months at most`);
}

/** The settings of an organisation after a change; null goes back to what is inherited. */
function toForm(
  before: unknown,
  change: Omit<NonNullable<BodyOf<typeof changeCall>['settings']>, 'terms'>,
): OrganisationForm {
  const wanted = Object.entries({ ...organisationForm.parse(before), ...change }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const form = organisationForm.parse(Object.fromEntries(wanted));
  try {
    toSettings(form);
  } catch (error) {
    throw new Refusal(202001, `settings: ${toMessage(error)}`);
  }
  return form;
}
