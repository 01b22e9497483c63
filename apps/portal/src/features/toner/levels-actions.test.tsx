import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { catchDownloads, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { toner } from '../../../test/device/supplies-data.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  [
    'en-us',
    'Save Toner as CSV',
    [
      'Color,Level,Days left,80% range,Average pixel count',
      'Cyan,41,9 of 14 readings,,Not reported',
      'Yellow,58,49,range unknown,4.4',
    ],
  ],
  ['ja-jp', 'トナーをCSVで保存', ['色,残量,残り日数,80%区間,平均ピクセルカウント', 'ブラック,34,27,22～33日,5']],
] as const)(
  'TN-03 TN-04 TN-13: in %s the levels are saved with days left, range and pixel count',
  async (locale, button, lines) => {
    const files = catchDownloads();
    await renderDevice({
      path: `/toner?device=${deviceId}`,
      answers: { ...richAnswers(), toner: { body: toner() } },
      locale,
    });
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect.poll(() => files.length).toBe(1);
    const text = (await files[0]?.content.text()) ?? '';
    for (const line of lines) expect(text).toContain(`${line}\r\n`);
  },
);
