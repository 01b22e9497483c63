import { describe, expect, it } from 'vitest';
import { manual } from '../../test/expected-facts.ts';
import { toCode } from './code-keys.ts';
import { deviceMessage, explainCode } from './device-codes.ts';

const printer = 'Paper Misfeed in Printer - Please Clear Paper Path';
const english = (code: string) => deviceMessage(code, 'en-us');
const japanese = (code: string) => deviceMessage(code, 'ja-jp');
const eCodes = Array.from({ length: 0x1000 }, (_, index) => toCode(0xe000 + index));

describe('DM-066..DM-084: E series in English', () => {
  it.each([
    ['DM-066', 'Paper Ejection Misfeed', ['E010', 'E01A', 'E01B', 'E020', 'E02A', 'E970', 'E980']],
    ['DM-066', 'Paper Ejection Misfeed', ['ED60', 'ED72', 'ED84']],
    ['DM-067 OQ-97', printer, ['E000', 'E011', 'E077', 'E500', 'E58B', 'E700', 'E710', 'E893', 'ED17', 'EFFF']],
    ['DM-068 DM-084 OQ-97', printer, ['EB60', 'EB61', 'EBAF', 'EBFF']],
    ['DM-069', 'Paper Insertion Misfeed', ['E071', 'E074', 'E076']],
    ['DM-070', 'Paper Insertion Misfeed', ['E110', 'E155', 'E1A0']],
    ['DM-071', 'Paper Insertion Misfeed', ['E270']],
    ['DM-072', 'Paper Misfeed in Automatic Duplexing Unit', ['E280', 'E2B6', 'E510', 'E550', 'E553', 'E58A']],
    ['DM-073', 'Paper Misfeed in Automatic Document Feeder', ['E703', 'E711', 'E7FF', 'E800', 'E892']],
    ['DM-073', 'Paper Misfeed in Automatic Document Feeder', ['ED50', 'ED57', 'ED5D']],
    [
      'DM-074',
      'The original could not be transported properly. Check the condition of the original and set it again.',
      ['E701', 'E702'],
    ],
    ['DM-075 DM-005', '[Error] Paper Misfeed in the engine. Please clear paper path', ['E551', 'E552']],
    ['DM-076', 'Paper Misfeed in Finisher', ['EA10', 'EA4F', 'EA51', 'EA7F', 'EA82', 'EAFE']],
    ['DM-077', 'Paper Misfeed in Finisher', ['EC00', 'EC68', 'ECD0']],
    ['DM-078', 'Paper Misfeed in Finisher', ['ED10', 'ED13', 'ED16']],
    ['DM-079', 'Paper Misfeed in Finisher', ['ED85', 'EDB5', 'EDE6']],
    ['DM-080', 'Paper Misfeed in Finisher', ['EF10', 'EF1C', 'EF29']],
    ['DM-081 DM-005', 'Staple Jam in Finisher - Please Clear Staple', ['EA50']],
    ['DM-082 DM-005', 'Staple Jam in Finisher Lower Tray - Please Clear Staple', ['EA80', 'EA81']],
    ['DM-083', 'Hole Punch Misfeed in Finisher', ['E9F0']],
    ['DM-006', manual['en-us'], ['E']],
  ])('%s: "%s" for %j', (_, text, codes) => {
    expect(codes.map(english)).toEqual(codes.map(() => text));
  });

  it.each([
    ['DM-066', 'Paper Ejection Misfeed', ['E00F', 'E019', 'E01C', 'E021', 'E96F', 'E981', 'ED5F', 'ED85']],
    ['DM-069 DM-070 DM-071', 'Paper Insertion Misfeed', ['E070', 'E077', 'E10F', 'E1A1', 'E26F', 'E271']],
    ['DM-072', 'Paper Misfeed in Automatic Duplexing Unit', ['E27F', 'E281', 'E2B5', 'E2B7', 'E50F', 'E58B']],
    ['DM-073', 'Paper Misfeed in Automatic Document Feeder', ['E700', 'E704', 'E710', 'E893', 'ED4F', 'ED5E']],
    ['DM-076 DM-077', 'Paper Misfeed in Finisher', ['EA0F', 'EAFF', 'EBFF', 'ECD1']],
    ['DM-078 DM-079 DM-080', 'Paper Misfeed in Finisher', ['ED0F', 'ED17', 'ED84', 'EDE7', 'EF0F', 'EF2A']],
  ])('%s: "%s" not for the neighbours %j', (_, text, codes) => {
    expect(codes.map(english)).not.toContain(text);
  });
});

