import type { CollectorFinding } from '@platen/contract/collectors';
import {
  type answerFinding as answerCall,
  answersOfFinding,
  mostFindings,
  type OpenFinding,
} from '@platen/contract/device-merges';
import type { BodyOf } from '@platen/contract/endpoint';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { toAuthorId } from '../../identity/organisation-user.ts';
import { type Caller, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy, visibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { isOpenFinding } from '../../store/finding-answers.ts';
import { askAgain } from '../../worklist/make-due.ts';
import { mergeDevices } from './merge-service.ts';
import { readRecords } from './store.ts';

type Trx = Transaction<Database>;

interface Found {
  readonly finding: CollectorFinding;
  readonly collectorId: string;
  readonly collector: string;
  /** The one record in use that each side of an exchanged board names. */
  readonly before: string | null;
  readonly now: string | null;
}

/** A side of a finding names a device by `serial X` or `MAC 00:80:…`. */
const toSerial = (side: string): string | undefined => /^serial (.+)$/s.exec(side)?.[1];
const toDigits = (address: string): string => address.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
const toMac = (side: string): string | undefined => {
  const address = /^MAC (.+)$/s.exec(side)?.[1];
  return address === undefined ? undefined : toDigits(address);
};

/**
 * Open findings of collectors of the own tree about devices that the user sees, or about none that is known;
 * the newest first.
 */
async function readFindings(
  db: Kysely<Database>,
  user: SignedInUser,
  which: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Found[]> {
  const { rows } = await sql<Pick<Found, 'finding' | 'collectorId' | 'collector'>>`
    select f.finding, c.collector_id as "collectorId", c.name as collector
    from collector_status s join collector c on c.collector_id = s.collector_id
      cross join lateral jsonb_array_elements(s.findings) as f(finding)
    where s.finding_count > 0 and ${collectorManagedBy(user)} and ${isOpenFinding} and ${which}
    order by f.finding ->> 'since' desc, c.name, f.finding ->> 'target'`.execute(db);
  const named = await readNamed(
    db,
    user,
    rows.map(({ finding }) => finding),
  );
  return rows
    .filter(({ finding: { serial } }) => user.seesAll || serial === undefined || named.some((d) => d.serial === serial))
    .map((row) => ({ ...row, ...toRecords(row.finding, named) }));
}

interface NamedDevice {
  readonly id: string;
  readonly serial: string | null;
  readonly mac: string | null;
  readonly isInUse: boolean;
}

/** Devices that the user sees and that findings name. */
async function readNamed(
  db: Kysely<Database>,
  user: SignedInUser,
  findings: readonly CollectorFinding[],
): Promise<NamedDevice[]> {
  const sides = findings.flatMap(({ kind, before, now }) => (kind === 'exchangedBoard' ? [before, now] : []));
  const serials = [...findings.map(({ serial }) => serial), ...sides.map(toSerial)].filter((one) => one !== undefined);
  const macs = sides.map(toMac).filter((one) => one !== undefined);
  const mac = sql`regexp_replace(lower(d.mac_address), '[^0-9a-f]', '', 'g')`;
  if (serials.length + macs.length === 0) return [];
  const { rows } = await sql<NamedDevice>`
    select d.device_id as id, d.serial, ${mac} as mac, d.retired_on is null as "isInUse" from device d
    where (d.serial = any(${serials}::text[])${macs.length === 0 ? sql`` : sql` or ${mac} = any(${macs}::text[])`})
      and ${visibleTo(user)}`.execute(db);
  return rows;
}

function toRecords({ kind, before, now }: CollectorFinding, named: readonly NamedDevice[]) {
  const recordOf = (side: string): string | null => {
    const [serial, mac] = [toSerial(side), toMac(side)];
    const found = named.filter((d) => d.isInUse && (d.serial === serial || d.mac === mac));
    return kind === 'exchangedBoard' && found.length === 1 ? (found[0]?.id ?? null) : null;
  };
  return { before: recordOf(before), now: recordOf(now) };
}

export async function listFindings(db: Kysely<Database>, user: SignedInUser): Promise<OpenFinding[]> {
  const found = (await readFindings(db, user)).slice(0, mostFindings);
  const records = await readRecords(
    db,
    found.flatMap(({ before, now }) => [before, now].filter((id) => id !== null)),
  );
  const toDevice = (id: string | null) => records.get(id ?? '')?.device;
  return found.map(({ finding, collectorId, collector, ...ids }) => {
    const [before, now] = [toDevice(ids.before), toDevice(ids.now)];
    const areTwo = before !== undefined && now !== undefined && before.deviceId !== now.deviceId;
    return { ...finding, collectorId, collector, records: areTwo ? { before, now } : null };
  });
}

/**
 * Stores what a person answered; the finding is no work any more. An exchanged board of which there are two
 * records merges them (OA-44). Refuses 204001 without such an open finding, 202001 an answer that its kind
 * cannot have.
 */
export async function answerFinding(
  trx: Trx,
  caller: Caller,
  { collectorId, kind, target, before, now: is, answer }: BodyOf<typeof answerCall>,
): Promise<{ mergeId: string | null }> {
  const { user, now } = caller;
  if (!answersOfFinding[kind].includes(answer)) throw new Refusal(202001, `a finding of this kind is not '${answer}'`);
  const [found] = await readFindings(
    trx,
    user,
    sql<boolean>`c.collector_id = ${collectorId} and f.finding ->> 'kind' = ${kind} and f.finding ->> 'target' = ${target}
      and f.finding ->> 'before' = ${before} and f.finding ->> 'now' = ${is}`,
  );
  if (found === undefined) throw new Refusal(204001, 'there is no such finding without an answer');
  const serial = found.finding.serial ?? null;
  let mergeId: string | null = null;
  if (answer === 'exchanged' && found.before !== null && found.now !== null && found.before !== found.now) {
    requireRight(user, 'manageOrganisation');
    ({ mergeId } = await mergeDevices(trx, caller, { remainingId: found.before, mergedId: found.now }));
  }
  await trx
    .insertInto('finding_answer')
    .values({
      collector_id: collectorId,
      kind,
      target,
      before,
      now: is,
      answer,
      answered_by: toAuthorId(user),
      answered_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const concerned = await sql<{ id: string }>`
    select device_id as id from device where serial = ${serial} and collector_id = ${collectorId}`.execute(trx);
  await askAgain(
    trx,
    concerned.rows.map(({ id }) => id),
  );
  await recordChange(trx, {
    actor: user,
    action: 'findings answer',
    subject: `collector:${found.collector}`,
    detail: { kind, serial, before, now: is, answer, ...(mergeId !== null && { mergeId }) },
  });
  return { mergeId };
}
