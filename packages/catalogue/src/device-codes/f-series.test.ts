import { describe, expect, it } from 'vitest';
import { manual, technicianCalled, technicianLooksUp } from '../../test/expected-facts.ts';
import { deviceMessage, explainCode } from './device-codes.ts';

const fatal = 'Fatal Error - Please Contact Service Technician';

describe('DM-085..DM-096: F series, English', () => {
  it.each([
    ['DM-086', 'F093', 'Counter error occurred. The error has been fixed correctly.'],
    ['DM-087', 'F094', 'Counter error has occurred.'],
    ['DM-088', 'F121', 'User Management DB corrupted.'],
    ['DM-089', 'F122', 'Log Management DB corrupted.'],
    ['DM-090', 'F124', 'AppManagement DB corrupted.'],
    ['DM-091', 'F125', 'HomeScreen DB corrupted.'],
    ['DM-092', 'F126', 'JobHistory DB corrupted.'],
    ['DM-093', 'F127', 'AppLicense DB corrupted.'],
    ['DM-094', 'F128', 'LMDB ERROR'],
    ['DM-095', 'F524', 'TPM health check failed.'],
    ['DM-096', 'F525', 'Malware execution detected.'],
  ])('%s: %s: "%s"', (_, code, text) => {
    expect(deviceMessage(code, 'en-us')).toBe(text);
  });

  const everyCode = Array.from({ length: 0x1000 }, (_, n) => `F${n.toString(16).toUpperCase().padStart(3, '0')}`);
  const unnamed = everyCode.filter((code) => !/^F(?:093|094|121|122|124|125|126|127|128|524|525)$/.test(code));

  it('DM-085 OQ-96: a code whose failing component is known is a fatal error, in the groups of board, storage and software', () => {
    expect(unnamed.filter((code) => deviceMessage(code, 'en-us') === fatal)).toEqual(
      'F070 F071 F100 F101 F102 F103 F104 F105 F106 F107 F108 F110 F111 F120 F500 F510 F520 F600'.split(' '),
    );
    for (const code of unnamed) {
      const { action, place } = explainCode(code, 'en-us');
      const isFatal = deviceMessage(code, 'en-us') === fatal;
      expect([code, isFatal, isFatal ? action : null]).toEqual([
        code,
        place !== 'Machine',
        isFatal ? technicianCalled.action : null,
      ]);
    }
  });

  it('DM-006 DM-085: every other code without a text of its own points to the manual', () => {
    expect(deviceMessage('F', 'en-us')).toBe(manual['en-us']);
    expect(new Set(unnamed.map((code) => deviceMessage(code, 'en-us')))).toEqual(new Set([fatal, manual['en-us']]));
  });
});

describe('DM-134..DM-140: F series, Japanese', () => {
  it.each(['F', 'F000', 'F06F', 'F072', 'F092', 'F095', 'F109', 'F123', 'F129', 'F523', 'F526', 'FFFF'])(
    'DM-097 DM-134: %s points to the service manual',
    (code) => {
      expect(deviceMessage(code, 'ja-jp')).toBe(manual['ja-jp']);
    },
  );

  it.each(['F070', 'F071', 'F100', 'F108', 'F111', 'F120', 'F500', 'F510', 'F520', 'F600'])(
    'DM-135: %s, a fatal error in English, is a printer error, as in the C series',
    (code) => {
      expect(deviceMessage(code, 'ja-jp')).toBe('プリンターエラーが発生しました。本体を点検してください。');
      expect(deviceMessage(code, 'ja-jp')).toBe(deviceMessage('C020', 'ja-jp'));
    },
  );

  it.each([
    ['F121', 'ユーザー管理'],
    ['F122', 'ログ管理'],
    ['F124', 'AppManagement'],
    ['F125', 'HomeScreen'],
    ['F126', 'JobHistory'],
    ['F127', 'AppLicense'],
    ['F128', 'ライセンスマネージャー'],
  ])('DM-136: %s says that the database %s is corrupted', (code, database) => {
    expect(deviceMessage(code, 'ja-jp')).toBe(`${database}データベースが破損しています。`);
  });

  it.each([
    ['DM-137', 'F093', 'カウンターエラーが発生しました。エラーは正常に修正されました。'],
    ['DM-138', 'F094', 'カウンターエラーが発生しました。エラーは修正されていません。'],
    ['DM-139', 'F524', 'TPMのヘルスチェックに失敗しました。'],
    ['DM-140', 'F525', 'マルウェア（悪意のあるソフトウェア）の実行を検知しました。'],
  ])('%s: %s: "%s"', (_, code, text) => {
    expect(deviceMessage(code, 'ja-jp')).toBe(text);
  });
});

describe('F series, what a code is about', () => {
  it.each([
    ['F071', 'Control boards'],
    ['F094', 'Memory and counters'],
    ['F104', 'Storage'],
    ['F121', 'Storage'],
    ['F122', 'Storage'],
    ['F126', 'Storage'],
    ['F124', 'Firmware and applications'],
    ['F125', 'Firmware and applications'],
    ['F127', 'Firmware and applications'],
    ['F128', 'Firmware and applications'],
    ['F524', 'Security'],
  ])('%s: %s, a service call for a technician', (code, place) => {
    expect(explainCode(code, 'en-us')).toMatchObject({ ...technicianCalled, place });
  });

  it('a counter error that was put right is information, and no action is needed', () => {
    expect(explainCode('F093', 'en-us')).toMatchObject({
      place: 'Memory and counters',
      who: null,
      severity: 'information',
      action: 'Nothing to do.',
    });
  });

  it('malware: the device leaves the network first', () => {
    expect(explainCode('F525', 'en-us')).toMatchObject({
      place: 'Security',
      who: 'technician',
      severity: 'error',
      action: expect.stringMatching(/off the network/),
    });
  });

  it('a code that no row names is a service call for the technician to look up', () => {
    expect(explainCode('F7AB', 'ja-jp')).toMatchObject({
      ...technicianLooksUp,
      place: '本体',
      action: 'この機種のサービスマニュアルでコードを確認してください。',
    });
  });
});
