import { expect, it } from 'vitest';
import { scoreEffects } from '../src/diagnosis/effects.ts';

it('VE-04 GE-22: where simulated service people clean what jams most, at most one verdict in ten is better', () => {
  const plan = { seed: '5217', world: 'field', devices: 40, days: 280, end: 20_726 } as const;
  const { useless } = scoreEffects({ ...plan, training: 100, readings: 400, ahead: 0 }, () => undefined);
  expect(useless.visits).toBeGreaterThan(20);
  expect(useless.known).toBeGreaterThan(10);
  expect(useless.better).toBeLessThanOrEqual(0.1 * useless.known);
});
