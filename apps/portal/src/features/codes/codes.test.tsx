import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fleetCodes } from '../../../test/device/codes.ts';
import { answersWith, at, box, cells, column, drawn, heads, open, table } from '../../../test/device/codes-screen.ts';
import { deviceId } from '../../../test/device/device-data.ts';
import { renderDevice } from '../../../test/device/render-device.tsx';
import { historyEvidence } from '../../../test/device/supplies-data.ts';
import { findProblems } from '../../../test/render-portal.tsx';
import { resetAreas } from '../../platform/state.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  resetAreas();
  delete document.documentElement.dataset['theme'];
});

describe('the table', () => {
  test.each([
    ['05', '05 Codes'],
    ['08', '08 Codes'],
  ])('CD-01 CD-03..CD-10 AP-21 AP-22 RT-12 RT-13: the %s codes in seven columns', async (kind, title) => {
    const { requests } = await open(at(`/code${kind}`));
    expect(requests).toContain(`/v1/device/${deviceId}/code/${kind}`);
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(page.getByRole('grid', { name: title })).toHaveAttribute('aria-rowcount', '41');
    await expect
      .poll(() => heads())
      .toEqual(['Code', 'Sub', 'Current Value', 'Mode Value', 'Average Value', 'Outlier Level', 'Setting']);
    await expect.poll(() => cells(0)).toEqual(['2092', '0', '219', '180', '180.4', '3', 'Setting']);
  });

  test('CD-02 CD-04 CD-06 CD-10 AP-23 RT-14 OQ-76: the 13 codes in two columns, without setting, rail or column menu', async () => {
    const { requests } = await open(at('/code13'));
    expect(requests).toContain(`/v1/device/${deviceId}/code/13`);
    await expect.poll(() => heads()).toEqual(['Code', 'Current Value']);
    await expect
      .poll(() => [0, 1, 2].map(cells))
      .toEqual([
        ['100', 'on'],
        ['150', '7'],
        ['400', 'Not reported'],
      ]);
    expect(page.getByRole('button', { name: 'Columns' }).query()).toBeNull();
    expect(page.getByRole('region', { name: 'Unusual for the fleet' }).query()).toBeNull();
    expect(table().element().querySelector('a')).toBeNull();
  });

  test('CD-06 CD-10 OQ-77: a code whose alert threshold is reached is flagged by edge, weight and words; one that is not reached is not', async () => {
    await open(at('/code05'));
    await expect.poll(() => table().element().querySelectorAll('tr[data-flagged]').length).toBe(2);
    const flagged = [...table().element().querySelectorAll<HTMLElement>('tr[data-flagged]')];
    expect(flagged.map((row) => row.querySelector('[data-column="main"]')?.textContent)).toEqual(['2190', '2463']);
    expect(flagged.map((row) => getComputedStyle(row).boxShadow.includes('3px'))).toEqual([true, true]);
    await expect.poll(() => cells(2)[2]).toBe('63 alert threshold reached');
    await expect
      .poll(() => [cells(2)[6], cells(5)[6], cells(6)[6]])
      .toEqual(['Alert ≥ 59', 'Alert ≤ 169', 'Alert ≥ 80']);
  });

  test('AP-05 CD-10 OQ-77: the card of a value with an alert threshold states when it alerts and when that ends', async () => {
    await open(at('/code05'));
    await expect.poll(() => cells(2)[2]).toBe('63 alert threshold reached');
    await table().getByText('63', { exact: false }).first().hover();
    await page.getByRole('button', { name: '63 alert threshold reached source' }).click();
    await expect
      .element(page.getByRole('tooltip'))
      .toHaveTextContent('The device shows a warning when the value is 59 or more, until it is back at 55 or less.');
  });

  test('CD-06..CD-09: unknown values are words, never 0', async () => {
    await open(at('/code05'));
    await expect
      .poll(() => cells(4))
      .toEqual(['2457', '0', 'Not reported', '50', '50.2', '-not compared with the fleet', 'Setting']);
    await expect
      .poll(() => cells(8).slice(3, 6))
      .toEqual(Array.from({ length: 3 }, () => '-not compared with the fleet'));
  });

  test('CD-09 OQ-75: the outlier level is as many pips as its digit says', async () => {
    await open(at('/code05'));
    const first = () => table().element().querySelector('[data-column="level"] [aria-hidden]') ?? document.body;
    await expect.poll(() => getComputedStyle(first()).backgroundImage).toContain('gradient');
    const pips = [0, 1, 3].map((row) => {
      const drawn = table()
        .element()
        .querySelector(`tr[aria-rowindex="${row + 2}"] [data-column="level"] [aria-hidden]`);
      // Boxes of 7 px with 2 px between them.
      return drawn === null
        ? 0
        : Math.round(Number.parseFloat(getComputedStyle(drawn).getPropertyValue('--filled')) / 9);
    });
    expect(pips).toEqual([3, 1, 2]);
  });

  test('CD-04..CD-10: a head sorts by its column, again the other way; the order is in the address', async () => {
    const { router } = await open(at('/code05'));
    expect(table().element().querySelectorAll('[aria-sort]')).toHaveLength(1);
    await page.getByRole('button', { name: 'Outlier Level' }).click();
    await expect.poll(() => column('main').slice(0, 3)).toEqual(['2092', '2190', '2194']);
    await expect
      .element(page.getByRole('columnheader', { name: 'Outlier Level' }))
      .toHaveAttribute('aria-sort', 'descending');
    expect(router.state.location.search).toMatchObject({ sort: 'level', order: 'desc' });
    await page.getByRole('button', { name: 'Current Value' }).click();
    await expect.poll(() => column('current').slice(0, 2)).toEqual(['0', '1']);
    await page.getByRole('button', { name: 'Current Value' }).click();
    await expect.poll(() => column('current')[0]).toBe('A0');
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await expect.poll(() => router.state.location.search).not.toHaveProperty('sort');
  });

  test('CD-03: of 5,000 codes only those in the window are drawn, at the top, in the middle and at the end', async () => {
    await open(at('/code05'), { answers: answersWith(5000) });
    await expect.element(table()).toHaveAttribute('aria-rowcount', '5001');
    expect(drawn()).toBeLessThan(80);
    for (const share of [0.5, 1]) {
      window.scrollTo({ top: document.documentElement.scrollHeight * share, behavior: 'instant' });
      const [low, high] = share === 1 ? [4950, 5001] : [2300, 2700];
      await expect
        .poll(() => {
          const row = document.elementFromPoint(120, 700)?.closest('tr');
          return Number(row?.ariaRowIndex ?? 0);
        })
        .toSatisfy((index: number) => index > low && index <= high);
      expect(drawn()).toBeLessThan(80);
    }
    const head = table().element().querySelector('thead')?.getBoundingClientRect();
    expect(head?.top).toBe(44 + 36);
  });

  test('CD-04 CD-10: one row is reached by Tab; arrows, Home and End move it into view, Enter opens its setting', async () => {
    const { router } = await open(at('/code05'), { answers: answersWith(2000) });
    const focused = () => document.activeElement?.closest('tr')?.ariaRowIndex;
    page.getByRole('button', { name: 'Setting', exact: true }).element().focus();
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('2');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(focused).toBe('4');
    await userEvent.keyboard('{End}');
    await expect.poll(focused).toBe('2001');
    const { bottom, top } = document.activeElement?.getBoundingClientRect() ?? { bottom: 0, top: 0 };
    expect(bottom).toBeLessThanOrEqual(900);
    expect(top).toBeGreaterThan(100);
    await userEvent.keyboard('{Home}');
    await expect.poll(focused).toBe('2');
    expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThanOrEqual(44 + 36 + 32);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/code05setting');
    expect(router.state.location.search).toEqual({ device: deviceId, main: '2190', sub: '0' });
  });

  test('CD-06: the values of the row under the pointer can be questioned, all others are plain', async () => {
    await open(at('/code05'));
    expect(table().element().querySelectorAll('tr[aria-rowindex="5"] td button')).toHaveLength(0);
    await page.getByRole('row').nth(4).hover();
    await expect.poll(() => table().element().querySelectorAll('tr[aria-rowindex="5"] td button').length).toBe(4);
    await page.getByRole('button', { name: '479 source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('05-2194-2: Current Value')).toBeVisible();
  });

  test.each([
    ['/code05', '05', 4, '479', 'codes.code05.2194.2 = 479'],
    ['/code08', '08', 4, '479', 'codes.code08.2194.2 = 479'],
    ['/code13', '13', 2, '7', 'codes.code13.150 = 7'],
    ['/code13', '13', 3, 'Not reported', 'codes.code13.400 ='],
  ])('AP-05 CD-06: on %s the card of a code shows its own value as reported', async (path, kind, row, value, raw) => {
    const count = { ...historyEvidence()['errors.logs'], source: `codes.code${kind}`, name: 'entries', raw: '211' };
    const evidence = { body: { evidence: { [`codes.${kind}.currentValue`]: { ...count, rule: 'derived' } } } };
    await open(at(path), { answers: { ...answersWith(), evidence } });
    await page.getByRole('row').nth(row).hover();
    await page.getByRole('button', { name: `${value} source` }).click();
    const card = page.getByRole('tooltip');
    await expect.element(card).toHaveTextContent(raw);
    await expect.element(card).toHaveTextContent('as reported');
    await expect.element(card).not.toHaveTextContent('211');
  });
});

describe('outside the fleet', () => {
  const rail = () => page.getByRole('region', { name: 'Unusual for the fleet' });

  test('CD-09 OQ-75: level 2 and 3, the worst first, with the distance from the average and what the levels mean', async () => {
    await open(at('/code05'));
    const lines = () =>
      [...rail().element().querySelectorAll('li')].map((line) => line.textContent?.replaceAll('source', ''));
    await expect
      .poll(lines)
      .toEqual([
        'level 32190-0+25.2%',
        'level 32092-0+21.4%',
        'level 22463-0−8.8%',
        'level 22194-2−6.4%',
        'level 24000-0usually B0',
      ]);
    await expect.element(rail()).toHaveTextContent('robust distance beyond 3.5, 5, 8');
    await expect
      .element(rail())
      .toHaveTextContent('Outlier level: 50 or more devices of the same family and firmware, REUSS2 T100');
    await expect.element(rail()).toHaveTextContent('Mode and average: 20 or more devices of model MFP C1');
    await expect.element(rail()).not.toHaveTextContent('Limits are wider');
  });

  test('CD-07 CD-08 CD-09: a comparison with a wider group of devices names the group, and that its limits are wider', async () => {
    const comparedWith = {
      usual: { scope: 'family' as const, name: 'REUSS2', devices: 50 },
      levels: { scope: 'related' as const, name: 'REUSS, REUSS2', devices: 100 },
    };
    await open(at('/code05'), { answers: { ...answersWith(), '05': { body: { ...fleetCodes(), comparedWith } } } });
    await expect
      .element(rail())
      .toHaveTextContent('Mode and average: 50 or more devices of family REUSS2, any model and firmware');
    await expect
      .element(rail())
      .toHaveTextContent('Outlier level: 100 or more devices of the related families REUSS, REUSS2');
    await expect.element(rail()).toHaveTextContent('Limits are wider where models or firmware versions differ.');
  });

  test('CD-09: a code of the rail is shown in the table, also when the search left it out', async () => {
    await open(at('/code05', '&codes=5000-5003'));
    await rail().getByRole('button', { name: 'Show code 2463-0 in the table' }).click();
    await expect.element(box()).toHaveValue('');
    await expect.poll(() => document.activeElement?.querySelector('[data-column="main"]')?.textContent).toBe('2463');
  });

  test('OQ-75: a fleet too small to compare with has another text than one without outliers', async () => {
    const { codes } = fleetCodes(30);
    const silent = { codes: codes.map((code) => ({ ...code, outlierLevel: null })) };
    const { screen } = await open(at('/code05'), { answers: { ...answersWith(), '05': { body: silent } } });
    await expect.element(rail()).toHaveTextContent('Not compared');
    await expect.element(rail()).toHaveTextContent('Fewer than 20 devices');
    await screen.unmount();
    const usual = { codes: codes.map((code) => ({ ...code, outlierLevel: 0 })) };
    await open(at('/code05'), { answers: { ...answersWith(), '05': { body: usual } } });
    await expect.element(rail()).toHaveTextContent('Every value is usual for the fleet');
    await expect.element(rail()).toHaveTextContent('30 codes compared');
  });
});

describe('compared with devices that the user may see', () => {
  test('CD-07 CD-08: rail and card name these devices and their exact number', async () => {
    const comparedWith = { usual: { scope: 'visible' as const, name: 'VICTOR', devices: 7 }, levels: null };
    const body = { ...fleetCodes(), comparedWith };
    await open(at('/code05'), { answers: { ...answersWith(), '05': { body } } });
    const devices = '7 devices of family VICTOR that you can see';
    await expect
      .element(page.getByRole('region', { name: 'Unusual for the fleet' }))
      .toHaveTextContent(`Mode and average: ${devices}`);
    await page.getByRole('row').nth(1).hover();
    await page.getByRole('row').nth(1).getByRole('button').nth(1).hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent(devices);
  });
});

describe('without rows', () => {
  test('NF-01 NF-02 OQ-123: a search without a hit and a device without codes have different words', async () => {
    const { screen } = await renderDevice({ path: at('/code05', '&codes=1'), answers: answersWith() });
    await expect.element(page.getByText('No data found!')).toBeVisible();
    await screen.unmount();
    await renderDevice({ path: at('/code05'), answers: { ...answersWith(), '05': { body: { codes: [] } } } });
    await expect.element(page.getByText('No data', { exact: true })).toBeVisible();
    await expect.element(page.getByText('This device has not reported any of these codes.')).toBeVisible();
  });

  test('AP-21: a failed call shows its code and Retry in the frame, and Retry fetches it', async () => {
    const { answers } = await renderDevice({
      path: at('/code05'),
      answers: { ...answersWith(), '05': { status: 500, body: {} } },
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent('201000');
    answers['05'] = { body: fleetCodes() };
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('2092', { exact: true })).toBeVisible();
  });
});

describe.each(['light', 'dark'])('in %s', (theme) => {
  test.each([480, 960, 1440])(
    'CD-01..CD-11: at %i px axe finds nothing and the page is not wider than its window',
    async (width) => {
      document.documentElement.dataset['theme'] = theme;
      await page.viewport(width, 900);
      for (const path of ['/code05', '/code13']) {
        const { screen } = await open(at(path));
        expect(await findProblems()).toEqual([]);
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
        await screen.unmount();
      }
    },
  );
});

test('CD-04: where the window is narrow the table scrolls in its frame, its head and its codes stay, and the rail is reached', async () => {
  await page.viewport(480, 900);
  await open(at('/code05'), { answers: answersWith(1000) });
  const frame = table().element().parentElement;
  if (frame === null) throw new Error('no frame');
  expect(drawn()).toBeLessThan(90);
  frame.scrollTo({ top: 20_000, left: 200, behavior: 'instant' });
  const { left, top } = frame.getBoundingClientRect();
  await expect
    .poll(() => {
      const row = document.elementFromPoint(left + 20, top + 100)?.closest('tr');
      return Number(row?.ariaRowIndex ?? 0);
    })
    .toBeGreaterThan(480);
  expect(document.elementFromPoint(left + 20, top + 100)?.closest('td')?.dataset['column']).toBe('main');
  expect(table().element().querySelector('thead')?.getBoundingClientRect().top).toBeCloseTo(top + 1, 0);
  await expect.element(page.getByRole('region', { name: 'Unusual for the fleet' })).toBeInTheDocument();
  const rail = page.getByRole('region', { name: 'Unusual for the fleet' }).element().getBoundingClientRect();
  expect(rail.top + window.scrollY).toBeLessThan(1200);
});

test('CD-01: the brand under its prefix links to its own setting screens', async () => {
  await open(at('/rdt/code08'), { brand: 'rdt' });
  const link = page.getByRole('link', { name: 'Setting of code 08-2092-0' });
  await expect.element(link).toHaveAttribute('href', `/rdt/code08setting?device=${deviceId}&main=2092&sub=0`);
});
