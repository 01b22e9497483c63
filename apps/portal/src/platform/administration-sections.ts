import type { Action } from '@platen/contract/rights';

/**
 * Sections of the administration in their order, each with the right that it takes: the last part of its
 * address, and the key of its title. The area is shown to users with the right to one of them.
 */
export const administrationSections = [
  { name: 'organisations', right: 'manageOrganisation' },
  { name: 'people', right: 'manageUsers' },
  { name: 'devices', right: 'manageFacts' },
  { name: 'tokens', right: 'manageTokens' },
  { name: 'partNumbers', right: 'manageVisits' },
  { name: 'visitImport', right: 'manageVisits' },
  { name: 'audit', right: 'readAuditRecord' },
  { name: 'collectors', right: 'manageCollectors' },
] as const satisfies readonly {
  name: string;
  right: Action;
}[];
export type AdministrationSection = (typeof administrationSections)[number]['name'];
