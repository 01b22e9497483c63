import type { Page } from 'playwright-core';
import type { RunningServer } from './running-server.ts';

export interface StoredPack {
  /** JSON of the pack of one device, in bytes. */
  readonly bytes: number;
  /** From the call of its address until its last block is drawn, without a network: ms. */
  readonly opened: number[];
}

/**
 * A visit of today whose pack lies on this device, opened again and again without a network (FG-12). The page
 * is signed in as 'service'.
 */
export async function measureStoredPack(
  page: Page,
  server: RunningServer,
  deviceId: string,
  runs: number,
): Promise<StoredPack> {
  const headers = { authorization: `Bearer ${await server.token('service')}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  };
  const { userId } = await call('/v1/users/me');
  const { visit } = await call('/v1/visits', {
    kind: 'repair',
    plannedDay: new Date().toISOString().slice(0, 10),
    assignee: userId,
    devices: [{ deviceId, conditionIds: [] }],
  });
  const path = `/v1/visits/${visit.visitId}/pack`;
  const pack = await call(path);
  await page.goto(`${server.url}/visits`);
  const isStored = async () => (await call(path)).storedAt !== null;
  for (let wait = 0; wait < 100 && !(await isStored()); wait++) await page.waitForTimeout(200);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const opened: number[] = [];
  for (let run = 0; run < runs; run++) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/visits/${visit.visitId}/pack`, { waitUntil: 'commit' });
    // The clock of the page begins with its navigation, and each frame is looked at.
    const drawn = await page.waitForFunction(
      () => document.querySelector('article h2, article h3') !== null && performance.now(),
      undefined,
      { polling: 'raf' },
    );
    opened.push(Number(await drawn.jsonValue()));
  }
  await page.context().setOffline(false);
  return { bytes: JSON.stringify(pack.devices[0]).length, opened };
}
