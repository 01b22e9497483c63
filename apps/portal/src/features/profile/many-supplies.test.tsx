import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId, richProfile } from '../../../test/device/device-data.ts';
import { jams, pmParts, toner } from '../../../test/device/profile-later-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

afterEach(() => vi.restoreAllMocks());

/**
 * Seven supplies next to the toner, an alarm whose message and advice take two lines each, and an alert of
 * two lines.
 */
function crowded(): ReturnType<typeof richProfile> {
  const profile = richProfile();
  return {
    ...profile,
    supplies: [
      ...(profile.supplies ?? []),
      {
        description: '2nd waste toner box',
        type: 'wasteToner',
        class: 'receptacleThatIsFilled',
        percent: 40,
        state: 'measured',
      },
      {
        description: 'Transfer belt unit with its cleaning blade',
        type: 'transferUnit',
        class: 'supplyThatIsConsumed',
        percent: 22,
        state: 'measured',
      },
    ],
    statusReasons: [
      { source: 'deviceCode', code: 'E010', severity: 'error', since: profile.updatedAt },
      {
        source: 'alert',
        code: '808',
        severity: 'warning',
        text: 'Load plain A4 in tray 2 or in another tray that is free',
      },
      { source: 'supply', code: 'magenta', severity: 'warning' },
    ],
  };
}
const answers = () => ({
  ...richAnswers(),
  profile: { body: crowded() },
  jams: { body: jams() },
  toner: { body: toner() },
  PMParts: { body: pmParts() },
});

test.each([
  ['en-us', 'Other supplies'],
  ['ja-jp', 'その他の消耗品'],
] as const)(
  'in %s seven supplies and an alarm of two lines fit 1440 x 900, and nothing moves when the rest comes',
  async (locale, name) => {
    await page.viewport(1440, 900);
    const moved: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) moved.push(Number(entry.value));
    });
    await renderDevice({ path: `/profile?device=${deviceId}`, answers: answers(), locale });
    const supplies = page.getByRole('region', { name, exact: true });
    await expect.element(supplies.getByText('Drum K')).toBeVisible();
    observer.observe({ type: 'layout-shift' });
    await expect.poll(() => document.querySelectorAll('main dd [role=img]').length).toBeGreaterThanOrEqual(5);
    await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
    observer.disconnect();
    expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
    const rows = [...supplies.element().querySelectorAll('dl > div')];
    expect(rows).toHaveLength(7);
    for (const row of rows) {
      const [term, level, gauge] = [...row.children].map((cell) => cell.getBoundingClientRect());
      expect(gauge?.left).toBeGreaterThanOrEqual(term?.right ?? Infinity);
      expect(level?.left).toBeGreaterThanOrEqual(gauge?.right ?? Infinity);
      expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth);
    }
  },
);

test('below 960 pixels each supply keeps its gauge below its name', async () => {
  await page.viewport(480, 900);
  await renderDevice({ path: `/profile?device=${deviceId}`, answers: answers() });
  const supplies = page.getByRole('region', { name: 'Other supplies', exact: true });
  await expect.element(supplies.getByText('Drum K')).toBeVisible();
  const [name, , gauge] = [...(supplies.element().querySelector('dl > div')?.children ?? [])];
  expect(gauge?.getBoundingClientRect().top).toBeGreaterThanOrEqual(name?.getBoundingClientRect().bottom ?? Infinity);
});
