import { describe, expect, it } from 'vitest';
import { families } from './families.ts';
import { decodePartKey, partKey, partName, partsOf } from './parts.ts';

const codes = families.map(({ code }) => code);
const names = (family: string, code: string) => [partName(family, code, 'en-us'), partName(family, code, 'ja-jp')];
const sourcesOf = (family: string) => [...new Set(partsOf(family).flatMap(({ paperSource }) => paperSource ?? []))];

describe('parts with a code a colour', () => {
  it.each([
    ['PN-01', 6250, 'Photosensitive drum', '感光体ドラム'],
    ['PN-02', 6254, 'Drum cleaning blade', 'ドラムクリーニングブレード'],
    ['PN-03', 6258, 'Charging grid', '帯電チャージャーグリッド'],
    ['PN-04', 6262, 'Charging needle', '帯電チャージャー針電極'],
    ['PN-05', 6266, 'Charging cleaning pad', '帯電チャージャー清掃パッド'],
    ['PN-06', 6270, 'Ozone filter', 'オゾンフィルター'],
    ['PN-07', 6274, 'Developer', '現像剤'],
    ['PN-08', 6278, 'Toner filter', 'トナーフィルター'],
    ['PN-17', 6282, 'Drum gap spacer', 'ドラムギャップスペーサー'],
    ['PN-18', 6286, 'LED gap spacer', 'LEDギャップスペーサー'],
  ])(
    'PN-01..PN-08 PN-17 PN-18 (%s): from code %i the %s (%s) in black, yellow, magenta, cyan',
    (_row, first, english, japanese) => {
      for (const [place, letter] of ['K', 'Y', 'M', 'C'].entries())
        expect(names('SHASTINA3', String(first + place))).toEqual([
          `${english} (${letter})`,
          `${japanese}（${letter}）`,
        ]);
    },
  );

  it('PN-28: most of the named parts have the four colours, in the order K, Y, M, C; families without colour have K', () => {
    const named = partsOf('SHASTINA').filter(({ paperSource }) => paperSource === undefined);
    const kinds = new Set(named.map(({ kind }) => kind));
    const colored = new Set(named.flatMap(({ kind, color }) => (color === undefined ? [] : kind)));
    expect(kinds.size).toBe(18);
    expect(colored.size).toBeGreaterThan(kinds.size / 2);
    for (const kind of colored)
      expect(named.filter((part) => part.kind === kind).map(({ color }) => color)).toEqual(['K', 'Y', 'M', 'C']);
    for (const { code, color } of families)
      expect([code, [...new Set(partsOf(code).flatMap((part) => part.color ?? []))]]).toEqual([
        code,
        color ? ['K', 'Y', 'M', 'C'] : ['K'],
      ]);
  });

  it('PN-18: only families with an LED head have the LED gap spacer', () => {
    for (const { code, head } of families)
      expect([code, partName(code, '6286', 'en-us')]).toEqual([
        code,
        head === 'led' ? 'LED gap spacer (K)' : undefined,
      ]);
  });
});

describe('parts with one code', () => {
  it.each([
    ['PN-09', '6320', 'Transfer belt cleaning blade', '転写ベルトクリーニングブレード'],
    ['PN-10', '6321', 'Secondary transfer roller', '2次転写ローラー'],
    ['PN-11', '6340', 'Press roller', '加圧ローラー'],
    ['PN-12', '6341', 'Press roller separation claw', '加圧ローラー剥離爪'],
    ['PN-13', '6342', 'Fuser belt', '定着ベルト'],
    ['PN-14', '6343', 'Fuser pad', '定着パッド'],
    ['PN-15', '6344', 'Fuser slip sheet', '定着摺動シート'],
    ['PN-16', '6345', 'Fuser oil absorbing sheet', '定着オイル吸収シート'],
  ])('PN-09..PN-16 (%s): %s is the %s, %s', (_row, code, english, japanese) => {
    expect(names('REUSS', code)).toEqual([english, japanese]);
  });

  it('PN-09 PN-10 PN-29: families without colour have no transfer belt', () => {
    expect(names('WEISS3_L', '6320')).toEqual([undefined, undefined]);
    expect(names('WEISS3_L', '6321')).toEqual([undefined, undefined]);
    expect(names('WEISS3_L', '6340')).toEqual(['Press roller', '加圧ローラー']);
  });
});

