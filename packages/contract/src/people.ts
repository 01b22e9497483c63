import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { messageLanguages } from './channel-names.ts';
import { nullableText } from './device-call.ts';
import { maxOffset, wholeFromQuery } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { organisationKinds } from './organisation-names.ts';
import { roles, singleRights } from './rights.ts';
import { startAreas } from './start-areas.ts';
import { timeZone } from './time-zone.ts';
import { answerDay, count, instant, uuid } from './values.ts';

export const userPageSize = 200;
/** Days for which the link of an invitation is good (OA-11). */
export const invitationDays = 7;
export const userStates = ['active', 'disabled'] as const;
export const invitationStates = ['open', 'used', 'expired', 'withdrawn'] as const;

const organisation = z.object({ organisationId: uuid, name: z.string(), kind: z.enum(organisationKinds) });
const right = z.object({ action: z.enum(singleRights), endsOn: z.nullable(answerDay) });

/** A user as its administrators see it (OA-10). */
const user = z.object({
  userId: uuid,
  subject: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** Sees every device, whatever the groups. */
  seesAll: z.boolean(),
  /** Role and organisation follow a claim of the identity provider, and are not changed here (OA-13). */
  byClaim: z.boolean(),
  /** Null: of the operator. */
  organisation: z.nullable(organisation),
  groups: z.array(z.string()),
  mail: nullableText,
  mailVerified: z.boolean(),
  language: z.nullable(z.enum(messageLanguages)),
  zone: nullableText,
  startArea: z.nullable(z.enum(startAreas)),
  lastLoginAt: z.nullable(instant),
  state: z.enum(userStates),
  disabledAt: z.nullable(instant),
  /** Single rights that are in force, or will end later (OA-21). */
  rights: z.array(right),
  version: count,
});
export type UserItem = z.infer<typeof user>;

const invitation = z.object({
  invitationId: uuid,
  name: z.string(),
  mail: z.string(),
  role: z.enum(roles),
  organisation,
  state: z.enum(invitationStates),
  /** Null: the operator, at the command line. */
  madeBy: z.nullable(z.object({ userId: uuid, name: z.string() })),
  madeAt: instant,
  endsAt: instant,
});
export type InvitationItem = z.infer<typeof invitation>;

const base = { access: 'user', right: 'manageUsers' } as const;
const params = z.strictObject({ id: uuid });
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const mail = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/));

export const listUsers = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/users',
  summary: 'Users of the own organisation and of those below it',
  query: z.strictObject({
    organisationId: z.optional(uuid),
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    offset: withDefault(wholeFromQuery(0, maxOffset), 0),
    limit: withDefault(wholeFromQuery(1, userPageSize), userPageSize),
  }),
  answer: z.object({ users: z.array(user) }),
  answerHeaders: {
    'has-more': "'True' when more users follow, else 'False'",
    'total-count': 'number of users found',
  },
});

/** Fields that are left out stay. `rights` replaces the single rights. */
export const changeUser = endpoint({
  ...base,
  method: 'PUT',
  path: '/v1/users/{id}',
  summary: 'Change name, role, organisation, single rights or state of a user',
  params,
  body: z.strictObject({
    version: count,
    name: z.optional(name),
    role: z.optional(z.enum(roles)),
    /** Null: the operator. */
    organisationId: z.optional(z.nullable(uuid)),
    rights: z.optional(z.array(z.strictObject({ action: z.enum(singleRights), endsOn: z.nullable(answerDay) }))),
    state: z.optional(z.enum(userStates)),
  }),
  answer: z.object({ user }),
});

/** The name is replaced by a mark; texts that the user wrote stay, to be checked by a person (GE-17). */
export const eraseUser = endpoint({
  ...base,
  method: 'DELETE',
  path: '/v1/users/{id}',
  summary: 'Erase a user',
  params,
  query: z.strictObject({ version: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)) }),
  answer: z.object({ erased: z.string(), texts: z.array(z.object({ at: instant, text: z.string() })) }),
});

export const listInvitations = endpoint({
  ...base,
  method: 'GET',
  path: '/v1/invitations',
  summary: 'Invitations of the own organisation and of those below it, newest first',
  answer: z.object({ invitations: z.array(invitation) }),
});

const invited = z.strictObject({
  name,
  mail,
  role: z.enum(roles),
  organisationId: uuid,
  /** With which the person begins; null: as the browser has them. */
  language: z.nullish(z.enum(messageLanguages)),
  zone: z.nullish(timeZone),
});

/** The link is answered this once; only the hash of its code is stored (OA-11). */
export const addInvitation = endpoint({
  ...base,
  method: 'POST',
  path: '/v1/invitations',
  summary: 'Invite a person',
  body: invited,
  answer: z.object({
    invitation,
    link: z.string(),
    /** The mail server took the link for the invited address (OA-10). */
    mailed: z.boolean(),
  }),
});

export const withdrawInvitation = endpoint({
  ...base,
  method: 'DELETE',
  path: '/v1/invitations/{id}',
  summary: 'Withdraw an open invitation',
  params,
  answer: z.object({ status: z.literal('OK') }),
});

/** Makes nothing (OA-61). */
export const previewInvitation = endpoint({
  ...base,
  method: 'POST',
  path: '/v1/invitations/preview',
  summary: 'What an invited person would see and be able to do',
  body: z.strictObject({ role: z.enum(roles), organisationId: uuid }),
  answer: z.object({
    devices: count,
    /** The 20 with the most devices. */
    customers: z.array(z.object({ name: z.string(), devices: count })),
    customerCount: count,
    /** Of the devices that the inviting user sees. */
    hidden: count,
    rights: z.array(z.enum(singleRights)),
    /** The link goes by mail; other mails come only by channels that the person makes. */
    sendsMail: z.boolean(),
  }),
});

/**
 * With the token of a sign-in that has no account yet. Refuses 204002 a link that was used, withdrawn or has
 * ended, and 202003 a sign-in that is not that of the invited mail, or that has an account.
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitations/accept',
  access: 'code',
  summary: 'Bind an invitation to the sign-in of the invited person',
  body: z.strictObject({ code: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  answer: z.object({ status: z.literal('OK') }),
});
