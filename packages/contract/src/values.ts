import * as z from 'zod/mini';

const protocol = z.enum(['snmp', 'ipp', 'report']);

/**
 * Where a value came from. `source` is an OID, an IPP attribute or a path in a device's own report;
 * `name` the same in words (`prtMarkerLifeCount.1.1`); `raw` what was read, before any rule;
 * `rule` the decoding rule (catalogue area `evidence`). `also` holds further raw values the rule used.
 * `contradictedBy`: differing values of other sources; they lost by precedence and are shown with this one.
 */
export const evidence = z.strictObject({
  protocol,
  source: z.string().check(z.maxLength(512)),
  name: z.optional(z.string().check(z.maxLength(256))),
  raw: z.string().check(z.maxLength(4096)),
  rule: z.enum([
    'asReported',
    'levelOverCapacity',
    'levelState',
    'capacityState',
    'bitsFromMostSignificant',
    'enumName',
    'textDecoded',
    'macAddress',
    'prefixLength',
    'sumOfMarkers',
    'fromDescription',
    'derived',
    'makersObject',
    'panelOverLevel',
    'stateReason',
  ]),
  also: z.optional(z.array(z.strictObject({ source: z.string(), name: z.optional(z.string()), raw: z.string() }))),
  contradictedBy: z.optional(
    z
      .array(
        z.strictObject({
          protocol,
          source: z.string().check(z.maxLength(512)),
          name: z.optional(z.string().check(z.maxLength(256))),
          raw: z.string().check(z.maxLength(4096)),
        }),
      )
      .check(z.maxLength(8)),
  ),
});
export type Evidence = z.infer<typeof evidence>;
export type EvidenceRule = Evidence['rule'];

/** What a device reports instead of a figure. None of these is ever a number. */
export const valueStates = ['unknown', 'someRemaining', 'notRestricted', 'notSupported'] as const;
export type ValueState = (typeof valueStates)[number];

/** A measured value or the reason why there is none, with its evidence. */
export function reading<T extends z.ZodMiniType>(value: T) {
  return z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('measured'), value, evidence: z.optional(evidence) }),
    z.strictObject({ state: z.enum(valueStates), evidence: z.optional(evidence) }),
  ]);
}

/** TypeScript's view of `reading(…)`. */
export type Reading<T> =
  | { state: 'measured'; value: T; evidence?: Evidence | undefined }
  | { state: ValueState; evidence?: Evidence | undefined };

const text = (limit: number) => z.string().check(z.maxLength(limit));
export const textReading = reading(text(1024));
/** A count: whole, never negative, within the range JSON keeps exact. */
export const count = z.int().check(z.minimum(0));
export const countReading = reading(count);
/** Percent, 0 to 100. */
export const percent = z.number().check(z.minimum(0), z.maximum(100));
export const percentReading = reading(percent);
/**
 * A point in time, ISO 8601 in UTC (`2026-01-31T23:59:59.000Z`). Of any year: those of reports and collectors
 * are corrected where a clock is wrong (docs/decisions/0111, 0154).
 */
export const instant = z.iso.datetime();
/**
 * A day of a call or report, `YYYY-MM-DD`, 1970 to 2199: neither PostgreSQL nor a calendar takes the year 0.
 */
export const day = z.iso
  .date()
  .check(z.refine((text) => text >= '1970' && text < '2200', 'the year must be from 1970 to 2199'));
/** A day of an answer, without bounds: one that was stored earlier must not make the whole answer invalid. */
export const answerDay = z.iso.date();
export const uuid = z.uuid();
