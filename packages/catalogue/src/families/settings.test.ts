import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { families } from './families.ts';
import {
  decodeConditions,
  decodeSetting,
  decodeSettingKey,
  settingCategories,
  settingCodes,
  settingKey,
  settingPrefixes,
} from './settings.ts';

const codes = families.map(({ code }) => code);
const large = new Set(['REUSS3_HHH', 'WEISS2_H', 'WEISS3_H', 'WEISS4_H', 'WEISS4_HHH']);
const both = (family: string, category: string, code: string) => [
  decodeSetting(family, category, code, 'en-us'),
  decodeSetting(family, category, code, 'ja-jp'),
];

/** Row, category, code, English, Japanese: the same in every family. */
const everywhere: [row: string, category: string, code: string, english: string, japanese: string][] = [
  ['MF-26', 'paperSource', '0', 'Unselected', '未選択'],
  ['MF-27', 'paperSource', '1', 'Manual feed (bypass)', '手差し'],
  ['MF-28', 'paperSource', '2', 'LCF', '大容量給紙装置（LCF）'],
  ['MF-29', 'paperSource', '3', '1st cassette', '1段目カセット'],
  ['MF-29', 'paperSource', '4', '2nd cassette', '2段目カセット'],
  ['MF-35', 'paperSize', '0', 'A5/ST', 'A5/ST'],
  ['MF-36', 'paperSize', '1', 'A5-R', 'A5-R'],
  ['MF-37', 'paperSize', '2', 'ST-R', 'ST-R'],
  ['MF-38', 'paperSize', '3', 'LT', 'LT'],
  ['MF-39', 'paperSize', '4', 'A4', 'A4'],
  ['MF-40', 'paperSize', '5', 'B5-R', 'B5-R'],
  ['MF-41', 'paperSize', '6', 'LT-R', 'LT-R'],
  ['MF-42', 'paperSize', '7', 'A4-R', 'A4-R'],
  ['MF-43', 'paperSize', '8', 'OTHER/UNIV', 'その他/ユニバーサル'],
  ['MF-44', 'paperSize', '9', 'B5', 'B5'],
  ['MF-45', 'paperSize', 'A', 'FOLIO/COMP', 'FOLIO/COMP'],
  ['MF-46', 'paperSize', 'B', 'LG', 'LG'],
  ['MF-47', 'paperSize', 'C', 'B4', 'B4'],
  ['MF-48', 'paperSize', 'D', 'LD', 'LD'],
  ['MF-49', 'paperSize', 'E', 'A3', 'A3'],
  ['MF-50', 'paperSize', 'F', '13in LG', '13インチLG'],
  ['MF-51', 'paperSize', 'G', 'A6-R', 'A6-R'],
  ['MF-52', 'paperSize', 'H', 'Postcard', 'はがき'],
  ['MF-53', 'paperSize', 'I', '8.5in SQ', '8.5インチSQ'],
  ['MF-54', 'paperSize', 'J', 'A3 wide/LD wide', 'A3ワイド/LDワイド'],
  ['MF-55', 'paperSize', 'K', '8K', '8K'],
  ['MF-56', 'paperSize', 'L', '16K-R', '16K-R'],
  ['MF-57', 'paperSize', 'M', '16K', '16K'],
  ['MF-58', 'paperSize', 'N', 'COM10 envelope', 'COM10封筒'],
  ['MF-59', 'paperSize', 'O', 'DL envelope', 'DL封筒'],
  ['MF-60', 'paperSize', 'P', 'Monarch envelope', 'モナーク封筒'],
  ['MF-61', 'paperSize', 'Q', 'Japanese long 3 envelope', '長形3号封筒'],
  ['MF-62', 'paperSize', 'R', 'Western 4 envelope', '洋形4号封筒'],
  ['MF-63', 'paperSize', 'S', 'Kaku 2 envelope', '角形2号封筒'],
  ['MF-64', 'paperSize', 'T', 'SRA3 (320 x 450 mm)', 'SRA3（320×450mm）'],
  ['MF-64', 'paperSize', 'U', 'SRA3 (320 x 460 mm)', 'SRA3（320×460mm）'],
  ['MF-34', 'paperSize', 'W', 'Reserved', '予約'],
  ['MF-66', 'paperSize', 'Z', 'Unused', '未使用'],
  ['MF-66', 'paperSize', 'a', 'Unselected', '未選択'],
  ['MF-69', 'sort', '0', 'Non-sort non-staple', 'ノンソート・ノンステープル'],
  ['MF-70', 'sort', '1', 'Group', 'グループ'],
  ['MF-71', 'sort', '2', 'Sort', 'ソート'],
  ['MF-72', 'sort', '7', 'Staple sort, standard', 'ステープルソート（標準）'],
  ['MF-73', 'sort', '8', 'Staple sort, 2 positions', 'ステープルソート（2か所）'],
  ['MF-74', 'sort', '9', 'Staple sort, rear', 'ステープルソート（奥側）'],
  ['MF-75', 'sort', 'A', 'Saddle stitch', '中とじ'],
  ['MF-76', 'sort', 'B', 'Center fold', '中折り'],
  ['MF-77', 'sort', 'C', 'Top left', '左上'],
  ['MF-78', 'sort', 'D', 'Top right', '右上'],
  ['MF-79', 'sort', 'E', 'Top center', '上中央'],
  ['MF-80', 'sort', 'F', 'Left center', '左中央'],
  ['MF-81', 'ADF', '0', 'Unused', '未使用'],
  ['MF-82', 'ADF', '1', 'Single feed (SADF)', '1枚送り（SADF）'],
  ['MF-83', 'ADF', '2', 'Continuous feed', '連続送り'],
  ['MF-84', 'APS', '0', 'Unselected', '未選択'],
  ['MF-85', 'APS', '1', 'APS', '自動用紙選択（APS）'],
  ['MF-86', 'APS', '2', 'AMS', '自動倍率選択（AMS）'],
  ['MF-87', 'duplex', '0', 'Simplex/simplex', '片面/片面'],
  ['MF-88', 'duplex', '1', 'Book duplex', 'ブック両面'],
  ['MF-89', 'duplex', '2', 'Duplex/simplex', '両面/片面'],
  ['MF-90', 'duplex', '4', 'Duplex/duplex', '両面/両面'],
  ['MF-92', 'function', '0', 'Unused', '未使用'],
  ['MF-93', 'function', '1', 'Copy', 'コピー'],
  ['MF-94', 'function', '2', 'Fax/Internet fax send', 'ファクス/インターネットファクス送信'],
  [
    'MF-95',
    'function',
    '3',
    'Fax/Internet fax/E-mail receive print',
    'ファクス/インターネットファクス/Eメール受信印刷',
  ],
  ['MF-96', 'function', '4', 'Unused', '未使用'],
  ['MF-97', 'function', '5', 'Print/List print', 'プリント/リスト印刷'],
  ['MF-98', 'function', '6', 'Scan/E-mail send', 'スキャン/Eメール送信'],
];

