/** A collector that runs as a service says how it is every 5 minutes, also between its rounds. */
export const serviceGraceMinutes = 15;
/** Who runs now and then, or never says how it is, is expected once a day, now and then some hours later. */
export const otherGraceHours = 30;

/**
 * The state of a collector `c` with its status `s`, if any, as an SQL expression; `now` is the place of a time in the statement.
 * Rules: docs/decisions/0154-health-of-collectors.md.
 */
export const toStateColumn = (now: string): string => `case
    when c.revoked_at is not null then 'revoked'
    when c.last_contact_at is null then 'never'
    when c.last_contact_at < ${now}::timestamptz - case when s.every_ms is null
      then interval '${otherGraceHours} hours' else interval '${serviceGraceMinutes} minutes' end then 'silent'
    else 'working' end`;
