import type { EvidenceEntry } from '@platen/contract/details';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { codeSetting, fleetCodes } from '../../test/device/codes.ts';
import { deviceId } from '../../test/device/device-data.ts';
import { trend } from '../../test/device/errors-data.ts';
import { predictionAnswers } from '../../test/device/prediction-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { historyEvidence, pmParts, toner } from '../../test/device/supplies-data.ts';

/** As the server sends a kept replacement. */
const replaced = (item: string, raw: string, more: Partial<EvidenceEntry> = {}): EvidenceEntry => ({
  protocol: 'report',
  source: 'replacementSeen',
  name: `${item}.replacedAt`,
  raw,
  rule: 'derived',
  also: [{ source: 'counters.total', raw: '120000' }],
  observedAt: `${raw}T00:00:00.000Z`,
  receivedAt: null,
  collector: null,
  ...more,
});
const open = (
  screen: string,
  more: object,
  entries: Record<string, EvidenceEntry>,
  locale: 'en-us' | 'ja-jp' = 'en-us',
) =>
  renderDevice({
    path: `/${screen}${screen.includes('?') ? '&' : '?'}device=${deviceId}`,
    answers: { ...richAnswers(), ...more, evidence: { body: { evidence: entries } } },
    locale,
  });
const card = () => page.getByRole('tooltip');

beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

test.each([
  [
    'en-us',
    'Replacement history',
    'Computed by the portal',
    'detected from a rising level',
    'Total pages of the device',
  ],
  ['ja-jp', '交換履歴', 'ポータルが算出', '残量の上昇', '交換日の機器の総ページ数。'],
] as const)(
  'TN-05: in %s a cartridge says that the portal saw it come, on which day and at which counter',
  async (locale, name, source, rule, made) => {
    const day = toner().cartridgeReplacement.black[0]?.replacedAt.slice(0, 10) ?? '';
    await open(
      'toner',
      { toner: { body: toner() } },
      { 'toner.cartridges.black[0]': replaced('toner.black', day) },
      locale,
    );
    const cells = page.getByRole('grid', { name }).getByRole('row').nth(2).getByRole('gridcell');
    await cells.nth(0).getByRole('button').click();
    await expect.element(card()).toHaveTextContent(source);
    await expect.element(card()).toHaveTextContent(`toner.black.replacedAt = ${day}`);
    await expect.element(card()).toHaveTextContent('counters.total = 120000');
    await expect.element(card()).toHaveTextContent(rule);
    await userEvent.keyboard('{Escape}');
    await cells.nth(1).getByRole('button').click();
    await expect.element(card()).toHaveTextContent(made);
  },
);

test('the last replacement of a part shows whether the device reported it', async () => {
  const parts = pmParts(['6250']);
  const day = parts.parts[0]?.replacedAt?.slice(0, 10) ?? '2026-01-02';
  const body = { ...parts, parts: parts.parts.map((part) => ({ ...part, replacedAt: day })) };
  const reported = replaced('part.6250', day, { source: 'part.6250.replacedAt', rule: 'asReported' });
  await open('pmparts', { PMParts: { body } }, { 'parts.6250.replacedAt': reported });
  const cells = page.getByRole('row').filter({ hasText: '6250' }).getByRole('gridcell');
  await cells.last().getByRole('button').click();
  await expect.element(card()).toHaveTextContent('Device report');
  await expect.element(card()).toHaveTextContent(`part.6250.replacedAt = ${day}`);
  await expect.element(card()).toHaveTextContent('as reported');
});

test('FS-18 FS-19 FS-20: last replacement, thresholds and limits of the failure signs say how they came about', async () => {
  await open('failuresign', predictionAnswers(), {
    'predictions.fuser.lastReplacementDate': replaced('part.6342', '2024-06-02'),
  });
  const ask = async (panel: string, figure: string | RegExp) => {
    await page.getByRole('region', { name: panel, exact: true }).getByRole('button', { name: figure }).first().click();
    return card();
  };
  await expect.element(await ask('Fuser', '06/02/2024 source')).toHaveTextContent('part.6342.replacedAt = 2024-06-02');
  await userEvent.keyboard('{Escape}');
  await expect.element(await ask('Fuser', /^100% /)).toHaveTextContent('100 percent of the expected life');
  await userEvent.keyboard('{Escape}');
  await expect.element(await ask('Fuser', /^95% /)).toHaveTextContent('5 percent on the safe side of its threshold');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(await ask('Secondary transfer roller', /^1,700 V /))
    .toHaveTextContent('The limit of the service manual');
  await userEvent.keyboard('{Escape}');
  await expect.element(await ask('Image quality sensor', /^150 /)).toHaveTextContent('Learned from the sensors');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(await ask('Image control error', /^\d\d\/\d\d\/\d{4} /))
    .toHaveTextContent('Time given by the error');
});