describe('settings that are the same in every family', () => {
  it.each(everywhere)(
    'MF-26..MF-29 MF-34..MF-64 MF-66 MF-69..MF-90 MF-92..MF-98 (%s): %s %s is %s, %s',
    (_row, category, code, english, japanese) => {
      for (const family of codes)
        expect([family, ...both(family, category, code)]).toEqual([family, english, japanese]);
    },
  );
});

describe('settings that differ by family', () => {
  it.each([
    ['MF-30 OQ-92', 'REUSS2', '5', 'PFP upper cassette', 'PFP上段カセット'],
    ['MF-30 OQ-92', 'REUSS2', '6', 'PFP lower cassette', 'PFP下段カセット'],
    ['MF-29 OQ-92', 'MATTER', '5', '3rd cassette', '3段目カセット'],
    ['MF-29 OQ-92', 'MATTER', '6', '4th cassette', '4段目カセット'],
    ['MF-31 OQ-92', 'REUSS2', '7', 'Optional LCF', 'オプション大容量給紙装置（O-LCF）'],
    ['MF-31 OQ-92', 'WEISS3_H', '7', 'Ex-LCF01', '外付け大容量給紙装置1（Ex-LCF01）'],
    ['MF-31 OQ-92', 'WEISS3_H', '8', 'Ex-LCF02', '外付け大容量給紙装置2（Ex-LCF02）'],
    ['MF-32 OQ-92', 'REUSS2', '8', 'Unused', '未使用'],
  ])('MF-29..MF-32 (%s): on %s paperSource %s is %s, %s', (_row, family, code, english, japanese) => {
    expect(both(family, 'paperSource', code)).toEqual([english, japanese]);
  });

  it('MF-65 OQ-91: 13 x 19 in is code V, on the H and HHH families and no other', () => {
    for (const family of codes)
      expect([family, ...both(family, 'paperSize', 'V')]).toEqual(
        large.has(family) ? [family, '13 x 19 in', '13×19インチ'] : [family, undefined, undefined],
      );
  });

  it('MF-67 OQ-91: WEISS4_H has the paper sizes of WEISS3_H', () => {
    const sizes = (family: string) => settingCodes(family, 'paperSize').map((code) => both(family, 'paperSize', code));
    expect(sizes('WEISS4_H')).toEqual(sizes('WEISS3_H'));
    expect(sizes('WEISS4_H')).toHaveLength(35);
  });

  it('MF-91: duplex 8 has either of two wordings, each on some families', () => {
    expect(both('REUSS', 'duplex', '8')).toEqual(['Simplex/duplex', '片面/両面']);
    expect(both('REUSS3', 'duplex', '8')).toEqual(['Duplex or simplex/duplex', '両面または片面/両面']);
    for (const family of codes)
      expect(['Simplex/duplex', 'Duplex or simplex/duplex']).toContain(decodeSetting(family, 'duplex', '8', 'en-us'));
  });

  it('MF-99 OQ-93: decolor is function 7, on CASPIAN only', () => {
    expect(both('CASPIAN', 'function', '7')).toEqual(['Decolor (erase)', '消色']);
    expect(codes.filter((family) => decodeSetting(family, 'function', '7', 'en-us') !== undefined)).toEqual([
      'CASPIAN',
    ]);
  });
});

