import { expect, test } from 'vitest';
import { lastHeardOf } from './last-heard.ts';

test('WL-40: nothing was heard of a device since its last report, whatever was seen of it later', () => {
  const person = { kind: 'person', lastSeenAt: '2026-11-30T09:21:28.845Z' } as const;
  const part = { kind: 'part', lastSeenAt: '2026-11-30T09:12:18.146Z' } as const;
  const supply = { kind: 'supply', lastSeenAt: '2026-11-27T19:00:00.000Z' } as const;
  const stopped = { kind: 'stopped', lastSeenAt: '2026-11-26T21:00:00.000Z' } as const;
  expect(lastHeardOf([person, stopped, part])).toBe(stopped.lastSeenAt);
  expect(lastHeardOf([person, supply, part])).toBe(supply.lastSeenAt);
  expect(lastHeardOf([])).toBeUndefined();
});
