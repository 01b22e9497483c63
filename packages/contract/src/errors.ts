import * as z from 'zod/mini';

/** Codes the portal sets itself: no request was answered. Source: behaviour section 8. */
export const clientErrorCodes = [101000, 102001, 102002, 102003, 103001, 103002] as const;

/**
 * HTTP status of every code the server may send (OQ-112). 203001 per-user or per-collector rate limit, 203002
 * server overloaded, 203003 storage busy (OQ-116). 202002 changed meanwhile by somebody else, 202003 not
 * possible in the present state, 202004 a limit is reached, 204002 no longer there (GE-03).
 */
export const serverErrorStatus = {
  200001: 403,
  200002: 403,
  200003: 403,
  200004: 404,
  201000: 500,
  201001: 401,
  201002: 401,
  201003: 401,
  201004: 401,
  201005: 401,
  201006: 401,
  201007: 403,
  202001: 422,
  202002: 409,
  202003: 409,
  202004: 422,
  203001: 429,
  203002: 503,
  203003: 503,
  204001: 404,
  204002: 410,
  205000: 500,
  205001: 500,
  301001: 500,
  301002: 500,
  301003: 500,
  301004: 500,
  302001: 500,
  302002: 500,
  302003: 500,
  302004: 500,
  401000: 500,
  401001: 500,
  401002: 500,
  501000: 500,
  501001: 500,
  501002: 500,
} as const;

export type ServerErrorCode = keyof typeof serverErrorStatus;
export type ClientErrorCode = (typeof clientErrorCodes)[number];
/** Any code that has a message text: server, client, generic (0) and success codes. */
export type ApplicationCode = ServerErrorCode | ClientErrorCode | 0 | 100000 | 200000;

/** The state of no error in particular; the portal's default (EH-03). */
export const defaultErrorCode = 101000;

/** After closing the popup of one of these the user returns to login (behaviour section 8, exactly 14). */
export const forcedLoginCodes: readonly number[] = [
  102002, 200002, 200003, 200004, 201001, 201002, 201003, 201004, 201005, 201007, 301002, 302002, 302003, 302004,
];

// Marked as free of effects, so that a client that only needs the codes above bundles no schemas (8 KB gzip
// of the portal).
/** One line of detail about a refusal: what, and where. */
export const errorDetail = /* @__PURE__ */ z.object({ msg: /* @__PURE__ */ z.string() });

/** Body of every refusal. `errorCode` is a number; a reader also takes a string of digits (OQ-107). */
export const errorBody = /* @__PURE__ */ z.object({
  errorCode: /* @__PURE__ */ z.number(),
  detail: /* @__PURE__ */ z.array(errorDetail),
  /** With 202002: the entity as it is now (GE-06). */
  current: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
  /** With 202002: who changed it, as `person` of the worklist. */
  changedBy: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBody>;