describe('codes, categories and keys', () => {
  it('MF-23: the seven categories, each with codes in every family', () => {
    expect(settingCategories).toEqual(['paperSource', 'paperSize', 'sort', 'ADF', 'APS', 'duplex', 'function']);
    for (const family of codes)
      for (const category of settingCategories) expect(settingCodes(family, category).length).toBeGreaterThan(2);
  });

  it('MF-33: the codes of paperSource are 0 to 8', () => {
    for (const family of codes) expect(settingCodes(family, 'paperSource').join('')).toBe('012345678');
  });

  it('MF-34 OQ-91: the codes of paperSize are 0-9, A-W, Z and a, where the family has all sizes', () => {
    expect(settingCodes('WEISS2_H', 'paperSize').join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWZa');
    expect(settingCodes('REUSS', 'paperSize').join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUWZa');
  });

  it('MF-68: the codes of sort are 0, 1, 2, 7, 8, 9, A to F', () => {
    for (const family of codes) expect(settingCodes(family, 'sort').join('')).toBe('012789ABCDEF');
  });

  it('MF-22: a code is one digit or letter, and its case matters', () => {
    for (const family of codes)
      for (const category of settingCategories)
        for (const code of settingCodes(family, category)) expect(code).toMatch(/^[0-9A-Za-z]$/);
    expect(both('REUSS', 'paperSize', 'A')).toEqual(['FOLIO/COMP', 'FOLIO/COMP']);
    expect(both('REUSS', 'paperSize', 'a')).toEqual(['Unselected', '未選択']);
    expect(both('REUSS', 'sort', 'a')).toEqual([undefined, undefined]);
  });

  it('MF-21 OQ-94: a key is prefix, family, category and code', () => {
    expect(settingKey('header', 'WEISS4_HHH', 'paperSize', 'a')).toBe('header.WEISS4_HHH_paperSize_a');
    expect(decodeSettingKey('header.WEISS4_HHH_paperSize_V', 'ja-jp')).toBe('13×19インチ');
    expect(decodeSettingKey('record.CASPIAN_function_7', 'en-us')).toBe('Decolor (erase)');
  });

  it('MF-24 OQ-94: both prefixes, header and record, have the same tables', () => {
    expect(settingPrefixes).toEqual(['header', 'record']);
    for (const family of codes)
      for (const category of settingCategories)
        for (const code of settingCodes(family, category))
          for (const prefix of settingPrefixes)
            expect(decodeSettingKey(settingKey(prefix, family, category, code), 'ja-jp')).toBe(
              decodeSetting(family, category, code, 'ja-jp'),
            );
  });

  it('MF-21: a key of another form, family or category has no text', () => {
    for (const key of [
      '',
      'REUSS_sort_1',
      'footer.REUSS_sort_1',
      'header.REUSS_sort_',
      'header.REUSS_sort_11',
      'header.REUSS_fold_1',
      'header.reuss_sort_1',
      'header.REUSS9_sort_1',
      'header.REUSS_sort_1 ',
    ])
      expect([key, decodeSettingKey(key, 'en-us')]).toEqual([key, undefined]);
  });

  it('MF-22: whatever is asked for, the answer is a text or undefined', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (family, category, code) => {
        expect(decodeSetting(family, category, code, 'en-us')).toBeUndefined();
        expect(decodeSettingKey(`header.${family}_${category}_${code}`, 'ja-jp')).toBeUndefined();
      }),
    );
    expect(decodeSetting('REUSS', 'constructor', '0', 'en-us')).toBeUndefined();
    expect(decodeSetting('REUSS', 'sort', 'constructor', 'en-us')).toBeUndefined();
  });
});

describe('the conditions of an error', () => {
  it('MF-25 OQ-68: are decoded by the family, in the order of the categories', () => {
    expect(
      decodeConditions(
        'WEISS4_H',
        { function: '1', duplex: '8', paperSource: '7', sort: 'z', ADF: undefined },
        'ja-jp',
      ),
    ).toEqual([
      { category: 'paperSource', code: '7', text: '外付け大容量給紙装置1（Ex-LCF01）' },
      { category: 'sort', code: 'z', text: undefined },
      { category: 'duplex', code: '8', text: '両面または片面/両面' },
      { category: 'function', code: '1', text: 'コピー' },
    ]);
  });

  it('MF-25 OQ-103: stay raw where the family is not known', () => {
    for (const family of [null, 'ALPHA'])
      expect(decodeConditions(family, { APS: '1' }, 'en-us')).toEqual([
        { category: 'APS', code: '1', text: undefined },
      ]);
  });
});
