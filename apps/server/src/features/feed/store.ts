import { feedDays, feedPageSize } from '@platen/contract/ticket-names';
import type { FedCondition } from '@platen/contract/tickets';
import type { TicketMark } from '@platen/contract/worklist-item';
import { type Kysely, sql } from 'kysely';
import { dayMs } from '../../base/time.ts';
import { acted, loadSubjects } from '../../delivery/load-subjects.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { rowVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { ticketOfCondition } from '../../worklist/ticket-marks.ts';

type Db = Kysely<Database>;

/** A place in the order of changes: an instant to the microsecond, and the last condition of it. */
export interface Place {
  readonly at: string;
  /** Null: before all conditions of that instant. */
  readonly conditionId: string | null;
}

interface Changed {
  readonly conditionId: string;
  readonly changedAt: string;
  readonly resolvedAt: Date | null;
  readonly ticket: TicketMark | null;
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;

const toText = ({ changedAt, conditionId }: Pick<Changed, 'changedAt' | 'conditionId'>): string =>
  `${changedAt}_${conditionId}`;

/** The place that a `changedSince` names; undefined: it names none. */
export function toPlace(text: string): Place | undefined {
  const [at = '', conditionId = null, more] = text.split('_');
  const isKnown = instantPattern.test(at) && !Number.isNaN(Date.parse(at)) && at >= '1970' && at < '2200';
  if (!isKnown || more !== undefined || (conditionId !== null && !uuidPattern.test(conditionId))) return undefined;
  return { at, conditionId };
}

/**
 * The conditions that changed after a place, in the order of their changes, as the user sees them now: at
 * most 1,000. A judgement is among them only once a person acted (XC-02); what follows from another condition
 * is not.
 */
export async function readChanges(
  db: Db,
  user: SignedInUser,
  after: Place | undefined,
  now: Date,
): Promise<{ conditions: FedCondition[]; hasMore: boolean; next: string | null }> {
  const horizon = await readHorizon(db);
  const oldest = new Date(now.getTime() - feedDays * dayMs).toISOString();
  const from = after === undefined || after.at < oldest ? { at: oldest, conditionId: null } : after;
  const isLater =
    from.conditionId === null
      ? sql<boolean>`c.changed_at > ${from.at}::timestamptz`
      : sql<boolean>`(c.changed_at, c.condition_id) > (${from.at}::timestamptz, ${from.conditionId}::uuid)`;
  const { rows } = await sql<Changed>`
    select c.condition_id as "conditionId", c.resolved_at as "resolvedAt", ${ticketOfCondition} as ticket,
      to_char(c.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "changedAt"
    from condition c cross join lateral (select c.entity_id) w
    where ${isLater} and c.changed_at < ${horizon}::timestamptz and c.inhibited_by is null
      and (c.source <> 'judgement' or ${acted}) and ${rowVisibleTo(user)}
    order by c.changed_at, c.condition_id limit ${sql.lit(feedPageSize + 1)}`.execute(db);
  const page = rows.slice(0, feedPageSize);
  const subjects = await loadSubjects(db, {
    owner: user,
    kind: 'webhook',
    conditionIds: page.map(({ conditionId }) => conditionId),
    now,
  });
  const conditions = page.flatMap((changed): FedCondition[] => {
    const subject = subjects.get(changed.conditionId);
    if (subject === undefined) return [];
    const { place, condition, priority, assignee } = subject;
    return [
      {
        conditionId: condition.conditionId,
        change: toText(changed),
        changedAt: changed.changedAt,
        kind: condition.kind,
        subject: condition.subject,
        source: condition.source,
        state: condition.state,
        priority,
        facts: condition.facts,
        openedAt: condition.openedAt,
        lastSeenAt: condition.lastSeenAt,
        resolvedAt: changed.resolvedAt && changed.resolvedAt.toISOString(),
        resolution: condition.resolution,
        assignee,
        plannedDay: condition.plannedDay,
        ticket: changed.ticket,
        deviceId: place.entity === 'device' ? place.rowId : null,
        serial: place.serial,
        model: place.model,
        customerNumber: place.customerNumber,
        customerName: place.customerName,
        dealerNumber: place.dealerNumber,
        description: place.description,
      },
    ];
  });
  const last = page.at(-1);
  return { conditions, hasMore: rows.length > page.length, next: last === undefined ? null : toText(last) };
}

/**
 * Up to when the order of changes is settled: an open transaction may still commit changes with the instant
 * of its writing, and none from before it began. Must be read before the statement that reads the changes.
 */
async function readHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(least(clock_timestamp(), min(xact_start)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from pg_stat_activity
    where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`.execute(db);
  return rows[0]?.at ?? new Date(0).toISOString();
}
