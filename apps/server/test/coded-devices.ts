import { addSections } from './telemetry.ts';
import { addDevices, addGroup, testAppAt } from './test-app.ts';

/** What each device of `codedDevicesAt` reports. */
const codes = {
  code05: [
    { main: 3612, sub: 1, value: '-8' },
    { main: 3612, sub: 0, value: '128' },
    { main: 2000, sub: 0, value: 'A0' },
  ],
  code08: [{ main: 9000, sub: 2, value: '1' }],
  code13: [
    { main: 401, value: '7' },
    { main: 100, value: 'on' },
  ],
};

/** An application of the calling test file at an instant, with devices of the group 1 that report codes. */
export function codedDevicesAt(now: Date) {
  const platen = testAppAt(now, async (database) => {
    await addGroup(database, 1, 'One', 'dealer');
  });
  return {
    platen,
    read: async (id: string, part: string) =>
      (await (await platen().get('service', `/v1/device/${id}/code/${part}`)).json()) as unknown,
    addDevice: async (more: { model?: string; series?: string; firmware_version?: string } = {}) => {
      const [id = ''] = await addDevices(platen().database, [{ group_ids: [1], ...more }]);
      await addSections(platen().database, id, { codes });
      return id;
    },
  };
}
