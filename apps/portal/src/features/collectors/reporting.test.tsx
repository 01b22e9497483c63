import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  collectors,
  collectorsAnswer,
  northDetail,
  northId,
  stopped,
  stoppedAnswer,
  toStopped,
} from '../../../test/collectors/data.ts';
import type { FakeRoutes } from '../../../test/fake-server.ts';
import { findProblems, renderPortal, signedInUser, wipe } from '../../../test/render-portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const as = (role: 'dealer' | 'service' | 'admin'): FakeRoutes => ({
  'GET /v1/users/me': { body: { groups: [], role } },
});
const full: FakeRoutes = {
  ...as('service'),
  'GET /v1/collectors': collectorsAnswer(collectors),
  [`GET /v1/collector/${northId}`]: { body: northDetail },
  'GET /v1/devices/stopped': stoppedAnswer(stopped),
};
const open = (path: string, routes: FakeRoutes = full, locale: 'en-us' | 'ja-jp' = 'en-us') =>
  renderPortal({ path, locale, session: signedInUser, routes });

describe('the collectors', () => {
  test('each says in words and by a shape how it is, when it was heard, what it read and what waits', async () => {
    const { screen } = await open('/reporting');
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /Harbour Library/ })).toBeVisible();
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' '));
    expect(rows).toEqual([
      expect.stringMatching(/^Harbour LibrarySilent for 31 h31 h ago--0\.1\.0370240/),
      expect.stringMatching(
        /^North officeWorking, 3 addresses fail2 min agoWeir school, City mill and 2 more1,0410\.1\.0373122?12 min ago$/,
      ),
      expect.stringMatching(/^City hallWorking, 2 reports refused/),
      expect.stringMatching(/^New branchNever connected-{6,8}$/),
      expect.stringMatching(/^South officeWorking2 min ago--0\.1\.1/),
      expect.stringMatching(/^WarehouseWorking50 min ago--0\.0\.9----$/),
      expect.stringMatching(/^Closed branchKey revoked/),
    ]);
    expect(document.querySelectorAll('tbody svg[data-status]')).toHaveLength(rows.length);
    await expect.element(screen.getByRole('link', { name: 'Collectors 7' })).toHaveAttribute('aria-current', 'page');
    await expect.element(screen.getByRole('link', { name: 'Stopped reporting 5' })).toBeVisible();
  });

  test('DL-23: the number of its devices leads to them in the device list', async () => {
    const { screen, router, server } = await open('/reporting');
    await screen.getByRole('link', { name: 'Show 1,041 devices of North office' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/devicelist');
    await expect
      .poll(() => server.called('GET /v1/devices').map(({ query }) => query['search']))
      .toEqual(['collector:North office']);
  });

  test('opened with the keyboard one shows what fails and since when, and what it found; the address names it', async () => {
    const { screen, router } = await open('/reporting');
    const button = screen.getByRole('button', { name: 'North office' });
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    const detail = screen.getByRole('region', { name: 'Details of North office' });
    await expect.element(detail.getByText('Answers, but cannot be read')).toBeVisible();
    await expect.element(detail.getByText(/genErr at 1\.3\.6/)).toBeVisible();
    await expect
      .element(detail.getByRole('row', { name: /10\.24\.18\.77.*CKL248117.*No answer.*2 h ago/ }))
      .toBeVisible();
    await expect.element(detail.getByText(/Two devices with one serial number: at 10\.24\.18\.90/)).toBeVisible();
    await expect.element(detail.getByText(/Board exchanged: MAC address 00:80:91:b4:1c:7e before/)).toBeVisible();
    await expect.element(detail.getByText('Moved from 10.24.18.55:161 to 10.24.18.70:161')).toBeVisible();
    await expect.element(detail.getByText(/254 addresses checked: 37 devices read/)).toBeVisible();
    expect(router.state.location.search).toEqual({ view: 'collectors', collector: northId });
    expect(document.activeElement).toBe(button.element());
    await userEvent.keyboard('{Enter}');
    await expect.element(detail).not.toBeInTheDocument();
    expect(router.state.location.search).toEqual({ view: 'collectors' });
  });

  test('an address with a collector opens it; one without a status shows that', async () => {
    const warehouse = collectors[5];
    if (warehouse === undefined) throw new Error('no warehouse');
    const { screen } = await open(`/rdt/reporting?collector=${warehouse.collectorId}`, {
      ...full,
      [`GET /v1/collector/${warehouse.collectorId}`]: {
        body: { collector: warehouse, failures: [], findings: [], hours: [], rounds: [] },
      },
    });
    await expect.element(screen.getByText(/^No status reported/)).toBeVisible();
  });

  test('without any the screen says how to add one', async () => {
    const { screen } = await open('/reporting', { ...full, 'GET /v1/collectors': collectorsAnswer([]) });
    await expect.element(screen.getByText('No collectors')).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Add a collector' }))
      .toHaveAttribute('href', expect.stringContaining('/administration/collectors'));
  });

  test('a failure shows its code and is tried again', async () => {
    let answers = 0;
    const { screen } = await open('/reporting', {
      ...full,
      'GET /v1/collectors': () =>
        ++answers < 3 ? { status: 503, body: { errorCode: 203003, detail: [] } } : collectorsAnswer(collectors),
    });
    await expect.element(screen.getByText('203003')).toBeVisible();
    await expect
      .poll(async () => {
        const retry = screen.getByRole('button', { name: 'Retry' });
        if (retry.elements().length > 0) await retry.click();
        return screen.getByRole('row', { name: /North office/ }).elements().length;
      })
      .toBe(1);
  });
});

