import type { ChannelKind } from '@platen/contract/channel-names';
import { isForMachines } from '@platen/contract/channel-names';
import { dayMs, hourMs, minuteMs } from '@platen/contract/constants';
import { type ConditionSignal, type Priority, priorities } from '@platen/contract/worklist-names';
import { toLocalDay, toWorkTime, type WorkTime } from '@platen/diagnosis/conditions/calendar';
import { factsAt } from '@platen/diagnosis/conditions/due-facts';
import { shownState } from '@platen/diagnosis/conditions/entity';
import { classOf } from '@platen/diagnosis/conditions/rank';
import { takenUpBy } from '@platen/diagnosis/delivery/match';
import type { ConditionNow } from '@platen/diagnosis/delivery/plan';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { rowVisibleTo } from '../identity/visibility.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { readOrganisation } from '../worklist/organisation.ts';
import type { MessageCondition, MessageItem, MessagePlace } from './message.ts';
import { readShares, type Share } from './shares.ts';

/** A condition as messages have it now, with what decides whether they go. */
export interface Subject
  extends Pick<MessageItem, 'place' | 'condition' | 'priority' | 'assignee' | 'isJudged' | 'rule'> {
  readonly now: ConditionNow;
  readonly assigneeId: string | null;
  /** The rule that opened it is paused (AR-13). */
  readonly isRulePaused: boolean;
}

interface StoredRow extends Omit<MessageCondition, 'state' | 'openedAt' | 'lastSeenAt'>, Omit<MessagePlace, 'name'> {
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly assigneeId: string | null;
  readonly assignee: string | null;
  readonly inhibitedBy: string | null;
  readonly snooze: { readonly until: number | null } | null;
  readonly points: number;
  readonly signal: ConditionSignal;
  readonly rowPriority: number | null;
  readonly hasPersonActed: boolean;
  readonly isRulePaused: boolean;
  readonly rule: NonNullable<MessageItem['rule']> | null;
  /** Of the device; null: not placed, or no device. */
  readonly organisationId: string | null;
  readonly visitDay: string | null;
  readonly visitHours: string | null;
}

type Row = StoredRow & Share;

/** A visit holds messages back from so long before its time, and at most so long (DE-14). */
const visitHolds = { beforeMs: 30 * minuteMs, mostMs: 12 * hourMs };

/**
 * Whether a person acknowledged, planned or handed over `condition c`, so that it may go to machines (XC-02).
 */
export const acted = sql<boolean>`exists (
  select from condition_event e where e.entity_id = c.entity_id and e.condition_id = c.condition_id and e.change = any(${[...takenUpBy]}::text[]) and e.undone_by is null)`;

/**
 * These conditions as the owner of a channel sees them at this moment (DE-03), by id; what the owner does not
 * see is left out.
 */
