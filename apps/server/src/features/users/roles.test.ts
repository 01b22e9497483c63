import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

test('GN-02 OQ-110: dealers, service staff and administrators read the same calls, so that all see the same screens', async () => {
  await addGroup(platen.database, 7, 'Own devices', 'dealer');
  const [id = ''] = await addDevices(platen.database, [{ serial: 'S-1', group_ids: [7] }]);
  const queries: Record<string, string> = {
    setting: '?main=1&sub=0',
    export: '?format=csv',
    '/v1/parts/needed/devices': '?item=part.6250',
  };
  // Collectors are an addition, and not for dealers: they stand in the networks of several customers.
  const reads = platen.app.platform.endpoints.filter(
    ({ access, method, path }) => access === 'user' && method === 'GET' && !path.startsWith('/v1/collector'),
  );
  expect(reads.length).toBeGreaterThan(20);
  for (const { path } of reads) {
    const address = `${path.replace('{id}', id)}${queries[path] ?? queries[path.split('/').at(-1) ?? ''] ?? ''}`;
    const statuses = await Promise.all(
      ['dealer', 'service', 'admin'].map(async (user) => (await platen.get(user, address)).status),
    );
    expect([path, ...statuses]).toEqual([path, 200, 200, 200]);
  }
});