describe('devices that have stopped reporting', () => {
  test('each says for how long, where and by whom it was last read, and why if that is known', async () => {
    const { screen } = await open('/reporting?view=stopped');
    await expect.element(screen.getByRole('row', { name: /CKL248001/ })).toBeVisible();
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' '));
    expect(rows).toEqual([
      expect.stringMatching(/^29 d.*CKL248001MFP 4525CHarbour Library, Ground floor.*North officeNo answer$/),
      expect.stringMatching(/^28 d.*C-10010\.24\.18\.2Harbour LibraryIts collector is silent$/),
      expect.stringMatching(
        /^27 d.*Not reported-Ground floor.*-UnknownUnknown: no collector delivered its last report$/,
      ),
      expect.stringMatching(/North officein reports: Simulated fleetAnswers, but cannot be read genErr/),
      expect.stringMatching(/Name not shownUnknown: its collector works and reports no failure at this address$/),
    ]);
    expect([...document.querySelectorAll('nav a[aria-current]')].map(({ textContent }) => textContent)).toEqual([
      'Stopped reporting5',
    ]);
    // The number differs from that of offline devices in the list: the panel states by which rule.
    await expect.element(screen.getByText(/^Without a report for three times their usual interval/)).toBeVisible();
  });

  test('a press on the serial opens the profile of the device', async () => {
    const { screen, router } = await open('/reporting?view=stopped');
    await screen.getByRole('link', { name: 'CKL248001' }).click();
    await expect.poll(() => router.state.location.href).toBe(`/profile?device=${stopped[0]?.deviceId}`);
  });

  test('further pages are links, so that each has an address', async () => {
    const all = Array.from({ length: 130 }, (_, n) => toStopped(n));
    const { screen, router } = await open('/reporting?view=stopped', {
      ...full,
      'GET /v1/devices/stopped': ({ query }) => {
        const offset = Number(query['offset']);
        return stoppedAnswer(all.slice(offset, offset + 100), all.length, offset + 100 < all.length);
      },
    });
    await expect.element(screen.getByText('1–100 of 130')).toBeVisible();
    await screen.getByRole('link', { name: 'Next' }).click();
    await expect.element(screen.getByText('101–130 of 130')).toBeVisible();
    expect(router.state.location.search).toEqual({ view: 'stopped', from: '100' });
    await screen.getByRole('link', { name: 'Previous' }).click();
    await expect.element(screen.getByText('1–100 of 130')).toBeVisible();
  });

  test('when all report it says so, and when a device would be listed', async () => {
    const { screen } = await open('/reporting?view=stopped', { ...full, 'GET /v1/devices/stopped': stoppedAnswer([]) });
    await expect.element(screen.getByText('All devices report')).toBeVisible();
    await expect.element(screen.getByText(/three times its usual interval/)).toBeVisible();
  });

  test('OQ-110: a dealer sees these alone, and the server is never asked about collectors', async () => {
    const { screen, server } = await open('/reporting?view=collectors', { ...full, ...as('dealer') });
    await expect.element(screen.getByRole('row', { name: /CKL248001/ })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: /^Collectors/ })).not.toBeInTheDocument();
    expect(server.called('GET /v1/collectors')).toEqual([]);
  });
});

test('the device list leads to it', async () => {
  const { screen, router } = await open('/devicelist');
  await screen.getByRole('link', { name: 'Connections' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/reporting');
});

test('the device list says how many collectors are silent, to those who may see them', async () => {
  const silent: FakeRoutes = { ...full, 'GET /v1/collectors': { body: { collectors: [], silent: 2 } } };
  const { screen } = await open('/devicelist', silent);
  await expect.element(screen.getByRole('link', { name: 'Connections 2 silent collectors' })).toBeVisible();
  await screen.unmount();
  const { screen: dealers, server } = await open('/devicelist', { ...silent, ...as('dealer') });
  await expect.element(dealers.getByRole('link', { name: 'Connections', exact: true })).toBeVisible();
  expect(server.called('GET /v1/collectors')).toEqual([]);
});

test('at 480 px the name of a collector stays in sight while the table scrolls sideways', async () => {
  await page.viewport(480, 900);
  const { screen } = await open('/reporting');
  const name = screen.getByRole('button', { name: 'North office' });
  await expect.element(name).toBeVisible();
  const frame = screen.getByRole('group', { name: 'Collectors' }).element();
  frame.scrollLeft = 400;
  expect(frame.scrollLeft).toBe(400);
  const { left, right, height } = name.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(240);
  // A name is not broken into letters.
  expect(height).toBeLessThanOrEqual(60);
});

test('whatever the address says, the screen opens', async () => {
  const { screen } = await open('/reporting?view=nothing&from=-5&collector=%3Cscript%3E');
  await expect.element(screen.getByRole('row', { name: /North office/ })).toBeVisible();
});

test.each([
  ['light', 'en-us', 1440, '/reporting'],
  ['dark', 'ja-jp', 480, '/reporting'],
  ['dark', 'en-us', 1600, '/reporting?view=stopped'],
  ['light', 'ja-jp', 480, '/reporting?view=stopped'],
] as const)('in %s, %s, at %i px %s has no accessibility defect', async (theme, locale, width, path) => {
  await page.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open(`${path}${path.includes('?') ? '' : `?collector=${northId}`}`, full, locale);
  await expect.element(screen.getByText('CKL248117').or(screen.getByText('CKL248001')).first()).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
