import type { ExportWay } from '@platen/contract/meter-export-names';
import type { MeterCode, MeterTemplate, TemplateForm } from '@platen/contract/meter-exports';
import type { MeterExportRun, MeterExports } from '@platen/contract/meter-hand-off';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { type CloseRow, readCloseRows } from '../../closes/close-row.ts';
import { noteExported } from '../../closes/freeze-close.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { closeVisibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { sqlPerson } from '../../store/person-of.ts';
import { readCodes } from './code-store.ts';
import { type MadeFile, makeFile } from './make-file.ts';
import { readTemplate } from './template-store.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** A close that the user sees; a foreign one is refused as an unknown one (GE-05). */
export async function findExportedClose(db: Db, user: SignedInUser, closeId: string): Promise<CloseRow> {
  const [close] = await readCloseRows(db, sql<boolean>`c.close_id = ${closeId} and ${closeVisibleTo(user)}`);
  if (close === undefined) throw new Refusal(204001, 'there is no such close');
  return close;
}

/** Refuses 202003 for a close that is not closed: its lines may still change. */
export function requireClosed({ state }: CloseRow): void {
  if (state !== 'closed' && state !== 'exported') throw new Refusal(202003, 'the period is not closed');
}

const toForm = ({ templateId: _id, isShipped: _shipped, version: _version, ...form }: MeterTemplate): TemplateForm =>
  form;

/** Whether the next run of a way has to be a test: none was made with this template there yet (MX-06). */
export async function isFirstRun(
  db: Db,
  { organisationId }: Pick<CloseRow, 'organisationId'>,
  templateId: string,
  way: ExportWay,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from meter_export_run where template_id = ${templateId} and way = ${way}
      and organisation_id is not distinct from ${organisationId} limit 1`.execute(db);
  return rows.length === 0;
}

export interface Asked {
  readonly closeId: string;
  readonly templateId: string;
  readonly way: ExportWay;
  /** Undefined: a test where it has to be one. */
  readonly isTest: boolean | undefined;
  readonly languages: string | undefined;
  readonly portal: string;
  readonly now: Date;
}

export interface MadeRun extends MadeFile {
  readonly runId: string;
  readonly close: CloseRow;
  readonly form: TemplateForm;
  readonly isTest: boolean;
}

/**
 * Makes a file of a close and records it with all that it was made of; the first real one sets the close to
 * exported. Refuses 202003 where a test has to come first (MX-06), and a real one without a line.
 */
export async function makeRun(trx: Trx, user: SignedInUser, asked: Asked): Promise<MadeRun> {
  const { closeId, templateId, way, now } = asked;
  const close = await findExportedClose(trx, user, closeId);
  requireClosed(close);
  const template = await readTemplate(trx, user, templateId, asked.languages);
  // Two first runs at once must not pass each other.
  await sql`select 1 from meter_close where close_id = ${closeId} for update`.execute(trx);
  const isFirst = await isFirstRun(trx, close, templateId, way);
  if (isFirst && asked.isTest === false) throw new Refusal(202003, 'the first run of a template is a test');
  const isTest = asked.isTest ?? isFirst;
  const form = toForm(template);
  const { codes } = await readCodes(trx, user);
  const made = await makeFile(trx, close, { form, codes, portal: asked.portal });
  if (!isTest && made.table.lines === 0) throw new Refusal(202003, 'no line of the period has what the file needs');
  const runId = newId();
  await trx
    .insertInto('meter_export_run')
    .values({
      run_id: runId,
      close_id: closeId,
      organisation_id: close.organisationId,
      template_id: templateId,
      form: JSON.stringify(form),
      codes: JSON.stringify(codes),
      portal: asked.portal,
      way,
      is_test: isTest,
      lines: made.table.lines,
      left_out: made.table.leftOut.length,
      bytes: made.bytes.length,
      hash: made.hash,
      made_by: user.userId,
      made_at: now,
    })
    .execute();
  await recordChange(trx, {
    actor: user,
    action: isTest ? 'close export tried' : 'close export',
    subject: `close:${closeId}`,
    detail: { template: form.name, way, lines: made.table.lines, hash: made.hash.toString('hex') },
  });
  if (!isTest) await noteExported(trx, close, { actor: user, now });
  return { ...made, runId, close, form, isTest };
}

/** The file of an earlier run, with the same bytes (LG-35). */
export async function repeatRun(
  trx: Trx,
  user: SignedInUser,
  { closeId, runId, portal }: { readonly closeId: string; readonly runId: string; readonly portal: string },
): Promise<MadeRun> {
  const close = await findExportedClose(trx, user, closeId);
  const { rows } = await sql<{
    form: TemplateForm;
    codes: MeterCode[];
    portal: string | null;
    isTest: boolean;
    hash: Buffer;
  }>`
    select form, codes, portal, is_test as "isTest", hash from meter_export_run
    where close_id = ${closeId} and run_id = ${runId}`.execute(trx);
  const [run] = rows;
  if (run === undefined) throw new Refusal(204001, 'there is no such file');
  const made = await makeFile(trx, close, { form: run.form, codes: run.codes, portal: run.portal ?? portal });
  if (!made.hash.equals(run.hash)) throw new Error(`the file of the run ${runId} is another one now`);
  return { ...made, runId, close, form: run.form, isTest: run.isTest };
}

const mostRuns = 100;
const mostRefused = 200;

/** Files that were made of a close, and what the ERP answered (MX-10). */
export async function readExports(db: Db, user: SignedInUser, closeId: string): Promise<MeterExports> {
  const close = await findExportedClose(db, user, closeId);
  const [runs, refused, counts] = await Promise.all([
    sql<Omit<MeterExportRun, 'madeAt' | 'bytes'> & { madeAt: Date; bytes: number }>`
      select run_id as "runId", template_id as "templateId", form ->> 'name' as "templateName", way,
        form ->> 'format' as format, is_test as "isTest", lines, left_out as "leftOut", bytes::float8 as bytes,
        encode(hash, 'hex') as hash, ${sqlPerson('made_by')} as "madeBy", made_at as "madeAt"
      from meter_export_run where close_id = ${closeId} order by made_at desc limit ${mostRuns}`.execute(db),
    sql<Omit<MeterExports['refusedLines'][number], 'at'> & { at: Date }>`
      select l.serial, l.body::jsonb ->> 'assetNumber' as "assetNumber", r.meter, r.state, r.reason,
        r.reported_at as at
      from meter_result r left join lateral (
        select serial, body from meter_close_line l
        where l.close_id = r.close_id and l.device_id = r.device_id and l.meter = r.meter limit 1
      ) l on true
      where r.close_id = ${closeId} and r.state = 'refused' order by l.serial, r.meter limit ${mostRefused}`.execute(
      db,
    ),
    sql<{ accepted: number; refused: number }>`
      select count(*) filter (where state = 'accepted')::int as accepted,
        count(*) filter (where state = 'refused')::int as refused
      from meter_result where close_id = ${closeId}`.execute(db),
  ]);
  const { accepted = 0, refused: refusedCount = 0 } = counts.rows[0] ?? {};
  const lines = close.summary?.lines ?? 0;
  return {
    runs: runs.rows.map((run) => ({ ...run, madeAt: run.madeAt.toISOString() })),
    accepted,
    refused: refusedCount,
    unanswered: accepted + refusedCount === 0 ? 0 : Math.max(0, lines - accepted - refusedCount),
    refusedLines: refused.rows.map((line) => ({ ...line, at: line.at.toISOString() })),
  };
}
