import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { drum, noPredictions, predictionAnswers } from '../../../test/device/prediction-data.ts';
import { type Answers, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { findProblems } from '../../../test/render-portal.tsx';

const path = `/failuresign?device=${deviceId}`;
const signAnswers = (): Answers => ({ ...richAnswers(), ...predictionAnswers() });

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

/** Shows the screen until nothing is on its way any more. */
async function show(options: Partial<Parameters<typeof renderDevice>[0]> = {}) {
  const shown = await renderDevice({ path, answers: signAnswers(), ...options });
  await expect.poll(() => document.querySelectorAll('main h2').length).toBe(10);
  await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
  return shown;
}
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const textOf = (name: string) => panel(name).element().textContent?.replaceAll('source', '') ?? '';
const factsOf = (name: string) =>
  Object.fromEntries(
    [...panel(name).element().querySelectorAll('dl dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent?.replaceAll(/source|取得元/g, '') ?? '',
    ]),
  );
const rowsOf = (name: string) =>
  [...panel(name).element().querySelectorAll('table:not(figure table) tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll('source', '') ?? ''),
  );

describe('a device with signs', () => {
  test('FS-13: nine components in their order, below the service horizon, each by a call of its own', async () => {
    const { requests } = await show();
    expect([...document.querySelectorAll('main h2')].map(({ textContent }) => textContent)).toEqual([
      'Service horizon',
      'Fuser',
      'Secondary transfer roller',
      'Drum',
      'Feed rollers',
      'Image quality sensor',
      'Image control error',
      'Polygonal motor',
      'Hard disk',
      'Developer',
    ]);
    expect(requests.filter((request) => request.includes('/prediction/'))).toHaveLength(9);
  });

  test('FS-01 FS-14..FS-20 FS-22: the fuser with its rates, day with range, last replacement, thresholds and advice', async () => {
    await show();
    const facts = factsOf('Fuser');
    expect(facts).toMatchObject({
      Part: 'Fuser belt',
      'Exhaustion rate': '92%',
      'Life rate against threshold': '92%',
      'Last replaced': '06/02/2024',
      'Warning threshold': '100%',
      'Warning-release threshold': '95%',
    });
    expect(facts['Predicted failure']).toMatch(/^\d\d\/\d\d\/\d{4} 80%: \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/);
    expect(textOf('Fuser')).toContain('Replace the fuser belt now.');
    expect(textOf('Fuser')).toContain('Fuser belt 6342');
  });

  test('FS-02 FS-03 FS-17 FS-23: the second transfer roller with its month, drive time and lower limit', async () => {
    await show();
    const facts = factsOf('Secondary transfer roller');
    expect(facts).toMatchObject({
      'Drive time': '1,842 h',
      'Last replaced': '11/11/2023',
      'Warning threshold': '1,700 V',
      'Warning-release threshold': '1,785 V',
    });
    expect(facts['Predicted month']).toMatch(/^[A-Z][a-z]{2} \d{4} 80%: [A-Z][a-z]{2} \d{4}/);
    expect(textOf('Secondary transfer roller')).toContain('Replace the secondary transfer roller at the next visit.');
  });

  test('FS-07 FS-08 FS-26: the drum that fails first, named; without advice no action is needed', async () => {
    await show();
    expect(factsOf('Drum')).toMatchObject({ Part: 'Black drum', 'Exhaustion rate': '57%' });
    expect(textOf('Drum')).toContain('No action needed.');
  });

  test.each(['Fuser', 'Secondary transfer roller', 'Drum'])(
    'FS-07 OQ-81: the chart of %s has its rows as a table',
    async (name) => {
      await show();
      const chart = panel(name).getByRole('table', { name, exact: true });
      await expect.element(chart).toHaveTextContent('Actual');
      for (const state of ['no report', 'Forecast']) expect(chart.element().textContent).toContain(state);
      await expect.element(panel(name).getByRole('img', { name: /actual, forecast and threshold/ })).toBeVisible();
    },
  );

  test('FS-07 FS-15: the last point of the chart has the figure of the exhaustion rate, rounded alike', async () => {
    await show();
    await expect.element(panel('Fuser').getByRole('img', { name: /actual, forecast and threshold/ })).toBeVisible();
    const named = [...panel('Fuser').element().querySelectorAll('svg text')].map(({ textContent }) => textContent);
    expect(named).toContain(factsOf('Fuser')['Exhaustion rate']);
  });

  test('FS-04 FS-24: feed rollers by source: life, predicted day, what fails already, what has too few readings', async () => {
    await show();
    const rows = rowsOf('Feed rollers');
    expect(rows.map(([source]) => source)).toEqual([
      '1st cassetteLast replaced 06/02/2024',
      '2nd cassetteLast replaced 06/02/2024',
      'Bypass trayLast replaced 06/02/2024',
      'Document feeder',
    ]);
    expect(rows[0]?.[2]).toMatch(/80%:/);
    expect(rows[1]?.[2]).toBe('-');
    expect(rows[2]?.[2]).toBe('not within 12 months');
    expect(rows[3]?.slice(1)).toEqual(['-', '9 of 14 readings']);
    expect(textOf('Feed rollers')).toContain('Replace the feed rollers of the 2nd cassette at the next visit.');
    expect(textOf('Feed rollers')).toContain('6420');
  });

  test('FS-05 FS-25: developers in the order of the print colours', async () => {
    await show();
    expect(rowsOf('Developer').map(([color]) => color?.slice(0, 7))).toEqual(['KBlackL', 'YYellow']);
    expect(textOf('Developer')).toContain('Watch the black developer and have a new pack ready.');
    expect(textOf('Developer')).not.toContain('Bring');
  });

  test('FS-06: image quality sensors by colour with their limit, or that none is known yet', async () => {
    await show();
    const text = textOf('Image quality sensor');
    expect(text).toContain('Clean the image quality sensor for magenta at the next visit.');
    expect(text).toContain('132');
    expect(text).toContain('Lower limit 150');
    expect(text).toContain('no limit known yet9 of 14 readings');
  });

  test('FS-10 FS-27 FS-28: CE20 and CE40 with counts; a true zero is the figure 0', async () => {
    await show();
    expect(factsOf('Image control error')).toMatchObject({ CE20: '3', CE40: '0' });
    expect(textOf('Image control error')).toMatch(/Last CE20 \d\d\/\d\d\/\d{4} \d\d:\d\d/);
    expect(textOf('Image control error')).toContain('No CE40 on record');
  });

  test('FS-11 FS-12: polygonal motors count 30 days; an unknown value is stated in words, not drawn as 0', async () => {
    await show();
    expect(factsOf('Polygonal motor')).toMatchObject({ KBlack: ' 412', YYellow: ' 0' });
    expect(factsOf('Polygonal motor')['CCyan']).toBe('9 of 14 readings Not reported');
    expect(textOf('Polygonal motor')).toContain('increments, 30 days');
  });

  test('FS-09 ST-01 ST-02 ST-03: storage by SATA port; a port that is not reported says so', async () => {
    await show();
    expect(factsOf('Hard disk')).toMatchObject({
      'SATA port 0': 'HDDSSD/HDD in danger',
      'SATA port 1': 'Not reported',
    });
  });

  test('the horizon names the most severe first and what one visit covers', async () => {
    await show();
    const horizon = panel('Service horizon');
    expect(textOf('Service horizon')).toMatch(
      /One visit now covers Fuser, Hard disk \(SATA port 0\), Secondary transfer roller/,
    );
    const table = horizon.getByRole('table', { name: 'Service horizon' });
    await expect.element(table).toBeInTheDocument();
    const rows = [...table.element().querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    expect(rows[0]?.slice(0, 2)).toEqual(['Fuser', 'Due']);
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['Polygonal motor', 'No action needed']);
  });

  test('FS-05 PM-09: where rated life and condition disagree, both figures are shown, and which of them counts', async () => {
    await show();
    const row = panel('Developer').getByRole('row', { name: /Black/ });
    await expect.element(row).toHaveTextContent('81%');
    await expect.element(row).toHaveTextContent('132% of rated life');
    await expect.element(row).toHaveTextContent('Rated life reached (132%); the judged condition counts.');
    await expect.element(panel('Feed rollers')).not.toHaveTextContent('the judged condition counts');
  });

  test.each([
    ['watch', 'Watch', 'Watch. Nothing to replace yet.'],
    ['nextVisit', 'At the next visit', 'Replace at the next visit.'],
    ['due', 'Due', 'Replace now.'],
  ] as const)(
    'FS-05 FS-21: a drum without advice that is %s asks for what its verdict says',
    async (verdict, sign, advice) => {
      const known = drum();
      const asked = known && {
        ...known,
        replacementPart: {
          ...known.replacementPart,
          predictionFailureDate: null,
          predictionFailureRange: null,
          verdict: { verdict, speaks: 'condition', rated: null, exhaustion: 57, differs: null },
        },
      };
      await show({ answers: { ...signAnswers(), drum: { body: asked } } });
      expect(textOf('Drum')).toContain(advice);
      expect(textOf('Drum')).not.toContain('No action needed');
      expect(textOf('Service horizon')).toContain(`${sign}, no date predicted`);
    },
  );

  test('a predicted figure shows what it is based on', async () => {
    const answers = signAnswers();
    const entry = {
      protocol: 'report',
      source: 'fuserLife',
      name: 'readings',
      raw: '88 (2026-01-01/2026-03-30)',
      rule: 'derived',
      observedAt: new Date().toISOString(),
      receivedAt: new Date().toISOString(),
      collector: null,
    };
    answers['evidence'] = { body: { evidence: { 'predictions.fuser.exhaustionRate': entry } } };
    await show({ answers });
    await panel('Fuser').getByRole('button', { name: '92% source' }).first().click();
    await expect
      .element(page.getByRole('tooltip').getByText('fuser life consumed, carried on with the forecast pages'))
      .toBeVisible();
  });
});

test.each([
  [0, 'No problem'],
  [1, 'HDD SMART self test running'],
  [2, 'Backup needed, replacement recommended'],
  [3, 'Back up and replace'],
])('ST-04..ST-07: state %i is shown in words', async (state, text) => {
  const predictionStorages = [{ sataPort: 1, type: 'SSD', state, messageId: null }];
  await show({ answers: { ...signAnswers(), hdd: { body: { messageId: null, predictionStorages } } } });
  expect(factsOf('Hard disk')['SATA port 1']).toBe(`SSD${text}`);
});

test('OQ-84 FS-13: a component without data says why, and shows no figure', async () => {
  await show({ answers: { ...signAnswers(), hdd: { body: null }, fuser: { body: null } } });
  expect(textOf('Hard disk')).toContain('This device reports no storage health.');
  expect(textOf('Fuser')).toContain('No data');
  expect(textOf('Fuser')).not.toMatch(/\d/);
});

test('OQ-84 FS-13: of a device without any data one panel gives the reasons, in place of ten empty ones', async () => {
  await renderDevice({ path, answers: { ...richAnswers(), ...noPredictions() } });
  await expect.poll(() => textOf('Service horizon')).toContain('No component can be judged yet.');
  expect(document.querySelectorAll('main h2')).toHaveLength(1);
  const text = textOf('Service horizon');
  expect(text).not.toContain('No visit');
  expect(text).toContain('This device reports no storage health.');
  expect(document.querySelectorAll('main section li')).toHaveLength(9);
  expect(panel('Service horizon').element().getBoundingClientRect().height).toBeLessThan(200);
});

test('the horizon states a day of failure that has passed, and does not leave it blank', async () => {
  const known = drum();
  const day = '2024-02-03';
  const body = known && {
    ...known,
    replacementPart: {
      ...known.replacementPart,
      predictionFailureDate: day,
      predictionFailureRange: { lower: day, upper: day },
    },
  };
  await show({ answers: { ...signAnswers(), drum: { body } } });
  await expect.poll(() => textOf('Service horizon')).toContain('threshold reached');
});

test('OQ-84: while components cannot be loaded, the horizon makes no statement on whether a visit is needed', async () => {
  const failed = { status: 500, body: { errorCode: 203001, detail: [] } };
  const answers = { ...richAnswers(), ...noPredictions() };
  await show({ answers: { ...answers, fuser: failed, drum: failed } });
  await expect.poll(() => textOf('Service horizon')).toContain('2 components could not be loaded.');
  expect(textOf('Service horizon')).not.toContain('No visit');
});

test('OQ-85: a part with too short a history says how much is missing, and gives neither rate nor date', async () => {
  const known = drum();
  const body = known && {
    ...known,
    replacementPart: {
      ...known.replacementPart,
      exhaustionRate: null,
      lifeRate: null,
      predictionFailureDate: null,
      predictionFailureRange: null,
    },
    actual: [],
    forecast: [],
    basis: { rule: 'drumLife', readings: 9, neededReadings: 14, from: null, to: null },
  };
  await show({ answers: { ...signAnswers(), drum: { body } } });
  expect(factsOf('Drum')).toMatchObject({
    'Exhaustion rate': '9 of 14 readings',
    'Predicted failure': '9 of 14 readings',
  });
  expect(textOf('Drum')).toContain('No advice yet: too little history.');
  expect(panel('Drum').element().querySelector('svg[role=img]')).toBeNull();
});

test('OQ-84: a panel that failed shows code and message; Retry asks for it alone', async () => {
  const answers = {
    ...signAnswers(),
    PMParts: { body: { threshold: 100, parts: [] } },
    developer: { status: 503, body: { errorCode: 203001, detail: [] } },
  };
  const { requests } = await show({ answers });
  const alert = panel('Developer').getByRole('alert');
  await expect.element(alert.getByText('203001')).toBeVisible();
  expect(textOf('Service horizon')).toContain('could not be loaded');
  Object.assign(answers, { developer: predictionAnswers()['developer'] });
  const before = requests.length;
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect
    .element(panel('Developer').getByText('Watch the black developer and have a new pack ready.'))
    .toBeVisible();
  expect(requests.slice(before)).toEqual([`/v1/device/${deviceId}/prediction/developer`]);
});

test('a component still on its way holds up no other', async () => {
  await renderDevice({ path, answers: { ...signAnswers(), fuser: 'never' } });
  await expect.element(panel('Drum').getByText('No action needed.')).toBeVisible();
  await expect.element(panel('Fuser')).toHaveAttribute('aria-busy', 'true');
  await expect.element(panel('Service horizon').getByText('loading').first()).toBeInTheDocument();
});

test('in Japanese: names, advice, state words and dates', async () => {
  await show({ locale: 'ja-jp' });
  expect(textOf('定着ユニット')).toContain('ただちに定着ベルトを交換してください。');
  expect(factsOf('定着ユニット')['最終交換日']).toBe('2024/06/02');
  expect(textOf('給紙ローラー')).toContain('1段目カセット');
  expect(document.querySelector('main')?.textContent).not.toMatch(/failureSign\.|charts\./);
});

describe.each(['light', 'dark'])('in %s', (theme) => {
  test.each([1440, 960, 480])('nothing is amiss for assistive technology, nor cut off, at %i pixels', async (width) => {
    document.documentElement.dataset['theme'] = theme;
    await page.viewport(width, 900);
    await show();
    expect(await findProblems()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

test('the keyboard goes from the horizon to the figures of the panels in their order', async () => {
  await show();
  panel('Service horizon')
    .getByRole('button', { name: /^Data table/ })
    .element()
    .focus();
  const panels: (string | null | undefined)[] = [];
  for (let step = 0; step < 14; step += 1) {
    await userEvent.keyboard('{Tab}');
    panels.push(document.activeElement?.closest('section')?.querySelector('h2')?.textContent);
  }
  expect([...new Set(panels)].slice(0, 3)).toEqual(['Service horizon', 'Fuser', 'Secondary transfer roller']);
});

test('RT-18: the tab fetches all nine before it is opened', async () => {
  const { requests } = await renderDevice({ path: `/profile?device=${deviceId}`, answers: signAnswers() });
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Failure Sign/ })
    .hover();
  await expect.poll(() => requests.filter((request) => request.includes('/prediction/')).length).toBe(9);
});
