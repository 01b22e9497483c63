import { describe, expect, it } from 'vitest';
import { manual } from '../../test/expected-facts.ts';
import { deviceMessage, explainCode } from './device-codes.ts';

describe('A series', () => {
  it('DM-007: A28F says in English that the original is copy protected', () => {
    expect(deviceMessage('A28F', 'en-us')).toBe('This original is copy protected.');
  });

  it('DM-098: A28F says in Japanese that the original may not be copied', () => {
    expect(deviceMessage('A28F', 'ja-jp')).toBe('この原稿はコピーが禁止されています。');
  });

  it.each(['A', 'A000', 'A28E', 'A290', 'AFFF'])(
    'DM-006 DM-097: %s, which no row names, points to the manual',
    (code) => {
      expect(deviceMessage(code, 'en-us')).toBe(manual['en-us']);
      expect(deviceMessage(code, 'ja-jp')).toBe(manual['ja-jp']);
    },
  );

  it('a copy-protected original is for the user to exchange, at the document feeder', () => {
    expect(explainCode('A28F', 'en-us')).toMatchObject({
      category: 'other',
      place: 'Document feeder',
      who: 'user',
      severity: 'warning',
      action: 'This original may not be copied. Use another one.',
      isKnown: true,
    });
  });
});
