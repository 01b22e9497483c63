import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { exportFormats, fileAnswer } from './export.ts';
import { timeZone } from './time-zone.ts';
import { instant, uuid } from './values.ts';

/** How the author of an entry acted: signed in, by API token, by a link of a message, or not as a person. */
export const actorKinds = ['user', 'token', 'link', 'collector', 'operator', 'server'] as const;

/** An entry of the audit (GE-11): who did what to what, with values before and after where there are any. */
export const auditEntry = z.object({
  auditId: uuid,
  at: instant,
  /** `name`: of the user or collector; of one that is gone what the entry has. */
  actor: z.object({ kind: z.enum(actorKinds), id: z.string(), name: z.string() }),
  action: z.string(),
  /** `kind`: `device`, `user`, `rule` …; `name`: of what is still there. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  detail: z.record(z.string(), z.unknown()),
  /** Of the call that made it, as the log has it. */
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const text = z.string().check(z.minLength(1), z.maxLength(200));
/**
 * `subject` and `actor` as the entries have them (`device:…`); `search`: part of actor, action, subject or
 * request.
 */
const selection = {
  from: z.optional(instant),
  to: z.optional(instant),
  kind: z.optional(z.enum(actorKinds)),
  subject: z.optional(text),
  actor: z.optional(text),
  search: z.optional(text),
};

/** Entries on a page. */
export const auditPage = 50;
/** More are counted as this many. */
export const mostAuditCounted = 10_000;

/**
 * `GET /v1/audit` (OA-50), newest first: all entries for users who see every device, else those of people
 * whose groups are all among the user's own, and those about devices the user may see. `before`: the last
 * entry of the page above. Reading is not entered.
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/v1/audit',
  access: 'user',
  right: 'readAuditRecord',
  summary: 'Recorded changes, sign-ins, refusals and exports',
  query: z.strictObject({ ...selection, before: z.optional(uuid) }),
  answer: z.object({
    entries: z.array(auditEntry),
    hasMore: z.boolean(),
    /** Of the whole selection, at most `mostAuditCounted`. */
    total: z.number(),
  }),
});

/** `GET /v1/audit/export`: the same as a file; exporting is entered. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/v1/audit/export',
  access: 'user',
  right: 'readAuditRecord',
  summary: 'Recorded changes as a file',
  query: z.strictObject({ ...selection, format: z.enum(exportFormats), timeZone: z.optional(timeZone) }),
  ...fileAnswer,
});
