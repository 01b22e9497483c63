import { expect, test } from 'vitest';
import { type Action, can, roles } from './rights.ts';

const allowed = (action: Action) => roles.filter((role) => can(role, action));

test('OQ-110: service staff and administrators see collectors and change what is stored of a device, dealers do not', () => {
  for (const action of ['seeEveryDevice', 'seeCollectors', 'changeThresholds', 'explainCounterBreaks'] as const)
    expect(allowed(action)).toEqual(['service', 'admin']);
});

test('only administrators manage the organisation, users, groups, collectors, notifications and judging, and read the audit record', () => {
  const managing = [
    'manageOrganisation',
    'manageUsers',
    'manageGroups',
    'manageCollectors',
    'manageNotifications',
    'manageTokens',
    'readAuditRecord',
    'listCounterBreaks',
    'startJudging',
  ] as const;
  for (const action of managing) expect(allowed(action)).toEqual(['admin']);
});

test('OA-20 DE-32: service staff and administrators manage the channels of the organisation', () => {
  expect(allowed('manageDelivery')).toEqual(['service', 'admin']);
});

test('no role backs up the database: that is for the operator at the command line', () => {
  expect(allowed('backUpDatabase')).toEqual([]);
});

test('OA-20: all roles read the worklist; a technician acts only on own work and plans no visits', () => {
  expect(allowed('readWorklist')).toEqual(['dealer', 'service', 'admin', 'technician']);
  expect(allowed('actOnOwnWork')).toEqual(['dealer', 'service', 'admin', 'technician']);
  for (const action of ['actOnWorklist', 'planVisits', 'shareViews'] as const)
    expect(allowed(action)).toEqual(['dealer', 'service', 'admin']);
});

test('OA-20 VP-02 VR-11: all roles record visits; dealers plan them, but see no figures by technician', () => {
  expect(allowed('recordVisits')).toEqual(['dealer', 'service', 'admin', 'technician']);
  for (const action of ['manageVisits', 'correctVisits'] as const)
    expect(allowed(action)).toEqual(['service', 'admin']);
});

test('an unknown role may do nothing', () => {
  expect(can(undefined, 'seeCollectors')).toBe(false);
});
