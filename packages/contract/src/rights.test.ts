import { expect, test } from 'vitest';
import { type Action, can, roles, singleRights } from './rights.ts';

const allowed = (action: Action) => roles.filter((role) => can(role, action));

test('OQ-110: service staff and administrators see collectors and change what is stored of a device, dealers do not', () => {
  for (const action of ['seeEveryDevice', 'seeCollectors', 'changeThresholds', 'explainCounterBreaks'] as const)
    expect(allowed(action)).toEqual(['service', 'admin']);
});

test('only administrators manage groups, notifications and judging', () => {
  const managing = ['manageGroups', 'manageNotifications', 'listCounterBreaks', 'startJudging'] as const;
  for (const action of managing) expect(allowed(action)).toEqual(['admin']);
});

test('OA-20 DE-32: service staff and administrators manage collectors and ticket systems, those of dealers collectors', () => {
  expect(allowed('manageCollectors')).toEqual(['service', 'admin', 'dealerAdmin']);
  expect(allowed('manageTicketSystems')).toEqual(['service', 'admin']);
});

test('OA-20: customers alone oversee the collectors of their sites, and no other user is given that right', () => {
  expect(allowed('overseeCollectors')).toEqual(['customer']);
  expect(singleRights).not.toContain('overseeCollectors');
});

test('no role backs up the database: that is for the operator at the command line', () => {
  expect(allowed('backUpDatabase')).toEqual([]);
});

test('OA-20: billing and customers have no worklist; a technician acts only on own work and plans no visits', () => {
  for (const action of ['readWorklist', 'actOnOwnWork', 'proposeCodes'] as const)
    expect(allowed(action)).toEqual(['dealer', 'service', 'admin', 'technician', 'dealerAdmin']);
  for (const action of ['actOnWorklist', 'planVisits', 'shareViews'] as const)
    expect(allowed(action)).toEqual(['dealer', 'service', 'admin', 'dealerAdmin']);
});

test('OA-20 VP-02 VR-11: billing and customers record no visits; dealers plan them, but see no figures by technician', () => {
  expect(allowed('recordVisits')).toEqual(['dealer', 'service', 'admin', 'technician', 'dealerAdmin']);
  expect(allowed('manageVisits')).toEqual(['service', 'admin', 'dealerAdmin']);
  expect(allowed('correctVisits')).toEqual(['service', 'admin', 'dealerAdmin']);
});

test('OA-20: administrators of dealers manage what lies in their own tree', () => {
  for (const action of ['manageOrganisation', 'manageUsers'] as const)
    expect(allowed(action)).toEqual(['admin', 'dealerAdmin']);
  expect(allowed('manageTokens')).toEqual(['admin', 'dealerAdmin']);
  for (const action of ['manageRules', 'manageDelivery'] as const)
    expect(allowed(action)).toEqual(['service', 'admin', 'dealerAdmin']);
  expect(allowed('readRules')).toEqual(['dealer', 'service', 'admin', 'dealerAdmin']);
  expect(allowed('manageFacts')).toEqual(['dealer', 'service', 'admin', 'dealerAdmin']);
});

test('OA-20: meters are read by all but technicians, closed and corrected by billing and administrators', () => {
  expect(allowed('readMeters')).toEqual(['dealer', 'service', 'admin', 'dealerAdmin', 'billing', 'customer']);
  for (const action of ['closeMeters', 'correctMeters'] as const)
    expect(allowed(action)).toEqual(['admin', 'dealerAdmin', 'billing']);
});

test('OA-20: customers see neither codes nor predictions', () => {
  for (const action of ['readDetails', 'readCodes', 'readPredictions'] as const)
    expect(allowed(action)).toEqual(['dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing']);
});

test('OA-20 OA-50: administrators and service staff read the audit, dealer administrators and customers that of their own', () => {
  expect(allowed('readAuditRecord')).toEqual(['service', 'admin', 'dealerAdmin', 'customer']);
});

test('an unknown role may do nothing', () => {
  expect(can(undefined, 'seeCollectors')).toBe(false);
});
