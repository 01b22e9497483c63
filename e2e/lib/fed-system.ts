import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runToEnd } from './processes.ts';
import { ensureFilled, type System, startSystem } from './system.ts';

const simulate = fileURLToPath(new URL('../../apps/simulator/dist/simulate.js', import.meta.url));
const devices = 6;
const days = 110;

interface FedDevice {
  readonly deviceId: string;
  readonly serial: string;
}
export interface FedSystem {
  readonly system: System;
  /** In the order of their serials. */
  readonly devices: readonly FedDevice[];
  /** One that has errors, codes and a judgement: what every screen shows something of. */
  readonly richest: FedDevice;
  /** Those of the dealer's group, in the order of their serials. */
  readonly own: readonly FedDevice[];
}

/**
 * A system whose small fleet has reported months of its past and has been judged. The administrator has
 * agreed to the terms; the dealer has a group with the richest device and one more. The data are made once in
 * a run of the tests; each file gets a server of its own over a copy.
 */
export async function startFedSystem(): Promise<FedSystem> {
  const system = await startSystem({ copyOf: await ensureFilled('fed-system', fill) });
  try {
    const { fed, richest, own } = await chooseDevices(system);
    return { system, devices: fed, richest, own };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

async function fill(system: System): Promise<void> {
  const { key } = await system.admin(
    'collectors',
    'add',
    'Fleet',
    '--dealer',
    'D-2041,D-2042,D-2043,D-2044,D-2045,D-2046',
  );
  const fleet = { '--devices': devices, '--days': days, '--seed': 'screens 5', '--server': system.url, '--key': key };
  await runToEnd(simulate, Object.entries(fleet).flat().map(String), process.env);
  await system.call('admin', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  // At once; by itself the server looks for due devices every 10 to 15 s.
  await system.admin('judge', '--wait');
  const { own } = await chooseDevices(system);
  await addGroup(system, { id: 5, name: 'Own devices', devices: own, user: 'dealer' });
}

async function chooseDevices(system: System) {
  const fed: FedDevice[] = (await read(system, '/v1/devices')).devices;
  const richest = await findRichest(system, fed);
  return { fed, richest, own: fed.filter((device, n) => device === richest || n === (fed[0] === richest ? 1 : 0)) };
}

interface NewGroup {
  readonly id: number;
  readonly name: string;
  readonly devices: readonly FedDevice[];
  readonly user: string;
}

export async function addGroup(system: System, { id, name, devices: members, user }: NewGroup): Promise<void> {
  await system.admin('groups', 'add', name, '--id', String(id));
  await system.admin('groups', 'members', String(id), '--add', members.map(({ serial }) => serial).join(','));
  await system.admin('users', 'groups', user, '--add', String(id));
}

async function findRichest(system: System, fed: readonly FedDevice[]): Promise<FedDevice> {
  const isJudged = async ({ deviceId }: FedDevice) => {
    const { predictedAt } = await read(system, `/v1/device/${deviceId}/profile`);
    if (predictedAt === null) throw new Error(`device ${deviceId} has not been judged`);
  };
  for (const device of fed) await vi.waitFor(() => isJudged(device), { timeout: 120_000, interval: 100 });
  let best: { device: FedDevice; errors: number } | undefined;
  for (const device of fed) {
    const errors = (await read(system, `/v1/device/${device.deviceId}/error/logs`)).errorLogs.length;
    if (best === undefined || errors > best.errors) best = { device, errors };
  }
  if (best === undefined || best.errors === 0) throw new Error('no device of the fleet has reported an error');
  return best.device;
}

async function read(system: System, path: string) {
  const answer = await system.call('admin', path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
