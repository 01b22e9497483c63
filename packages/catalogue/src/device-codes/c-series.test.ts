import { describe, expect, it } from 'vitest';
import { manual, technicianCalled, technicianLooksUp } from '../../test/expected-facts.ts';
import { deviceMessage, explainCode } from './device-codes.ts';

const fatal = 'Fatal Error - Please Contact Service Technician';
const input = 'Printer Input Error';
const output = 'Printer Output Error';
const feeder = 'Automatic Document Feeder Error';
const needsAttention = '[Error] Printer Needs Attention: Call for service';

const japanese = {
  printer: 'プリンターエラーが発生しました。本体を点検してください。',
  feed: '給紙エラーが発生しました。給紙部を点検してください。',
  finisher: 'フィニッシャーエラーが発生しました。フィニッシャーを点検してください。',
  exit: '排紙部またはフィニッシャーのエラーが発生しました。排紙部とフィニッシャーを点検してください。',
  feeder: '自動両面原稿送り装置エラーが発生しました。',
  scanner: 'スキャナーに異常が発生しました。サービスエンジニアに連絡してください。',
  tonerChip: 'トナーICチップへのアクセスに失敗しました。',
  wasteToner: '廃トナーボックスが満杯です。廃トナーボックスを交換してください。',
};

/** Ends and middles of ranges, and single codes, written with blanks between. */
const messagesOf = (codes: string, locale: 'en-us' | 'ja-jp') =>
  codes.split(' ').map((code) => `${code} ${deviceMessage(code, locale)}`);
const each = (codes: string, text: string) => codes.split(' ').map((code) => `${code} ${text}`);

describe('DM-005 DM-006 DM-008..DM-013 DM-016..DM-037: C series, English', () => {
  it.each([
    ['DM-006', 'C', manual['en-us']],
    ['DM-008', 'C020 C022 C024', fatal],
    ['DM-009', 'C030', fatal],
    ['DM-010', 'C060', fatal],
    ['DM-011', 'C0A1 C0A4 C0A8', fatal],
    ['DM-012', 'C250 C290 C292 C2A0 C2E8', fatal],
    ['DM-013', 'C360 C411 C57F C581 C617 C639 CA10 CC80 CE20 CE40 CFF0', fatal],
    ['DM-016', 'C040 C041 C043', input],
    ['DM-017', 'C130 C180 C1F0', input],
    ['DM-018', 'C618 C628 C638', input],
    ['DM-019', 'C580', output],
    ['DM-020', 'C66D', output],
    ['DM-021', 'C69B C6CA C6FA', output],
    ['DM-022', 'C6FD C6FE', output],
    ['DM-023', 'CB10 CB50 CB80', output],
    ['DM-024', 'CD90 CDB0 CDE0', output],
    ['DM-025', 'CF10', output],
    ['DM-026', 'C2E9 C2F0 C2FA', feeder],
    ['DM-027', 'C730', feeder],
    ['DM-028', 'C7A0 C7B0 C7D0', feeder],
    ['DM-029', 'C880 C8B0 C8E0', feeder],
    ['DM-030', 'C710 C810 C850', 'Automatic Document Feeder Motor Error'],
    ['DM-031', 'C740 C820 C840 C84F C851 C870', 'Automatic Document Feeder Alignment Error'],
    ['DM-032', 'C760 C778 C790', 'Automatic Document Feeder I/F Error'],
    ['DM-033', 'C010', 'Main Motor Error'],
    ['DM-034', 'C291 C9E0', 'Scanner Error'],
    ['DM-035', 'C910 C912 C915', 'Failed to access to the toner IC chip'],
    ['DM-036', 'C963 CEC1 CEC2', needsAttention],
    ['DM-037', 'CD72', 'The Waste Toner Box is Full. Please Replace.'],
  ])('%s: %s: "%s"', (_, codes, text) => {
    expect(messagesOf(codes, 'en-us')).toEqual(each(codes, text));
  });

  it('DM-006: codes just outside every range point to the manual', () => {
    const codes = 'C000 C00F C011 C01F C025 C02F C031 C03F C044 C05F C061 C0A0 C0A9 C12F C1F1 C24F C2FB C35F CFF1 CFFF';
    expect(messagesOf(codes, 'en-us')).toEqual(each(codes, manual['en-us']));
  });

  it('DM-005 DM-013: inside the wide range, codes outside a narrower one stay fatal errors', () => {
    const codes = 'C66C C66E C69A C6FB C6FC C6FF C70F C711 C75F C791 C79F C7D1 C81F C871 C87F C8E1 C90F C916 C962 C964';
    const more = 'C9DF C9E1 CB0F CB81 CD71 CD73 CD8F CDE1 CEC0 CEC3 CF0F CF11';
    for (const some of [codes, more]) expect(messagesOf(some, 'en-us')).toEqual(each(some, fatal));
  });
});

