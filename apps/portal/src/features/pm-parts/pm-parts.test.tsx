import { partName, partsOf } from '@platen/catalogue/families/parts';
import { texts } from '@platen/catalogue/texts/device-ja-jp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId, evidence, richProfile } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { historyEvidence, pmParts } from '../../../test/device/supplies-data.ts';
import { findProblems } from '../../../test/render-portal.tsx';

const path = `/pmparts?device=${deviceId}`;
const codes = partsOf('SHASTA3').map(({ code }) => code);
const [due = '', over = '', soon = '', later = ''] = codes;
const nameOf = (code: string, locale: 'en-us' | 'ja-jp' = 'en-us') => partName('SHASTA3', code, locale) ?? '';
const answers = () => ({
  ...richAnswers(),
  PMParts: { body: pmParts(codes) },
  evidence: { body: { evidence: { ...evidence().evidence, ...historyEvidence(due) } } },
});
const ratedOnly = 'Rated life reached; the condition is not judged.';
const clean = (text: string | null | undefined) => text?.replaceAll('source', '').replaceAll('取得元', '').trim();
const readRows = () =>
  [...document.querySelectorAll('main tbody tr')].map((row) =>
    [...row.children].map((cell) => clean(cell.textContent)),
  );

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe('the PM parts screen', () => {
  test('GN-06 PM-02 PM-03 OQ-90: parts with the names of the family, due ones first, the state in words', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect
      .poll(() => readRows().map(([state, name]) => [state, name]))
      .toEqual([
        ['Due', `${nameOf(due)} ${due}${ratedOnly}`],
        ['Due', `${nameOf(over)} ${over}${ratedOnly}`],
        ['Watch', `${nameOf(soon)} ${soon}`],
        ['No action needed', `${nameOf(later)} ${later}`],
        ['No action needed', 'Ozone filter 9901'],
        ['Life not reported', '9902'],
      ]);
    // Never by colour alone: a shape stands before each word.
    const shapes = [...document.querySelectorAll('main tbody svg')].map((svg) => svg.getAttribute('data-status'));
    expect(shapes).toEqual(['error', 'error', 'warning', 'normal', 'normal', 'unknown']);
  });

  test('PM-02: rows wait for the series that names them; without a profile they have their codes', async () => {
    const { screen, requests } = await renderDevice({ path, answers: { ...answers(), profile: 'never' } });
    const panel = page.getByRole('region', { name: 'PM parts' });
    await expect.element(panel).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => requests.some((path) => path.endsWith('/PMParts'))).toBe(true);
    expect(readRows()).toEqual([]);
    await screen.unmount();
    await renderDevice({ path, answers: { ...answers(), profile: { status: 400, body: {} } } });
    await expect.poll(() => readRows().map(([, name]) => name)).toContain(`${due}${ratedOnly}`);
  });

  test('PM-04..PM-09: life now, after 1, 2 and 4 weeks with its range, consumed percent, counter, last replacement', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByRole('grid')).toBeVisible();
    const heads = [...document.querySelectorAll('main thead th')].map((head) => head.textContent);
    expect(heads).toEqual([
      'State',
      'Part',
      'Life now and in 4 weeks',
      'Consumed life (rated)',
      'Life now',
      'After 1 week',
      'After 2 weeks',
      'After 4 weeks',
      'Counter pages',
      'Last replaced',
    ]);
    const rows = readRows().map((cells) => cells.slice(3));
    expect(rows[0]).toEqual(['118%', '118%', '119%', '121%', '122–127%124%', '142,080', '03/14/2025']);
    expect(rows[3]?.at(-1)).toBe('-');
  });

  test('PM-01 OQ-71: the threshold and how many parts a visit replaces and how many are to watch', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByText('Threshold 100%')).toBeVisible();
    await expect.element(page.getByText('2 parts to replace now or at the next visit')).toBeVisible();
    await expect.element(page.getByText('1 to watch')).toBeVisible();
    await expect.element(page.getByText('1 of unknown life')).toBeVisible();
  });

  test.each([
    [101, 'error'],
    [97, 'warning'],
  ])(
    'OQ-71: a part at %i%%, beyond the threshold within two weeks, gives the summary the shape %s',
    async (life, shape) => {
      const parts = [{ ...pmParts([due]).parts[0], consumedLife: life, lifeNow: life, life2Weeks: life + 4 }];
      await renderDevice({ path, answers: { ...answers(), PMParts: { body: { threshold: 100, parts } } } });
      await expect.element(page.getByText('1 part to replace now or at the next visit')).toBeVisible();
      expect(document.querySelector('main p svg')?.getAttribute('data-status')).toBe(shape);
    },
  );

  test('PM-09: a bar says in words what it shows; an unknown life is hatched', async () => {
    await renderDevice({ path, answers: answers() });
    await expect
      .element(page.getByRole('img', { name: '118% consumed, 124% in 4 weeks, threshold 100%' }))
      .toBeVisible();
    await expect.element(page.getByRole('img', { name: '40% consumed, threshold 100%' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: 'Life not reported' })).toBeVisible();
  });

  test('PM-04 PM-09: where the condition speaks, its figure is shown as life now with the rated life next to it, and the reason', async () => {
    const rated = { consumed: 132, threshold: 100 };
    const verdict = {
      verdict: 'watch',
      speaks: 'condition',
      rated,
      exhaustion: 88.3,
      differs: 'ratedReached',
    } as const;
    const { threshold, parts } = pmParts([due]);
    const [first] = parts;
    if (first === undefined) throw new Error('no part to change');
    const judged = { ...first, lifeNow: 88.3, consumedLife: 132, verdict };
    await renderDevice({ path, answers: { ...answers(), PMParts: { body: { threshold, parts: [judged] } } } });
    await expect
      .poll(() => readRows()[0]?.slice(0, 5))
      .toEqual([
        'Watch',
        `${nameOf(due)} ${due}Rated life reached (132%); the judged condition counts.`,
        '',
        '132%',
        '88%',
      ]);
  });

  test('PM-05..PM-07: a withheld forecast says how many readings it lacks, an unknown life is no zero', async () => {
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByText('9 of 14 readings')).toBeVisible();
    await expect
      .poll(() => readRows().at(-1)?.slice(3))
      .toEqual(['Not reported', 'Not reported', '0 of 14 readings', 'Not reported', expect.any(String)]);
    await expect.element(page.getByText('0%', { exact: true })).not.toBeInTheDocument();
  });

  test('PM-05 PM-06: the ranges of all weeks come on demand, by keyboard too', async () => {
    await renderDevice({ path, answers: answers() });
    const toggle = page.getByRole('button', { name: '80% ranges' });
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => readRows()[0]?.[5]).toBe('119%');
    toggle.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => readRows()[0]?.[5]).toBe('118–123%119%');
  });

  test('a forecast shows what it rests on: the method in words, the readings used and needed, its range', async () => {
    await renderDevice({ path, answers: answers() });
    await page.getByRole('button', { name: '124% source' }).click();
    const card = page.getByRole('tooltip');
    await expect.element(card.getByText('Computed by the portal')).toBeVisible();
    await expect.element(card.getByText('34 readings used')).toBeVisible();
    await expect.element(card.getByText('08/01/2026 to 11/20/2026')).toBeVisible();
    await expect.element(card.getByText('14 readings needed')).toBeVisible();
    await expect.element(card.getByText('80% ranges: 122–127%')).toBeVisible();
  });

  test('in Japanese: names, states and figures', async () => {
    await renderDevice({ path, answers: answers(), locale: 'ja-jp' });
    await expect.element(page.getByRole('heading', { level: 2, name: texts.pmParts.title })).toBeVisible();
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect
      .poll(() => readRows()[0]?.slice(0, 2))
      .toEqual(['交換時期', `${nameOf(due, 'ja-jp')} ${due}${texts.judged.ratedOnly}`]);
    await expect.element(page.getByText('今すぐまたは次回訪問時に交換 2点')).toBeVisible();
    await expect.element(page.getByText('履歴 9件／必要 14件')).toBeVisible();
  });

  test('an unknown family leaves the device’s own name, else the code', async () => {
    const profile = { ...richProfile(), series: 'NOSUCH' };
    await renderDevice({ path, answers: { ...answers(), profile: { body: profile } } });
    await expect.element(page.getByText('Ozone filter')).toBeVisible();
    await expect
      .poll(() => readRows().map(([, name]) => name))
      .toEqual([`${due}${ratedOnly}`, `${over}${ratedOnly}`, soon, later, 'Ozone filter 9901', '9902']);
  });

  test('a device without part counters says so; a failure stays in the panel with Retry', async () => {
    const { screen } = await renderDevice({
      path,
      answers: { ...richAnswers(), PMParts: { body: { threshold: 100, parts: [] } } },
    });
    await expect.element(page.getByText('This device sends no part counters.')).toBeVisible();
    await screen.unmount();
    const failing = { ...richAnswers(), PMParts: { status: 500, body: {} } };
    await renderDevice({ path, answers: failing });
    const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
    await expect.element(retry).toBeVisible();
    Object.assign(failing, { PMParts: { body: pmParts(codes) } });
    await retry.click();
    await expect.element(page.getByText('2 parts to replace now or at the next visit')).toBeVisible();
  });

  test.each(['light', 'dark'])('has no accessibility problem in %s', async (theme) => {
    document.documentElement.dataset['theme'] = theme;
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByText('2 parts to replace now or at the next visit')).toBeVisible();
    expect(await findProblems()).toEqual([]);
  });

  test.each([
    [480, 'scrolls in its frame'],
    [960, 'goes into its frame'],
  ])('at %i pixels the table %s, and the page never sideways', async (width, how) => {
    await page.viewport(width, 900);
    await renderDevice({ path, answers: answers() });
    await expect.element(page.getByText('2 parts to replace now or at the next visit')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const frame = page.getByRole('grid', { name: 'PM parts' }).element().parentElement;
    expect((frame?.scrollWidth ?? 0) > (frame?.clientWidth ?? 0)).toBe(how === 'scrolls in its frame');
  });
});
