import { expect, test } from 'vitest';
import { concernsDevice } from './device-events.ts';

type Listener = Parameters<typeof concernsDevice>[0];
const place = { customerNumber: 'C-1', groupIds: [3, 4] };
const concerns = (scope: Listener['form']['scope'], groupIds: Listener['groupIds'] = null) =>
  concernsDevice({ form: { events: ['deviceAdded'], scope }, groupIds }, 'deviceAdded', place);

test('DE-02 DE-27: a subscription hears of devices of its customers and groups that its owner may see', () => {
  expect([concerns({}), concerns({ customerNumbers: ['C-1'] }), concerns({ groupIds: [4, 9] })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([concerns({ customerNumbers: ['C-2'] }), concerns({ groupIds: [9] })]).toEqual([false, false]);
  expect([concerns({}, [4]), concerns({}, [9]), concerns({}, [])]).toEqual([true, false, false]);
});

test('DE-02: an event that was not chosen, and a subscription to own work, give no message about a device', () => {
  const listener: Listener = { form: { events: ['deviceMoved'], scope: {} }, groupIds: null };
  expect(concernsDevice(listener, 'deviceAdded', place)).toBe(false);
  expect(concerns({ assignedToMe: true })).toBe(false);
});
