import type { CollectorState } from '@platen/contract/collectors';
import { type RawBuilder, sql } from 'kysely';

/** A collector that runs as a service reports its status every 5 minutes, also between its rounds. */
export const serviceGraceMinutes = 15;
/**
 * One that runs now and then, or never reports a status, is expected once a day, now and then some hours
 * later.
 */
export const otherGraceHours = 30;

/**
 * The state of a collector `c` with its status `s`, if any, as an SQL expression.
 * Rules: docs/decisions/0154-health-of-collectors.md.
 */
export const toStateColumn = (now: Date): RawBuilder<CollectorState> => sql`case
    when c.revoked_at is not null then 'revoked'
    when c.last_contact_at is null then 'never'
    when c.last_contact_at < ${now}::timestamptz - case when s.every_ms is null
      then interval '${sql.raw(String(otherGraceHours))} hours'
      else interval '${sql.raw(String(serviceGraceMinutes))} minutes' end then 'silent'
    else 'working' end`;
