import { describe, expect, it } from 'vitest';
import { deviceMessage } from './device-codes.ts';

const english = (code: string) => deviceMessage(code, 'en-us');
const japanese = (code: string) => deviceMessage(code, 'ja-jp');

describe('log capacity, of the print, scan, fax send, fax receive, message and application logs', () => {
  const codes = ['6150', '6199', '61C4'];

  it.each(codes)('LM-01 LM-02 LM-03 LM-04 LM-05: %s names the six logs in both languages', (code) => {
    expect(english(code)).toContain('print, scan, fax send, fax receive, message or application log');
    expect(japanese(code)).toContain(
      'プリント、スキャン、ファクス送信、ファクス受信、メッセージまたはアプリケーションのログ',
    );
  });

  it.each([
    ['LM-01', 70],
    ['LM-02', 80],
    ['LM-03', 90],
    ['LM-04', 95],
  ])('%s: a warning at %i percent', (_row, percent) => {
    for (const code of codes) {
      expect(english(code)).toMatch(new RegExp(`Warnings come at [^.]*\\b${percent}\\b[^.]* percent`));
      expect(japanese(code)).toMatch(new RegExp(`[、。]${percent}%.*で警告`));
    }
  });

  it('LM-05: a warning at 100 percent, where the log starts overwriting', () => {
    for (const code of codes) {
      expect(english(code)).toMatch(/Warnings come at .* and at 100 percent, where the log starts overwriting\.$/);
      expect(japanese(code)).toMatch(/100%で上書きを開始します。$/);
    }
  });
});

describe('limits of the device', () => {
  it('LM-06: off-ramp forwarding reaches 40 destinations, the 41st and later are not forwarded', () => {
    for (const code of ['3B50', '3CFF', '3F10']) {
      expect(english(code)).toMatch(/at most 40 destinations; the 41st and later are not forwarded\.$/);
      expect(japanese(code)).toMatch(/40宛先までで、41件目以降の宛先には転送されません。$/);
    }
  });

  it('LM-07: a maximum of registered users is mentioned, without a number', () => {
    for (const code of ['7100', '7180', '71FF']) {
      expect(english(code)).toMatch(/Users can be registered up to a maximum number\.$/);
      expect(japanese(code)).toMatch(/登録できるユーザー数には上限があります。$/);
      expect(english(code) + japanese(code)).not.toMatch(/\d/);
    }
  });

  it('LM-08: a maximum of application registrations is mentioned, without a number', () => {
    for (const code of ['7200', '7300', '74B1']) {
      expect(english(code)).toMatch(/Applications can be registered up to a maximum number\.$/);
      expect(japanese(code)).toMatch(/登録できるアプリケーション数には上限があります。$/);
      expect(english(code) + japanese(code)).not.toMatch(/\d/);
    }
  });
});
