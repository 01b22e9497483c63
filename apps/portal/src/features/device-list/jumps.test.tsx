import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toDevices } from '../../../test/device-list/devices.ts';
import { listAnswer, openPortal, type Sent } from '../../../test/device-list/portal.tsx';
import { devicesArea } from './load-list.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.unstubAllGlobals());

const total = 1_000_000;
/** A server that makes the pages of a million devices when they are asked for. */
const million = ({ query }: Sent) => {
  const offset = Number(query['offset']);
  return listAnswer(toDevices(offset, offset + 100), total, offset + 100 < total);
};

const drawn = () => [...document.querySelectorAll('[data-index]')].map((row) => Number(row.getAttribute('data-index')));
const dragTo = (share: number) => window.scrollTo(0, share * document.documentElement.scrollHeight);
/** Two frames: what a scroll starts has been started. */
const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

async function openMillion() {
  const { screen, listCalls, router } = await openPortal({ list: million });
  await expect.element(screen.getByRole('row', { name: /CKL000000/ })).toBeVisible();
  const offsets = () => listCalls().map(({ query }) => Number(query['offset']));
  /** Does it, then waits until nothing is under way and what came has been drawn. */
  const settle = async (act: () => unknown) => {
    await act();
    for (let asked = -1; asked !== offsets().length; ) {
      asked = offsets().length;
      await frames();
      await expect.poll(() => devicesArea.get().load).toBe('none');
      await frames();
    }
  };
  return { offsets, settle, router, screen };
}

test('DL-14 DL-19: jumps through 1,000,000 devices ask for no page twice, and for one page at most at the end', async () => {
  const { offsets, settle } = await openMillion();
  const jumps: readonly (() => unknown)[] = [
    () => dragTo(1),
    () => dragTo(0),
    () => dragTo(0.5),
    () => dragTo(1),
    () => dragTo(0.97),
    () => dragTo(0.3),
  ];
  for (let round = 0; round < 3; round++) {
    for (const jump of jumps) {
      const before = offsets().length;
      await settle(jump);
      expect(offsets().length - before).toBeLessThanOrEqual(1);
    }
  }
  const asked = offsets();
  expect(asked.length).toBeGreaterThan(6);
  expect(asked).toEqual(asked.map((_, index) => index * 100));
  expect(devicesArea.get().rows).toHaveLength(asked.length * 100);
});

test('DL-14: a page that a jump brought is the one below the rows drawn', async () => {
  const { offsets, settle } = await openMillion();
  for (let pages = 2; pages < 8; pages++) {
    await settle(() => dragTo(1));
    expect(offsets()).toHaveLength(pages);
    // The last row before the page that came.
    expect(Math.max(...drawn())).toBeGreaterThanOrEqual((pages - 1) * 100 - 1);
  }
});

test('DL-14 DL-22: a list left for a device and come back to is not asked for again', async () => {
  const { offsets, settle, router, screen } = await openMillion();
  for (let pages = 2; pages < 5; pages++) await settle(() => dragTo(1));
  const before = offsets();
  await screen.getByRole('link', { name: 'CKL000300' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/profile');
  router.history.back();
  await expect.poll(() => router.state.location.pathname).toBe('/devicelist');
  await settle(() => undefined);
  expect(offsets()).toEqual(before);
  await settle(() => dragTo(1));
  expect(offsets()).toEqual([...before, 400]);
});