test.each([
  ['en-us', /^Last changed by R\. Okafor/, 'Alert threshold: 59. Clear threshold: 55.'],
  ['ja-jp', /^最終変更：R\. Okafor/, 'アラートしきい値：59。解除しきい値：55。'],
] as const)(
  'CD-20 CD-21: in %s thresholds of a code say that they were set in the portal, and to what',
  async (locale, button, words) => {
    await open(
      'code05setting?main=2190&sub=0',
      { '05': { body: fleetCodes() }, setting: { body: codeSetting() } },
      {},
      locale,
    );
    await page.getByRole('button', { name: button }).click();
    await expect.element(card()).toHaveTextContent(words);
  },
);

test('AP-05 CD-20: above its thresholds a code shows its own value as reported', async () => {
  const entries = {
    'codes.05.currentValue': replaced('', '2026-11-20', { source: 'codes.code05', name: 'entries', raw: '211' }),
  };
  const answers = { '05': { body: fleetCodes() }, setting: { body: codeSetting() } };
  await open('code05setting?main=2190&sub=0', answers, entries);
  await page.getByRole('button', { name: '63 source' }).click();
  await expect.element(card()).toHaveTextContent('codes.code05.2190.0 = 63');
  await expect.element(card()).toHaveTextContent('as reported');
});

test('CD-08: the distance from the fleet says what it is measured against', async () => {
  await open('code05', { '05': { body: fleetCodes() } }, {});
  await page
    .getByRole('region', { name: 'Unusual for the fleet' })
    .getByRole('button', { name: /% source$/ })
    .first()
    .click();
  await expect
    .element(card())
    .toHaveTextContent('Distance of the current value from the average of the devices compared');
});

test.each([
  [
    'en-us',
    'Unusual for the fleet',
    'Devices of the fleet: MFP 4525C',
    '100 or more devices, of three or more dealers',
  ],
  ['ja-jp', '他機との差異', '比較対象の機器：MFP 4525C', '100台以上（販売店3社以上）'],
] as const)(
  'M1: in %s a value of the fleet says of how many devices it is at least',
  async (locale, name, source, devices) => {
    const fleet = replaced('', '100', {
      source: 'fleet: MFP 4525C',
      name: 'devices',
      also: undefined,
      observedAt: '2026-11-20T00:00:00.000Z',
    });
    await open('code05', { '05': { body: fleetCodes() } }, { 'codes.05.averageValue': fleet }, locale);
    await page.getByRole('region', { name }).getByRole('button', { name: /%/ }).first().click();
    await expect.element(card()).toHaveTextContent(source);
    await expect.element(card()).toHaveTextContent(devices);
  },
);

test('ER-03: each count of a month can be questioned, not only the sums', async () => {
  await open('errortrend', { monthly: { body: trend() } }, historyEvidence());
  const row = page.getByRole('grid').last().getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  await expect.poll(() => row.getByRole('button').elements().length).toBe(6);
  await row.getByRole('button').first().click();
  await expect.element(card()).toHaveTextContent('derived from several values');
});

test('FS-09: when the signs were judged, and of what kind a drive is, say where that is known from', async () => {
  await open('failuresign', predictionAnswers(), {
    predictedAt: replaced('', '2026-11-20', { source: 'judgementRun', name: 'judgedAt' }),
    'predictions.hdd.0.type': replaced('', 'HDD', {
      source: 'storage.0.type',
      name: 'storage.0.type',
      rule: 'asReported',
      observedAt: '2026-11-20T00:00:00.000Z',
    }),
  });
  await page.getByRole('button', { name: /^prediction run/ }).click();
  await expect.element(card()).toHaveTextContent('Time of the last judgement of this device');
  await expect.element(card()).toHaveTextContent('Computed by the portal');
  await expect.element(card()).toHaveTextContent('judgedAt = 2026-11-20');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('region', { name: 'Hard disk' }).getByRole('button', { name: /^HDD/ }).click();
  await expect.element(card()).toHaveTextContent('storage.0.type = HDD');
  await expect.element(card()).toHaveTextContent('Device report');
});

test('counts of parts and the middle of the intervals of cartridges say what they are made of', async () => {
  await open('pmparts', { PMParts: { body: pmParts(['6342', '6321', '6422', '6250']) } }, {});
  await page.getByRole('button', { name: /to replace now or at the next visit/ }).click();
  await expect.element(card()).toHaveTextContent('Counted from the rows below: parts that are due');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: / to watch/ }).click();
  await expect.element(card()).toHaveTextContent('parts to watch');
  await open('toner', { toner: { body: toner() } }, {});
  await page.getByRole('button', { name: /^median interval/ }).click();
  await expect.element(card()).toHaveTextContent('Median of the days');
});
