import * as z from 'zod/mini';
import { brandNames } from './brands.ts';
import { type AnswerOf, endpoint } from './endpoint.ts';
import { ownTerms } from './organisation-terms.ts';
import { roles, singleRights } from './rights.ts';
import { instant, uuid } from './values.ts';

/** A terms version, three numbers with dots. */
export const termsVersion = z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/));
const okStatus = z.object({ status: z.string() });

/** `GET /v1/termsOfUse`: the version the user agreed to, `0.0.0` when none. Addition: `own`. */
export const readAgreedTerms = endpoint({
  method: 'GET',
  path: '/v1/termsOfUse',
  access: 'user',
  beforeTerms: true,
  summary: 'The terms version the user has agreed to',
  answer: z.object({
    version: z.string(),
    /** Terms of the nearest organisation that has some (OA-04); `version` is then the agreed one of these. */
    own: z.optional(z.extend(ownTerms, { organisationId: uuid, name: z.string() })),
  }),
});
export type AgreedTerms = AnswerOf<typeof readAgreedTerms>;

/**
 * `POST /v1/termsOfUse`: the user agrees to a version. Status `OK` is success. Addition: `organisationId`,
 * whose terms they are; without it they are those of the product.
 */
export const agreeToTerms = endpoint({
  method: 'POST',
  path: '/v1/termsOfUse',
  access: 'user',
  beforeTerms: true,
  summary: 'Agree to a version of the terms',
  body: z.strictObject({ version: termsVersion, organisationId: z.optional(uuid) }),
  answer: okStatus,
});

/**
 * `POST /v1/users/loginAt`: notes the time of the login. No body; `{}` is taken too (OQ-127). Addition:
 * `brand` under which the user signed in, where it is not the default one; links in messages follow it.
 */
export const noteLogin = endpoint({
  method: 'POST',
  path: '/v1/users/loginAt',
  access: 'user',
  beforeTerms: true,
  summary: 'Note that the user has signed in now',
  body: z.optional(z.nullable(z.strictObject({ brand: z.optional(z.enum(brandNames)) }))),
  answer: okStatus,
});

export const group = z.object({ groupId: z.int(), name: z.string() });
export type Group = z.infer<typeof group>;

/** `GET /v1/users/me`: the groups of the user. Additions: id, name and role. */
export const readMe = endpoint({
  method: 'GET',
  path: '/v1/users/me',
  access: 'user',
  summary: 'The signed-in user: groups, id, name and role',
  answer: z.object({
    groups: z.array(group),
    /** As in the answers that name people. */
    userId: z.optional(uuid),
    name: z.optional(z.string()),
    role: z.optional(z.enum(roles)),
    /** Addition: single rights besides those of the role (OA-21); left out where there are none. */
    rights: z.optional(z.array(z.enum(singleRights))),
  }),
});

export const notification = z.object({ id: z.string(), publishedAt: instant, content: z.string() });
export type Notification = z.infer<typeof notification>;

/** `GET /v1/notifications`: those in force, newest first, in the language of Accept-Language (OQ-118). */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/v1/notifications',
  access: 'user',
  summary: 'Notifications in force, newest first',
  answer: z.object({ notifications: z.array(notification) }),
});
