import type { EvidenceEntry } from '@platen/contract/details';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';

const entry: EvidenceEntry = {
  protocol: 'snmp',
  source: '1.3.6.1.2.1.43.10.2.1.4.1.1',
  name: 'prtMarkerLifeCount.1.1',
  raw: '1284306',
  rule: 'asReported',
  contradictedBy: [
    { protocol: 'ipp', source: 'printer-impressions-completed', raw: '990011' },
    { protocol: 'report', source: 'counters.total', name: 'total', raw: '5' },
  ],
  observedAt: new Date().toISOString(),
  receivedAt: null,
  collector: null,
};
beforeEach(() => page.viewport(1440, 900));
afterEach(() => vi.restoreAllMocks());

async function openCard(of: EvidenceEntry, locale: 'en-us' | 'ja-jp') {
  const body = { evidence: { 'counter.total': of } };
  await renderDevice({
    path: `/profile?device=${deviceId}`,
    answers: { ...richAnswers(), evidence: { body } },
    locale,
  });
  await page.getByRole('button', { name: /^1,284,306/ }).click();
  return page.getByRole('tooltip');
}

test.each([
  ['en-us', 'Also reported', 'Printer, IPP', 'Device report'],
  ['ja-jp', '他の取得値', '機器（IPP）', '機器からの報告'],
] as const)(
  'in %s the card of a value shows what other sources reported for it, and which',
  async (locale, ...words) => {
    const card = await openCard(entry, locale);
    for (const word of words) await expect.element(card).toHaveTextContent(word);
    await expect.element(card).toHaveTextContent('printer-impressions-completed = 990011');
    await expect.element(card).toHaveTextContent('total = 5');
  },
);

test('a value that no source contradicts has no such line', async () => {
  const { contradictedBy: _, ...agreed } = entry;
  const card = await openCard(agreed, 'en-us');
  await expect.element(card).toHaveTextContent('prtMarkerLifeCount.1.1 = 1284306');
  await expect.element(card).not.toHaveTextContent('Also reported');
});