describe('DM-126..DM-133: E series in Japanese', () => {
  it.each([
    [
      'DM-126',
      /^機内で用紙づまりが発生しました。/,
      ['E000', 'E010', 'E551', 'E552', 'E893', 'EB60', 'EBFF', 'ED72', 'EFFF'],
    ],
    [
      'DM-126',
      /^機内で用紙づまりが発生しました。/,
      ['E070', 'E077', 'E10F', 'E1A1', 'E50F', 'E58B', 'E710', 'ED4F', 'ED5E'],
    ],
    ['DM-126', /^機内で用紙づまりが発生しました。/, ['EA0F', 'EAFF', 'ECD1', 'ED0F', 'ED17', 'EDE7', 'EF0F', 'EF2A']],
    ['DM-127', /^給紙部で用紙づまりが発生しました。/, ['E071', 'E074', 'E076', 'E110', 'E155', 'E1A0', 'E270']],
    ['DM-128', /^自動両面ユニットで用紙づまりが発生しました。/, ['E280', 'E2B6', 'E510', 'E54D', 'E58A']],
    [
      'DM-129',
      /^自動原稿送り装置で原稿づまりが発生しました。/,
      ['E703', 'E711', 'E800', 'E892', 'ED50', 'ED57', 'ED5D'],
    ],
    ['DM-130', /^フィニッシャーで用紙づまりが発生しました。/, ['EA10', 'EA87', 'EAFE', 'EC00', 'EC68', 'ECD0']],
    ['DM-130', /^フィニッシャーで用紙づまりが発生しました。/, ['ED10', 'ED16', 'ED85', 'EDB5', 'EDE6', 'EF10', 'EF29']],
    ['DM-131', /^フィニッシャーでステープル針づまりが発生しました。/, ['EA50']],
    ['DM-131 OQ-100', /^中とじフィニッシャーでステープル針づまりが発生しました。/, ['EA80', 'EA81']],
    ['DM-132', /パンチユニットで用紙づまりが発生しました。/, ['E9F0']],
    ['DM-133', /^原稿が正しく搬送されませんでした。.*セットし直してください。$/, ['E701', 'E702']],
    ['DM-097', /^サービスマニュアルを参照してください。$/, ['E']],
  ])('%s: %s for %j', (_, text, codes) => {
    for (const code of codes) expect(japanese(code)).toMatch(text);
  });
});

describe('facts of the E series', () => {
  it('DM-004 OQ-97: every E code is an error that somebody at the device can clear, and says where', () => {
    for (const code of eCodes) {
      const { severity, who, place, action } = explainCode(code, 'en-us');
      expect([code, severity, who]).toEqual([code, 'error', 'user']);
      expect([code, place, action]).not.toContain('-');
    }
  });

  /** Runs of E codes that count alike, as errors are counted by kind. Between them: jams in the printer. */
  const runs = [
    ['jamDF', 'E700', 'E8FF'],
    ['jamFinisher', 'E9F0', 'E9F0'],
    ['jamFinisher', 'EA10', 'EAFE'],
    ['jamFinisher', 'EC00', 'ECD0'],
    ['jamFinisher', 'ED10', 'ED16'],
    ['jamDF', 'ED50', 'ED5D'],
    ['jamFinisher', 'ED85', 'EDE6'],
    ['jamFinisher', 'EF10', 'EF29'],
  ] as const;

  it('ER-06: each of the 4,096 codes has the category that its error counts as', () => {
    for (const code of eCodes) {
      const run = runs.find(([, first, last]) => code >= first && code <= last);
      expect([code, explainCode(code, 'ja-jp').category]).toEqual([code, run?.[0] ?? 'jamPrint']);
    }
  });

  it.each([
    ['E010', 'Paper exit'],
    ['ED72', 'Paper exit'],
    ['E074', 'Paper feed section'],
    ['E155', 'Paper feed section'],
    ['E270', 'Paper feed section'],
    ['E2B6', 'Duplexing unit'],
    ['E58A', 'Duplexing unit'],
    ['E551', 'Machine'],
    ['EBFF', 'Machine'],
    ['E701', 'Document feeder'],
    ['E892', 'Document feeder'],
    ['ED57', 'Document feeder'],
    ['E9F0', 'Hole punch unit'],
    ['EA10', 'Finisher'],
    ['EF29', 'Finisher'],
    ['EA50', 'Stapler'],
    ['EA81', 'Stapler'],
  ])('OQ-99: the place of %s is no more precise than its message: %s', (code, place) => {
    expect(explainCode(code, 'en-us').place).toBe(place);
  });
});
