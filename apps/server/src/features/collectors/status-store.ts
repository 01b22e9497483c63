import type { CollectorStatus } from '@platen/contract/collectors';
import { sql } from 'kysely';
import { correctTime, hourMs, toClockOffset } from '../../base/time.ts';
import type { Connection } from '../../store/database.ts';
import { runPrepared } from '../../store/statement.ts';

export type StatusHead = Omit<CollectorStatus, 'sentAt' | 'failures' | 'findings'>;

/** A status as it is stored: its times by the server's clock, none of them after it was received. */
function toStoredStatus(
  { name, version, host, startedAt, everyMs, queue, round, progress, remote, failures, findings }: CollectorStatus,
  offset: number,
  receivedAt: Date,
): { head: StatusHead } & Pick<CollectorStatus, 'failures' | 'findings'> {
  const correct = (time: string): string => {
    const at = correctTime(new Date(time), offset).getTime();
    return new Date(Math.min(Math.max(at, 0), receivedAt.getTime())).toISOString();
  };
  return {
    head: {
      name,
      version,
      ...(host === undefined ? {} : { host }),
      startedAt: correct(startedAt),
      everyMs,
      queue,
      ...(progress === undefined ? {} : { progress }),
      round: round && { ...round, startedAt: correct(round.startedAt), endedAt: correct(round.endedAt) },
      ...(remote === undefined ? {} : { remote }),
    },
    failures: failures.map((failure) => ({ ...failure, since: correct(failure.since) })),
    findings: findings.map((finding) => ({ ...finding, since: correct(finding.since) })),
  };
}

/** Known devices and single addresses that did not answer; of other addresses it is expected. */
const countUnread = ({ failures }: CollectorStatus): number =>
  failures.filter(({ kind }) => kind === 'silent' || kind === 'failed').length;

/** How often a collector is asked to report: while its first round runs, and while its page is open. */
const askAgain = { firstRoundMs: 5000, watchedMs: 30_000 };
/** The dialog stops waiting for a first round that takes longer. */
const firstRoundMs = hourMs;
const watchedMs = 90_000;

/** A program is known by its machine and the time of its start, as it gives them. */
const isProgram = (index: 0 | 1) => sql`p.programs -> ${sql.lit(index)} = excluded.programs -> 0`;

/**
 * A status is not waited for on the disk (0760): half of what it costs, and the next comes in 5 minutes. In
 * force for this statement alone.
 */
const withoutFlush = sql`(select set_config('synchronous_commit', 'off', true)) without_flush`;

/**
 * Stores a status in place of the previous one. Two programs that take turns run with one id (CF-04): the
 * one before the newest reports again, which a restarted one never does. Returns what the collector is to
 * know.
 */
