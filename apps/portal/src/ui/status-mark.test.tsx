import { formats } from '@platen/catalogue/locale';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { deviceStatuses, type StatusReason } from '@platen/contract/devices';
import { IntlProvider } from 'use-intl/react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { StatusMark } from './status-mark.tsx';
import { useReasonFormat, useReasonText } from './use-reason-text.ts';

const reason = (source: StatusReason['source'], code: string, more: Partial<StatusReason> = {}): StatusReason => ({
  source,
  code,
  severity: 'warning',
  ...more,
});

function Words({ reasons }: { reasons: readonly StatusReason[] }) {
  const format = useReasonFormat();
  return (
    <ul>
      {reasons.map((one) => (
        <li key={`${one.source} ${one.code} ${one.severity} ${one.text ?? ''}`}>{format(one)}</li>
      ))}
    </ul>
  );
}

async function say(locale: 'en-us' | 'ja-jp', reasons: readonly StatusReason[]): Promise<(string | null)[]> {
  const screen = await render(
    <IntlProvider
      locale={locale === 'ja-jp' ? 'ja-JP' : 'en-US'}
      messages={locale === 'ja-jp' ? japanese : english}
      formats={formats[locale]}
      timeZone="UTC"
    >
      <Words reasons={reasons} />
    </IntlProvider>,
  );
  return [...screen.container.querySelectorAll('li')].map(({ textContent }) => textContent);
}

test('OQ-30 OQ-120: each status has its own shape and its word, never colour alone', async () => {
  const screen = await render(
    <IntlProvider locale="en-US" messages={english} timeZone="UTC">
      {deviceStatuses.map((status) => (
        <StatusMark key={status} status={status} />
      ))}
    </IntlProvider>,
  );
  const shapes = [...screen.container.querySelectorAll('svg')];
  expect(new Set(shapes.map(({ innerHTML }) => innerHTML)).size).toBe(5);
  expect(shapes.every((shape) => shape.getAttribute('aria-hidden') === 'true')).toBe(true);
  expect(screen.container.textContent).toBe('ErrorWarningUnknownOfflineNormal');
});

test('reasons in words: bits, supplies by what becomes of them, codes, silence', async () => {
  const reasons = [
    reason('detectedError', 'jammed', { severity: 'error' }),
    reason('detectedError', 'bit19'),
    reason('supply', 'black'),
    reason('supply', 'black', { severity: 'error' }),
    reason('supply', 'wasteToner'),
    reason('supply', 'opc', { severity: 'error' }),
    reason('supply', 'fuser', { severity: 'error', condition: 'lifeNear' }),
    reason('deviceCode', 'E551', { severity: 'error' }),
    reason('hrDevice', 'down', { severity: 'error' }),
    reason('noReport', '556'),
    reason('noReport', '49'),
    reason('notReported', ''),
  ];
  expect(await say('en-us', reasons)).toEqual([
    'Paper jam',
    'Condition bit19, meaning not known',
    'Black toner low',
    'Black toner empty',
    'Waste toner box almost full',
    'Drum at end of life',
    'Fuser near end of life',
    'Code E551',
    'Device down',
    'no report for 23 d',
    'no report for 2 d',
    'status not reported',
  ]);
});

test('an alert shows the device’s own text; without it the meaning of its code, and unknown codes are named', async () => {
  const reasons = [
    reason('alert', '808', { text: 'Load A4 in tray 2 <b>{x}</b>' }),
    reason('alert', '808', { text: '  ' }),
    reason('alert', 'toString'),
  ];
  expect(await say('en-us', reasons)).toEqual(['Load A4 in tray 2 <b>{x}</b>', 'Paper empty', 'Alert toString']);
});

test('a reason whose code cannot be parsed still shows what is certain, never NaN', async () => {
  expect(await say('en-us', [reason('noReport', 'soon'), reason('hrDevice', 'x'), reason('supply', '')])).toEqual([
    'Offline',
    'Device does not know its state',
    'Supply low',
  ]);
});

test('the same reasons in Japanese', async () => {
  const reasons = [reason('detectedError', 'jammed'), reason('supply', 'black'), reason('noReport', '556')];
  expect(await say('ja-jp', reasons)).toEqual(['用紙づまり', 'ブラックトナー残りわずか', '23日間報告なし']);
});

test('no reason has no words', async () => {
  const Probe = () => <p>{useReasonText(null) ?? 'nothing'}</p>;
  const screen = await render(
    <IntlProvider locale="en-US" messages={english} timeZone="UTC">
      <Probe />
    </IntlProvider>,
  );
  await expect.element(screen.getByText('nothing')).toBeVisible();
});
