import { expect, test } from 'vitest';
import { decideProbable, type Neighbours } from './probable-organisation.ts';

const dealer = 'dealer';
const toNeighbours = (organisationId: string, network: string | null, devices: number, collectorId = 'c') =>
  ({
    collectorId,
    network,
    devices,
    organisationId,
    path: [dealer, organisationId],
    organisation: { organisationId, name: organisationId, kind: 'customer' },
  }) satisfies Neighbours;
const device = { collectorId: 'c', network: '10.0.0', organisationId: dealer };

test.each([
  ['more than half of its network', [toNeighbours('a', '10.0.0', 2), toNeighbours('b', '10.0.0', 1)], 'a'],
  ['of its network, whatever others have', [toNeighbours('a', '10.0.0', 1), toNeighbours('b', '10.0.1', 9)], 'a'],
  ['half of its network is not enough', [toNeighbours('a', '10.0.0', 1), toNeighbours('b', '10.0.0', 1)], null],
  [
    'most of the collector where its network has none',
    [toNeighbours('a', '10.0.1', 2), toNeighbours('a', null, 1), toNeighbours('b', '10.0.2', 2)],
    'a',
  ],
  ['those of other collectors do not count', [toNeighbours('a', '10.0.0', 1, 'other')], null],
  ['none', [], null],
] as const)('OA-43: where a device probably belongs: %s', (_, neighbours, expected) => {
  expect(decideProbable(device, neighbours)?.organisationId ?? null).toBe(expected);
});

test('OA-43: only what lies below its dealer counts; of a device of no dealer everything', () => {
  const neighbours = [toNeighbours('a', '10.0.0', 1)];
  expect(decideProbable({ ...device, organisationId: 'another' }, neighbours)).toBeNull();
  expect(decideProbable({ ...device, organisationId: null }, neighbours)?.organisationId).toBe('a');
});

test('OA-43: devices whose address is unknown are near to none', () => {
  const neighbours = [toNeighbours('a', null, 1), toNeighbours('b', '10.0.1', 2)];
  expect(decideProbable({ ...device, network: null }, neighbours)?.organisationId).toBe('b');
});
