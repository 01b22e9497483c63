import type { StatusReason } from '@platen/contract/devices';
import { expect, test } from 'vitest';
import { toDevice } from '../../../test/device-list/devices.ts';
import { toRowReason } from './columns.tsx';

const format = ({ code }: StatusReason) => `words of ${code}`;
const messageOf = (code: string) => `message of ${code}`;
const pending = () => undefined;
const byCode = (more: Partial<StatusReason> = {}) =>
  toDevice(1, { deviceCode: 'E551', statusReason: { source: 'deviceCode', code: 'E551', severity: 'error', ...more } });

test('OQ-102: a reason that is a device code shows the code and its message, and the code alone until that is known', () => {
  expect(toRowReason(byCode(), format, messageOf)).toEqual({ code: 'E551', text: 'message of E551' });
  expect(toRowReason(byCode(), format, pending)).toEqual({ code: 'E551', text: undefined });
});

test('the device’s own text follows the message, and is alone where there is none; blank text is none', () => {
  expect(toRowReason(byCode({ text: ' Jam at exit ' }), format, messageOf).text).toBe('message of E551 · Jam at exit');
  expect(toRowReason(byCode({ text: 'Jam at exit' }), format, pending).text).toBe('Jam at exit');
  expect(toRowReason(byCode({ text: '  ' }), format, pending).text).toBeUndefined();
});

test('a code next to another reason: the reason first, then the message of the code, nothing twice', () => {
  const device = toDevice(1, {
    deviceCode: 'D945',
    statusReason: { source: 'detectedError', code: 'jammed', severity: 'error' },
  });
  expect(toRowReason(device, format, messageOf)).toEqual({ code: 'D945', text: 'words of jammed · message of D945' });
  expect(toRowReason(device, format, pending)).toEqual({ code: 'D945', text: 'words of jammed' });
  expect(
    toRowReason(
      device,
      () => 'the same',
      () => 'the same',
    ).text,
  ).toBe('the same');
});

test('a code without a problem is still explained; a device without code and reason shows nothing', () => {
  expect(toRowReason(toDevice(1, { deviceCode: 'D804' }), format, messageOf)).toEqual({
    code: 'D804',
    text: 'message of D804',
  });
  expect(toRowReason(toDevice(1), format, messageOf)).toEqual({ code: null, text: undefined });
});
