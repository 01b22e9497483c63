import type { Action } from '@platen/contract/rights';

/**
 * Sections of the administration in their order, each with the right that it takes: the last part of its
 * address, and the key of its title. The area is shown to users with the right to one of them.
 */
export const administrationSections = [
  { name: 'organisations', right: 'manageOrganisation' },
  { name: 'people', right: 'manageUsers' },
  { name: 'collectors', right: 'manageCollectors' },
  { name: 'siteCollectors', right: 'overseeCollectors' },
  { name: 'devices', right: 'manageFacts' },
  { name: 'partNumbers', right: 'manageVisits' },
  { name: 'meterCodes', right: 'manageOrganisation' },
  { name: 'models', right: 'manageOrganisation' },
  { name: 'visitImport', right: 'manageVisits' },
  { name: 'tokens', right: 'manageTokens' },
  { name: 'notifications', right: 'manageNotifications' },
  { name: 'audit', right: 'readAuditRecord' },
] as const satisfies readonly {
  name: string;
  right: Action;
}[];
export type AdministrationSection = (typeof administrationSections)[number]['name'];
