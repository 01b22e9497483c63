import type { TokenScope } from '@platen/contract/token-scopes';

/** Keys of the texts that say what a scope allows. */
export const scopeNames = {
  'devices.read': 'devices',
  'conditions.read': 'conditions',
  'tickets.write': 'tickets',
  'meters.read': 'meters',
  'meters.write': 'meterResults',
  'visits.write': 'visits',
  'webhooks.manage': 'webhooks',
} as const satisfies Readonly<Record<TokenScope, string>>;
