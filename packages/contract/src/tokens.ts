import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { mostTokenAddresses, tokenScopes } from './token-scopes.ts';
import { count, day, instant, uuid } from './values.ts';
import { person } from './worklist-item.ts';

/** An API token (OA-30). The token itself is in the answer to its making alone. */
export const apiToken = z.object({
  tokenId: uuid,
  name: z.string(),
  /** Its first eight characters. */
  begins: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Made for the organisation: it does not end with its maker (OA-31). */
  ofOrganisation: z.boolean(),
  /** For which it was made, else that of its maker; null: the maker is gone. */
  organisation: z.nullable(z.object({ organisationId: uuid, name: z.string() })),
  maker: person,
  /** The user made it. */
  own: z.boolean(),
  /** Addresses and networks from which alone it is accepted; none: from all. */
  addresses: z.array(z.string()),
  madeAt: instant,
  endsAt: instant,
  revokedAt: z.nullable(instant),
  /** Its maker was closed, and it with them. */
  endedWithMaker: z.boolean(),
  /** Its maker was notified that it ends soon (OA-31). */
  endNotedAt: z.nullable(instant),
  /** The hour of its last use, and the address it came from since `addressSince`. */
  lastUse: z.nullable(z.object({ hour: instant, address: z.string(), addressSince: instant })),
  /**
   * Calls of the 24 hours from `from` on; the last of them runs. `most`: the minute with most calls on one
   * server. What was called in the last seconds may be missing.
   */
  calls: z.object({
    from: instant,
    byHour: z.array(count),
    most: z.nullable(z.object({ calls: count, minute: instant })),
  }),
});
export type ApiToken = z.infer<typeof apiToken>;

/** `GET /v1/tokens`: own ones, and with the right to manage tokens those of the own tree. */
export const listTokens = endpoint({
  method: 'GET',
  path: '/v1/tokens',
  access: 'user',
  summary: 'API tokens',
  answer: z.object({ tokens: z.array(apiToken) }),
});

/**
 * `POST /v1/tokens`. `ofOrganisation` needs the right to manage tokens. It ends at the end of the day
 * `endsOn` (UTC), at most 366 days from now. `token` is left out where the call is repeated (GE-07): it is
 * shown once.
 */
export const addToken = endpoint({
  method: 'POST',
  path: '/v1/tokens',
  access: 'user',
  summary: 'Make an API token',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    scopes: z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length)),
    ofOrganisation: z.boolean(),
    endsOn: day,
    addresses: z
      .array(z.string().check(z.trim(), z.minLength(2), z.maxLength(60)))
      .check(z.maxLength(mostTokenAddresses)),
  }),
  answer: z.object({ apiToken, token: z.optional(z.string()) }),
});

/** `DELETE /v1/tokens/{id}`: it is refused within 3 s on all servers (OA-31) and stays listed as revoked. */
export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/v1/tokens/{id}',
  access: 'user',
  summary: 'Revoke an API token',
  params: z.strictObject({ id: uuid }),
  answer: z.object({ apiToken }),
});