describe('DM-097 DM-099..DM-105: C series, Japanese', () => {
  it.each([
    ['DM-097', 'C C000 C025 C0A9 C12F C1F1 C2FB C35F CFF1 CFFF', manual['ja-jp']],
    ['DM-099', 'C020 C022 C024 C030 C060 C0A1 C0A4 C0A8 C250 C292 C2E8 C360 C411 CA10 CE20 CFF0', japanese.printer],
    ['DM-100', 'C040 C041 C043 C130 C180 C1F0 C618 C628 C638', japanese.feed],
    ['DM-101', 'C580 CB10 CB50 CB80 CD90 CDB0 CDE0 CF10', japanese.finisher],
    ['DM-101', 'C66D C69B C6CA C6FA C6FD C6FE', japanese.exit],
    ['DM-102', 'C2E9 C2F0 C2FA C730 C7A0 C7B0 C7D0 C880 C8B0 C8E0', japanese.feeder],
    ['DM-102', 'C710 C810 C850', '自動両面原稿送り装置エラーが発生しました（モーター）。'],
    ['DM-102', 'C740 C820 C840 C870', '自動両面原稿送り装置エラーが発生しました（位置合わせ）。'],
    ['DM-102', 'C760 C778 C790', '自動両面原稿送り装置エラーが発生しました（インターフェース）。'],
    ['DM-103', 'C291 C9E0', japanese.scanner],
    ['DM-104', 'C910 C912 C915', japanese.tonerChip],
    ['DM-105', 'CD72', japanese.wasteToner],
  ])('%s: %s: "%s"', (_, codes, text) => {
    expect(messagesOf(codes, 'ja-jp')).toEqual(each(codes, text));
  });

  it('DM-099: the main motor and the codes that call for service are printer errors too, and say more', () => {
    expect(deviceMessage('C010', 'ja-jp')).toMatch(/^プリンターエラー.*メインモーター.*本体を点検/);
    for (const code of ['C963', 'CEC1', 'CEC2'])
      expect(deviceMessage(code, 'ja-jp')).toMatch(/^プリンターエラー.*本体を点検.*サービスエンジニア/);
  });
});

describe('C series, what a code is about', () => {
  it.each([
    ['C010', 'Main motor'],
    ['C020', 'Machine'],
    ['C043', 'Paper feed section'],
    ['C180', 'Paper feed section'],
    ['C620', 'Paper feed section'],
    ['C260', 'Scanner'],
    ['C291', 'Scanner'],
    ['C9E0', 'Scanner'],
    ['C2F0', 'Document feeder'],
    ['C740', 'Document feeder'],
    ['C8C0', 'Document feeder'],
    ['C411', 'Fuser unit'],
    ['C570', 'Control boards'],
    ['C580', 'Finisher'],
    ['CB50', 'Finisher'],
    ['CC80', 'Finisher'],
    ['CDE0', 'Finisher'],
    ['CF10', 'Finisher'],
    ['C6FD', 'Paper exit and finisher'],
    ['CA10', 'Laser unit'],
    ['CE20', 'Image quality control'],
    ['CE40', 'Image quality control'],
    ['C963', 'Machine'],
  ])('%s: %s, an error for a technician', (code, place) => {
    expect(explainCode(code, 'en-us')).toMatchObject({ ...technicianCalled, place, isKnown: true });
  });

  it('a full waste toner box is a warning, and the user replaces it', () => {
    expect(explainCode('CD72', 'en-us')).toMatchObject({
      place: 'Waste toner box',
      who: 'user',
      severity: 'warning',
      action: 'Replace the waste toner box.',
    });
  });

  it('a toner chip that cannot be read is for the user to try first', () => {
    expect(explainCode('C912', 'ja-jp')).toMatchObject({
      place: 'トナーカートリッジ',
      who: 'user',
      severity: 'error',
      action: expect.stringMatching(/セットし直して/),
    });
  });

  it('a code that no row names is for the technician to look up', () => {
    expect(explainCode('C0FF', 'en-us')).toMatchObject({
      ...technicianLooksUp,
      place: 'Machine',
      action: 'Look the code up in the service manual of this model.',
    });
  });
});