export async function storeStatus(
  store: Pick<Connection, 'pool'>,
  collectorId: string,
  status: CollectorStatus,
  now: Date,
): Promise<StatusReply> {
  const offset = toClockOffset(new Date(status.sentAt), now);
  const { head, failures, findings } = toStoredStatus(status, offset, now);
  const programs = JSON.stringify([{ host: status.host ?? null, startedAt: status.startedAt }]);
  const [heard] = await runPrepared(
    store,
    'store-collector-status',
    sql<Heard>`with changed as (
        update collector set last_contact_at = ${now}, version = ${head.version}
        where collector_id = ${collectorId} and (version is distinct from ${head.version} or last_contact_at is null)
      ), stored as (
      insert into collector_status as p (collector_id, received_at, clock_offset_s, every_ms, head, failures, findings,
        failure_count, finding_count, programs)
      values (${collectorId}, ${now}, ${offset}, ${head.everyMs}, ${JSON.stringify(head)},
        ${JSON.stringify(failures)}, ${JSON.stringify(findings)}, ${failures.length}, ${findings.length}, ${programs})
      on conflict (collector_id) do update set received_at = excluded.received_at,
        clock_offset_s = excluded.clock_offset_s, every_ms = excluded.every_ms, head = excluded.head,
        failures = excluded.failures, findings = excluded.findings, failure_count = excluded.failure_count,
        finding_count = excluded.finding_count,
        programs = case when ${isProgram(0)} then p.programs
          else excluded.programs || coalesce(p.programs -> 0, '[]') end,
        runs_twice_at = case when ${isProgram(1)} then excluded.received_at else p.runs_twice_at end
      ), passed as (
        insert into collector_round (collector_id, began_at, ended_at, printers, unread)
        select ${collectorId}, began_at, ended_at, printers, unread
        from (select ${status.round?.startedAt ?? null}::timestamptz as began_at,
          ${head.round?.endedAt ?? null}::timestamptz as ended_at, ${head.round?.printers ?? null}::int as printers,
          ${countUnread(status)}::int as unread) r
        where began_at is not null on conflict do nothing)
      select coalesce(h.watched_until > ${now}::timestamptz, false) as "isWatched", e.enrolled_at as "enrolledAt",
        w.version, w.hash, w.effective_hash as "effectiveHash", h.remote_off_at is not null as "isRemoteOff",
        exists (select from collector_command k where k.collector_id = h.collector_id and k.ended_at is null
          and k.valid_until > ${now}::timestamptz) as "isAsked"
      from collector h cross join ${withoutFlush} left join collector_enrolment e on e.collector_id = h.collector_id
      left join collector_settings w on w.collector_id = h.collector_id where h.collector_id = ${collectorId}`,
  );
  return heard === undefined ? {} : toReply(heard, head, now);
}

interface Heard {
  readonly isWatched: boolean;
  readonly enrolledAt: Date | null;
  readonly version: number | null;
  readonly hash: string | null;
  readonly effectiveHash: string | null;
  readonly isRemoteOff: boolean;
  readonly isAsked: boolean;
}

/**
 * What the answer to a status says. `isAsked`: commands wait. `shows`: false: its settings must be
 * forgotten.
 */
export interface StatusReply {
  readonly askAgainMs?: number;
  readonly settings?: { readonly number: number; readonly hash: string };
  readonly wantsEffective?: true;
  readonly isAsked?: true;
  readonly shows?: false;
}

/**
 * The file of the collector decides: nothing is offered that it does not let the portal do (CF-10), and
 * neither settings nor commands while the customer has switched remote work off (OA-20).
 */
function toReply(
  { version, hash, effectiveHash, ...heard }: Heard,
  { round, remote }: StatusHead,
  now: Date,
): StatusReply {
  const isFirst = round === null && now.getTime() - (heard.enrolledAt?.getTime() ?? 0) < firstRoundMs;
  const askAgainMs = isFirst ? askAgain.firstRoundMs : heard.isWatched ? askAgain.watchedMs : undefined;
  const level = remote?.level ?? 'off';
  return {
    ...(askAgainMs !== undefined && { askAgainMs }),
    ...(level === 'manage' && !heard.isRemoteOff && hash !== null && { settings: { number: version ?? 0, hash } }),
    ...(remote?.effective !== undefined && remote.effective !== effectiveHash && { wantsEffective: true as const }),
    ...(level !== 'off' && !heard.isRemoteOff && heard.isAsked && { isAsked: true as const }),
    ...(level === 'off' && effectiveHash !== null && { shows: false as const }),
  };
}

/** A user has the page of a collector open: it is asked to report more often. At most two writes a minute. */
export async function noteWatched({ db }: Pick<Connection, 'db'>, collectorId: string, now: Date): Promise<void> {
  await sql`update collector set watched_until = ${new Date(now.getTime() + watchedMs)}
    where collector_id = ${collectorId}
      and coalesce(watched_until, '-infinity') < ${new Date(now.getTime() + watchedMs - 30_000)}::timestamptz`.execute(
    db,
  );
}