export async function loadSubjects(
  db: Kysely<Database>,
  {
    owner,
    kind,
    conditionIds,
    now,
  }: {
    readonly owner: SignedInUser;
    readonly kind: ChannelKind;
    readonly conditionIds: readonly string[];
    readonly now: Date;
  },
): Promise<Map<string, Subject>> {
  if (conditionIds.length === 0) return new Map();
  const stored = await sql<StoredRow>`
    select c.entity_id as "rowId", c.entity, c.condition_id as "conditionId", c.kind, c.subject, c.source, c.work, c.signal, c.facts,
      c.who_can_act as "whoCanAct", c.opened_at as "openedAt", c.last_seen_at as "lastSeenAt", c.resolution,
      c.planned_day as "plannedDay", c.version, c.inhibited_by as "inhibitedBy", c.snooze, c.points,
      c.assignee as "assigneeId", u.name as assignee, r.priority as "rowPriority",
      coalesce(d.serial, c.serial) as serial, coalesce(d.model, c.model) as model,
      coalesce(d.customer_number, ev.customer_number) as "customerNumber", d.description, d.dealer_number as "dealerNumber",
      d.customer_name as "customerName", ${acted} as "hasPersonActed",
      rule.paused_at is not null as "isRulePaused",
      case when rule.rule_id is not null then json_build_object('tests', rule.form -> 'tests',
        'openDelayMinutes', rule.form -> 'openDelayMinutes', 'clearDelayMinutes', rule.form -> 'clearDelayMinutes') end as rule,
      d.organisation_id as "organisationId", v.planned_day as "visitDay", v.planned_hours as "visitHours"
    from condition c
      left join worklist_row r on r.entity_id = c.entity_id
      left join evaluation ev on ev.entity_id = c.entity_id
      left join device d on d.device_id = c.entity_id
      left join app_user u on u.user_id = c.assignee
      left join alert_rule rule on c.kind = 'rule' and rule.rule_id::text = left(c.subject, 36)
      left join visit v on v.visit_id = c.visit_id and v.state in ('planned', 'underWay')
    where c.condition_id = any(${uuids([...new Set(conditionIds)])}) and ${rowVisibleTo(owner, 0, sql.ref('c.entity_id'))}`.execute(
    db,
  );
  const shareOf = await readShares(db, owner, stored.rows);
  const rows = stored.rows.map((row): Row => ({ ...row, ...shareOf(row) }));
  // The hours of a visit are those of the place where the device stands.
  const times = new Map<string | null, WorkTime>();
  for (const { organisationId } of rows)
    if (!times.has(organisationId))
      times.set(organisationId, toWorkTime((await readOrganisation(db, organisationId)).settings.calendar));
  return new Map(
    rows.flatMap((row) => {
      const time = times.get(row.organisationId);
      return time === undefined ? [] : [[row.conditionId, toSubject(row, kind, time, now)] as const];
    }),
  );
}

function toSubject(row: Row, kind: ChannelKind, time: WorkTime, now: Date): Subject {
  const isJudged = row.source === 'judgement';
  const ofRow: Priority = priorities[(row.rowPriority ?? priorities.length) - 1] ?? 'P4';
  return {
    now: {
      work: row.work,
      isCleared: row.signal === 'cleared',
      priority: ofRow,
      isInhibited: row.inhibitedBy !== null,
      snoozedUntil: row.work === 'snoozed' ? (row.snooze?.until ?? null) : null,
      visitUntil: visitUntil(row, time, now),
      isJudged,
      hasPersonActed: row.hasPersonActed,
    },
    place: {
      rowId: row.rowId,
      entity: row.entity,
      serial: row.serial,
      model: row.model,
      customerNumber: row.customerNumber,
      customerName: row.customerName,
      description: row.description,
      dealerNumber: row.dealerNumber,
      name: row.name,
    },
    condition: {
      conditionId: row.conditionId,
      kind: row.kind,
      subject: row.subject,
      source: row.source,
      work: row.work,
      state: shownState({ work: row.work, assignee: row.assigneeId }),
      facts: toFacts(row, now),
      whoCanAct: row.whoCanAct,
      openedAt: row.openedAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      resolution: row.resolution,
      plannedDay: row.plannedDay,
      version: row.version,
    },
    // The class of the row may rest on a judgement.
    priority: isForMachines(kind) ? classOf(row.points) : ofRow,
    assignee: row.assignee,
    assigneeId: row.assigneeId,
    isJudged,
    isRulePaused: row.isRulePaused,
    ...(row.rule === null ? {} : { rule: row.rule }),
  };
}

function toFacts({ facts, devices, entity, name }: Row, now: Date): MessageCondition['facts'] {
  const own = factsAt(facts, now.getTime());
  if (devices === null) return own;
  const { text: _name, ...unnamed } = own;
  return { ...(entity === 'collector' && name === null ? unnamed : own), count: devices };
}

/**
 * Until when a visit to it holds messages back; null: it does not now. Without an hour it begins with the
 * day's work.
 */
function visitUntil({ visitDay, visitHours }: Row, time: WorkTime, now: Date): number | null {
  if (visitDay === null) return null;
  const midnight = time.startOf(toLocalDay(visitDay));
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(visitHours ?? '') ?? [];
  const begins =
    hours === undefined
      ? time.addMinutes(midnight, 0)
      : Math.min(midnight + dayMs, midnight + Number(hours) * hourMs + Number(minutes) * minuteMs);
  const at = now.getTime();
  return begins - visitHolds.beforeMs <= at && at < begins + visitHolds.mostMs ? begins + visitHolds.mostMs : null;
}
