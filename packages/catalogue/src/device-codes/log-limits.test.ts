import { describe, expect, it } from 'vitest';
import { deviceMessage } from './device-codes.ts';

const english = (code: string) => deviceMessage(code, 'en-us');
const japanese = (code: string) => deviceMessage(code, 'ja-jp');
const everyEvent = Array.from({ length: 0xa000 }, (_, code) => code.toString(16).toUpperCase().padStart(4, '0'));
/** The codes whose text, in either language, matches. */
const codesWith = (text: RegExp) => everyEvent.filter((code) => text.test(english(code)) || text.test(japanese(code)));

describe('log capacity, of the print, scan, fax send, fax receive, message and application logs', () => {
  const logs = [
    'A log (print, scan, fax send, fax receive, message or application log) ',
    'ログ（プリント、スキャン、ファクス送信、ファクス受信、メッセージ、アプリケーションのいずれか）',
  ] as const;
  const endingIn = (digit: number) =>
    ['615', '616', '617', '618', '619', '61A', '61B', '61C'].map((row) => row + digit);

  it.each([
    ['LM-01', 0, 'is 70 percent full.', 'の使用量が70%に達しました。'],
    ['LM-02', 1, 'is 80 percent full.', 'の使用量が80%に達しました。'],
    ['LM-03', 2, 'is 90 percent full.', 'の使用量が90%に達しました。'],
    ['LM-04', 3, 'is 95 percent full.', 'の使用量が95%に達しました。'],
    ['LM-05', 4, 'is 100 percent full and starts overwriting.', 'の使用量が100%に達し、上書きを開始します。'],
  ])('LM-01..LM-05 (%s): the codes that end in %i, and no others, say "%s"', (_row, digit, inEnglish, inJapanese) => {
    for (const code of endingIn(digit)) {
      expect(english(code)).toBe(logs[0] + inEnglish);
      expect(japanese(code)).toBe(logs[1] + inJapanese);
    }
    expect(everyEvent.filter((code) => english(code) === logs[0] + inEnglish)).toEqual(endingIn(digit));
    expect(everyEvent.filter((code) => japanese(code) === logs[1] + inJapanese)).toEqual(endingIn(digit));
  });

  it('EV-32: the other codes of 6150 to 61C4 name the logs without a percentage', () => {
    for (const code of ['6155', '615F', '6199', '61BF']) {
      expect(english(code)).toBe(`${logs[0]}is filling up.`);
      expect(japanese(code)).toBe(`${logs[1]}の空き容量が少なくなっています。`);
    }
  });
});

/** First and last code, and how many there are. */
const extent = (codes: readonly string[]) => [codes[0], codes.at(-1), codes.length];

describe('limits of the device are named as one cause of those that a text lists, not as a fact about every code', () => {
  it('LM-06: off-ramp forwarding reaches 40 destinations, the 41st and later are not forwarded', () => {
    const limit =
      'Off-Ramp (also a fax forwarded to more than 40 destinations: the 41st and later are not forwarded), ';
    expect(extent(everyEvent.filter((code) => english(code).includes(limit)))).toEqual(['3B50', '3F10', 961]);
    expect(extent(codesWith(/\b40\b|41/))).toEqual(['3B50', '3F10', 961]);
    expect(japanese('3B50')).toContain('オフランプ（ファクス転送の宛先が40件を超えた場合を含む。41件目以降の');
  });

  it('LM-07: a maximum of registered users is mentioned, without a number', () => {
    expect(extent(codesWith(/refusal at the maximum number of registered users/))).toEqual(['7100', '71FF', 256]);
    expect(extent(codesWith(/ユーザー（登録数が上限に達した場合を含む）/))).toEqual(['7100', '71FF', 256]);
    expect(english('7100') + japanese('7100')).not.toMatch(/\d/);
  });

  it('LM-08: a maximum of application registrations is mentioned, without a number', () => {
    const inEnglish = /application install \(also a refusal at the maximum number of registered applications\)/;
    expect(extent(codesWith(inEnglish))).toEqual(['7200', '74B1', 690]);
    expect(extent(codesWith(/インストール（登録数が上限に達した場合を含む）/))).toEqual(['7200', '74B1', 690]);
    expect(english('7200') + japanese('7200')).not.toMatch(/\d/);
  });
});