describe('feed parts', () => {
  it('PN-19: pickup and feed rollers, and separation rollers or pads, at every source', () => {
    expect(names('REUSS', '6410')).toEqual(['1st cassette pickup roller', '1段目カセット ピックアップローラー']);
    expect(names('REUSS', '6411')).toEqual(['1st cassette feed roller', '1段目カセット 給紙ローラー']);
    expect(names('REUSS', '6412')).toEqual(['1st cassette separation roller', '1段目カセット 分離ローラー']);
    expect(names('REUSS', '6503')).toEqual(['SFB separation pad', '手差し給紙部（SFB） 分離パッド']);
    for (const family of codes)
      for (const source of sourcesOf(family)) {
        const kinds = partsOf(family).flatMap(({ kind, paperSource }) => (paperSource === source ? kind : []));
        expect([family, source, kinds]).toEqual([
          family,
          source,
          ['pickupRoller', 'feedRoller', expect.stringMatching(/^separation(Roller|Pad)$/)],
        ]);
      }
  });

  it('PN-20: the document feeder is named DSDF, DF or RADF, as the family has it', () => {
    expect(names('SHASTA3', '6400')).toEqual([
      'DSDF pickup roller',
      '両面同時読取原稿送り装置（DSDF） ピックアップローラー',
    ]);
    expect(names('MATTER', '6400')).toEqual(['DF pickup roller', '原稿送り装置（DF） ピックアップローラー']);
    expect(names('MATTER', '6403')).toEqual(['DF separation pad', '原稿送り装置（DF） 分離パッド']);
    expect(names('REUSS', '6400')).toEqual(['RADF pickup roller', '自動両面原稿送り装置（RADF） ピックアップローラー']);
    for (const { code, feeder } of families)
      expect([code, sourcesOf(code).filter((source) => source.endsWith('DF'))]).toEqual([code, [feeder]]);
  });

  it.each([
    ['PN-21', '6421', '2nd cassette feed roller', '2段目カセット 給紙ローラー'],
    ['PN-21', '6431', '3rd cassette feed roller', '3段目カセット 給紙ローラー'],
    ['PN-21', '6442', '4th cassette separation roller', '4段目カセット 分離ローラー'],
    ['PN-27', '6501', 'SFB feed roller', '手差し給紙部（SFB） 給紙ローラー'],
  ])('PN-21 PN-27 (%s): %s is the %s, %s, in every family', (_row, code, english, japanese) => {
    for (const family of codes) expect([family, ...names(family, code)]).toEqual([family, english, japanese]);
  });

  it.each([
    ['PN-22', 'LCF', '6451', 'LCF feed roller', '大容量給紙装置（LCF） 給紙ローラー'],
    ['PN-23', 'T-LCF', '6461', 'T-LCF feed roller', 'タンデム大容量給紙装置（T-LCF） 給紙ローラー'],
    ['PN-24', 'O-LCF', '6471', 'O-LCF feed roller', 'オプション大容量給紙装置（O-LCF） 給紙ローラー'],
    ['PN-25', 'O2-LCF', '6481', 'O2-LCF feed roller', '第2オプション大容量給紙装置（O2-LCF） 給紙ローラー'],
    ['PN-26', 'Ex-LCF', '6491', 'Ex-LCF feed roller', '外付け大容量給紙装置（Ex-LCF） 給紙ローラー'],
  ])(
    'PN-22..PN-26 (%s): %s parts, such as %s, are in the families that it fits',
    (_row, source, code, english, japanese) => {
      const fitting = families.filter(({ largeCapacityFeeders }) => largeCapacityFeeders.includes(source));
      expect(fitting).not.toEqual([]);
      for (const family of families)
        expect([family.code, ...names(family.code, code)]).toEqual(
          fitting.includes(family) ? [family.code, english, japanese] : [family.code, undefined, undefined],
        );
    },
  );
});

describe('part codes', () => {
  it('MF-20 OQ-90: a key is family and code and maps to the name; 6250 and 6340 are both used in every family', () => {
    expect(partKey('REUSS3_HHH', '6250')).toBe('REUSS3_HHH_6250');
    for (const family of codes) {
      expect(decodePartKey(partKey(family, '6250'), 'ja-jp')).toBe('感光体ドラム（K）');
      expect(decodePartKey(partKey(family, '6340'), 'en-us')).toBe('Press roller');
    }
    for (const key of ['', '6250', 'REUSS', 'REUSS_', '_6250', 'REUSS_62500', 'REUSS3_6250_', 'ALPHA_6250'])
      expect([key, decodePartKey(key, 'en-us')]).toEqual([key, undefined]);
  });

  it('PN-29 OQ-90: codes have four digits, none twice in a family, and one code is the same part in all families', () => {
    const meaning = new Map<string, string>();
    for (const family of codes) {
      const parts = partsOf(family);
      expect(new Set(parts.map(({ code }) => code)).size).toBe(parts.length);
      for (const { code, kind, color } of parts) {
        expect(code).toMatch(/^\d{4}$/);
        const here = `${kind} ${color ?? ''}`;
        expect([code, meaning.get(code) ?? here]).toEqual([code, here]);
        meaning.set(code, here);
      }
    }
  });

  it('PN-29 OQ-103: an unknown family has no parts and no names', () => {
    expect(partsOf('ALPHA')).toEqual([]);
    expect(names('ALPHA', '6250')).toEqual([undefined, undefined]);
    expect(names('REUSS', '9999')).toEqual([undefined, undefined]);
  });
});
