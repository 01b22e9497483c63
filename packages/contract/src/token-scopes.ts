import type { Action } from './rights.ts';

// Names of API tokens without schemas: a client that needs only these loads no zod. Rows: specification of
// the next capabilities, section 12.

/** What a token may be used for (OA-30). */
export const tokenScopes = [
  'devices.read',
  'conditions.read',
  'tickets.write',
  'meters.read',
  'meters.write',
  'visits.write',
  'webhooks.manage',
] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The right that its maker must have (OA-31); null: every user has it. */
export const rightOfScope: Readonly<Record<TokenScope, Action | null>> = {
  'devices.read': null,
  'conditions.read': 'readWorklist',
  'tickets.write': 'actOnWorklist',
  'meters.read': null,
  'meters.write': 'closeMeters',
  'visits.write': 'planVisits',
  'webhooks.manage': 'manageDelivery',
};

/** Days that a token lasts at most (OA-30). */
export const longestTokenDays = 366;
/** Days before its end on which its maker is notified (OA-31). */
export const tokenNoticeDays = 14;
/** Tokens of a user that are in force, and addresses of one, at most. */
export const mostTokens = 50;
export const mostTokenAddresses = 50;
