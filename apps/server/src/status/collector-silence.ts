import { sql } from 'kysely';

/** A collector that runs as a service reports its status every 5 minutes, also between its rounds. */
const serviceGraceMinutes = 15;
/**
 * One that runs now and then, or never reports a status, is expected once a day, now and then some hours
 * later.
 */
const otherGraceHours = 30;

/**
 * When a collector `c` with its status `s`, if any, counts as silent, as an SQL expression; null: it was
 * never heard of. Rules: docs/decisions/0154-health-of-collectors.md.
 */
export const silentFrom = sql<Date | null>`c.last_contact_at + case when s.every_ms is null
  then interval '${sql.raw(String(otherGraceHours))} hours'
  else interval '${sql.raw(String(serviceGraceMinutes))} minutes' end`;
