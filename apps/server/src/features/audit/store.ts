import { type AuditEntry, auditPage, type listAudit, mostAuditCounted } from '@platen/contract/audit';
import type { QueryOf } from '@platen/contract/endpoint';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { batchSize, openSnapshot, type Snapshot } from '../../files/snapshot.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { auditVisibleTo } from '../../identity/visibility.ts';
import type { Connection, Database } from '../../store/database.ts';
import { isRecord, readDeviceNames, toSubject } from './device-names.ts';

export type Selection = Omit<QueryOf<typeof listAudit>, 'before'>;

interface EntryRow {
  readonly audit_id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actor_kind: AuditEntry['actor']['kind'];
  readonly actor_name: string | null;
  readonly action: string;
  readonly subject: string;
  readonly subject_name: string | null;
  readonly detail: unknown;
  readonly request_id: string | null;
}

/** A text as an id, by which an index finds; null: it is none. */
const toUuid = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${text})::uuid end`;
const id = toUuid(sql`s.id`);

/**
 * Where the name of a subject is, by its kind; others are named by what follows the kind. Devices and their
 * conditions are named by statements of their own (`readDeviceNames`).
 */
const names: Readonly<Record<string, RawBuilder<unknown>>> = {
  user: sql`select name from app_user where subject = s.id`,
  group: sql`select name from device_group where group_id::text = s.id`,
  organisation: sql`select name from organisation where organisation_id = ${id}`,
  invitation: sql`select name from invitation where invitation_id = ${id}`,
  collector: sql`select name from collector where collector_id = ${id}`,
  token: sql`select name from api_token where token_id = ${id}`,
  channel: sql`select name from channel where channel_id = ${id}`,
  ticketSystem: sql`select name from ticket_system where system_id = ${id}`,
  rule: sql`select v.form ->> 'name' from rule_version v where v.rule_id = ${id} order by v.version desc limit 1`,
  view: sql`select name from saved_view where view_id = ${id}`,
  close: sql`select name from meter_close where close_id = ${id}`,
  closePlan: sql`select name from meter_plan where plan_id = ${id}`,
  meterTemplate: sql`select form ->> 'name' from meter_template where template_id = ${id}`,
  codeStandard: sql`select name from code_standard where standard_id = ${id}`,
  notification: sql`select left(content_en, 60) from notification where notification_id = ${id}`,
};

const subjectName = sql`case s.kind ${sql.join(
  Object.entries(names).map(([kind, query]) => sql`when ${sql.lit(kind)} then (${query})`),
  sql` `,
)} end`;

const columns = sql`a.audit_id, a.at, a.actor, a.actor_kind, a.action, a.subject, a.detail, a.request_id,
  case a.actor_kind
    when 'collector' then (select name from collector where 'collector:' || collector_id = a.actor)
    when 'token' then (select name from api_token t where t.token_id = a.token_id)
    else (select name from app_user u where u.subject = a.actor) end as actor_name,
  ${subjectName} as subject_name`;
const named = sql`cross join lateral (
  select split_part(a.subject, ':', 1) as kind, substr(a.subject, strpos(a.subject, ':') + 1) as id) s`;

/** A text that a pattern finds as it is. */
const toPattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function where(user: SignedInUser, { from, to, kind, subject, actor, search }: Selection): RawBuilder<boolean> {
  const like = search === undefined ? undefined : toPattern(search);
  return sql<boolean>`${sql.join(
    [
      auditVisibleTo(user),
      ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
      ...(to === undefined ? [] : [sql`a.at < ${to}`]),
      ...(kind === undefined ? [] : [sql`a.actor_kind = ${kind}`]),
      ...(subject === undefined ? [] : [sql`a.subject = ${subject}`]),
      ...(actor === undefined ? [] : [sql`a.actor = ${actor}`]),
      ...(like === undefined
        ? []
        : [
            sql`(a.action ilike ${like} or a.actor ilike ${like} or a.subject ilike ${like} or a.request_id ilike ${like}
              or a.actor in (select u.subject from app_user u where u.name ilike ${like})
              or a.subject in (select 'device:' || d.device_id from device d where d.serial ilike ${like}))`,
          ]),
    ],
    sql` and `,
  )}`;
}

/** A page of entries behind `before`, newest first, whether there are more, and how many there are in all. */
export async function readPage(db: Kysely<Database>, user: SignedInUser, selection: Selection, before?: string) {
  const { rows } = await sql<EntryRow>`
    select ${columns} from audit_entry a ${named} where ${where(user, selection)} ${behind(before)}
    order by a.at desc, a.audit_id desc limit ${auditPage + 1}`.execute(db);
  return {
    entries: await toEntries(db, rows.slice(0, auditPage)),
    hasMore: rows.length > auditPage,
    total: await count(db, user, selection, mostAuditCounted),
  };
}

/** Entries after the one with this id, in the order of the list. */
const behind = (auditId: string | undefined): RawBuilder<unknown> =>
  auditId === undefined
    ? sql``
    : sql`and (a.at, a.audit_id) < (select b.at, b.audit_id from audit_entry b where b.audit_id = ${auditId})`;

async function count(db: Kysely<Database>, user: SignedInUser, selection: Selection, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from audit_entry a where ${where(user, selection)} limit ${most}) as found`.execute(db);
  return rows[0]?.n ?? 0;
}

/** All entries of a selection at one moment, batch by batch. */
export const readAll = (
  store: Pick<Connection, 'db'>,
  user: SignedInUser,
  selection: Selection,
): Promise<Snapshot<AuditEntry>> =>
  openSnapshot(store, async (trx) => {
    async function* batches() {
      let last: EntryRow | undefined;
      for (;;) {
        const { rows }: { rows: EntryRow[] } = await sql<EntryRow>`
          select ${columns} from audit_entry a ${named} where ${where(user, selection)} ${behind(last?.audit_id)}
          order by a.at desc, a.audit_id desc limit ${batchSize}`.execute(trx);
        if (rows.length > 0) yield await toEntries(trx, rows);
        if (rows.length < batchSize) return;
        last = rows.at(-1);
      }
    }
    return { total: await count(trx, user, selection, 100_000_000), batches: batches() };
  });

async function toEntries(db: Kysely<Database>, rows: readonly EntryRow[]): Promise<AuditEntry[]> {
  const subjects = rows.map(({ audit_id, subject, detail }) => ({ auditId: audit_id, subject, detail }));
  const named = await readDeviceNames(db, subjects);
  return rows.map((row) => toEntry({ ...row, subject_name: row.subject_name ?? named.get(row.audit_id) ?? null }));
}

function toEntry(row: EntryRow): AuditEntry {
  const { kind, id: subjectId } = toSubject(row.subject);
  return {
    auditId: row.audit_id,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor, name: row.actor_name ?? row.actor.replace(/^user:/, '') },
    action: row.action,
    subject: { kind, id: subjectId, name: row.subject_name },
    detail: isRecord(row.detail) ? row.detail : {},
    requestId: row.request_id,
  };
}
