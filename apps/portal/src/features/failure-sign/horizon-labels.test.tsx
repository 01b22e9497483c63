import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceId } from '../../../test/device/device-data.ts';
import { hdd, imageQualitySensor, predictionAnswers } from '../../../test/device/prediction-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

afterEach(() => vi.restoreAllMocks());

/** Signs at the parts with the longest names, and a sound drive on each port. */
const longNames = () => ({
  ...richAnswers(),
  ...predictionAnswers(),
  imageQualitySensor: {
    body: {
      ...imageQualitySensor(),
      predictionSensors: [{ ...imageQualitySensor()?.predictionSensors[1], color: 'eBlue' }],
    },
  },
  hdd: {
    body: {
      messageId: null,
      predictionStorages: [0, 1].map((sataPort) => ({
        ...hdd()?.predictionStorages[0],
        sataPort,
        state: 0,
        messageId: null,
      })),
    },
  },
});

/** Words of the drawing that are less than `gap` pixels from other words on the same line. */
function findTouching(gap: number): string[] {
  const texts = [...(document.querySelector('figure svg[role=img]')?.querySelectorAll('text') ?? [])].map((text) => ({
    text: text.textContent,
    box: text.getBoundingClientRect(),
  }));
  expect(texts.length).toBeGreaterThan(12);
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter(
        ({ box }) =>
          Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 3 &&
          Math.max(box.left, one.box.left) - Math.min(box.right, one.box.right) < gap,
      )
      .map(({ text }) => `${one.text} | ${text}`),
  );
}

test.each(['en-us', 'ja-jp'] as const)(
  'in %s no part of the service horizon touches the text about it, however narrow the window',
  async (locale) => {
    await page.viewport(1440, 900);
    await renderDevice({ path: `/failuresign?device=${deviceId}`, answers: longNames(), locale });
    await expect.poll(() => document.querySelectorAll('main h2').length).toBe(10);
    await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
    for (const width of [1680, 1440, 960, 480, 360]) {
      await page.viewport(width, 900);
      const room = () => document.querySelector('figure svg[role=img]')?.getBoundingClientRect().width ?? 0;
      await expect.poll(() => room() > 0 && room() <= width).toBe(true);
      // Narrower than any width the screens are made for, names may be cut.
      const isCut = () => width >= 480 && document.querySelector('figure svg[role=img]')?.textContent?.includes('…');
      await expect
        .poll(() => ({ width, touching: findTouching(6), isCut: isCut() }))
        .toEqual({ width, touching: [], isCut: false });
    }
  },
);
