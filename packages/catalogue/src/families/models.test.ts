import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { families } from './families.ts';
import { familyOf, familyOfSeries, modelsOf, modelTable, toFamilyFinder } from './models.ts';
import { readModelTable } from './read-model-table.ts';

const site = [
  { pattern: 'Acme 45*', family: 'REUSS' },
  { pattern: 'Acme 4515', family: 'REUSS3' },
  { pattern: 'Acme 4515 X', family: 'SHASTA' },
  { pattern: 'Platen C2013', family: 'SHASTINA' },
];

describe('the family of a model', () => {
  it('OQ-103 PR-08: every model of the table is of its family, and every family has models', () => {
    for (const { code } of families) {
      expect(modelsOf(code).length).toBeGreaterThan(1);
      for (const model of modelsOf(code)) expect([model, familyOf(model)]).toEqual([model, code]);
    }
    expect(modelsOf('ALPHA')).toEqual([]);
    expect(modelTable.every(({ pattern }) => pattern.startsWith('Platen '))).toBe(true);
  });

  it('OQ-103: case, signs and what stands around the name do not matter', () => {
    expect(familyOf('PLATEN c2013')).toBe('REUSS3');
    expect(familyOf('Example Platen-C2013 v1.2')).toBe('REUSS3');
    expect(familyOf('ＰＬＡＴＥＮ　Ｃ２０１３')).toBe('REUSS3');
  });

  it('OQ-103: a name that only begins or ends like a model, or none at all, has no family', () => {
    for (const model of ['Platen C20135', 'Platen C201', 'Platen', 'XPlaten C2013', 'REUSS3', '', '***', '機種不明'])
      expect([model, familyOf(model)]).toEqual([model, undefined]);
  });

  it('OQ-103: of several patterns the longest wins, in whatever order they stand', () => {
    for (const table of [site, site.toReversed()]) {
      expect(familyOf('Acme 4520', table)).toBe('REUSS');
      expect(familyOf('Acme 4515', table)).toBe('REUSS3');
      expect(familyOf('ACME 4515-X rev 2', table)).toBe('SHASTA');
    }
    expect(familyOf('Acme 4520')).toBeUndefined();
  });

  it("OQ-103: a site's pattern comes before an equally long one of the project", () => {
    expect(familyOf('Platen C2013', site)).toBe('SHASTINA');
    expect(toFamilyFinder(site)('Platen C2513')).toBe('REUSS3');
  });

  it('OQ-103: * matches letters and digits within a word, also none', () => {
    const table = [{ pattern: 'Acme *15*', family: 'REUSS' }];
    expect(familyOf('Acme 4515AC', table)).toBe('REUSS');
    expect(familyOf('Acme 15', table)).toBe('REUSS');
    expect(familyOf('Acme C 15', table)).toBeUndefined();
  });

  it('OQ-103: any text of a device has a family or none, with any table that was read without problems', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 12 });
    const entry = fc.record({
      pattern: fc.oneof(
        word,
        word.map((text) => `${text}*9`),
      ),
      family: fc.constant('MATTER'),
    });
    fc.assert(
      fc.property(fc.array(entry), fc.string({ unit: 'binary', maxLength: 256 }), (entries, text) => {
        const { models } = readModelTable({ models: entries });
        const find = toFamilyFinder(models);
        expect([undefined, 'MATTER']).toContain(find(text));
        expect(models.filter(({ pattern }) => find(pattern.replaceAll('*', '7')) !== 'MATTER')).toEqual([]);
      }),
    );
  });
});

describe('the family of a reported series', () => {
  it('PR-08 OQ-103: is the family whose code it carries', () => {
    for (const { code } of families) expect(familyOfSeries(code)).toBe(code);
    expect(familyOfSeries('weiss4-hhh')).toBe('WEISS4_HHH');
    expect(familyOfSeries('Shasta3 series')).toBe('SHASTA3');
  });

  it('PR-08 OQ-103: is none for any other series', () => {
    for (const series of ['ALPHA', '', 'SHASTA33', 'WEISS4', 'H'])
      expect([series, familyOfSeries(series)]).toEqual([series, undefined]);
  });
});

describe('reading a table of models', () => {
  it('OQ-103: good entries are taken, with further keys left alone', () => {
    expect(readModelTable({ about: 'ours', models: [{ ...site[0], note: 'north' }] })).toEqual({
      models: [site[0]],
      problems: [],
    });
    expect(readModelTable({ models: [] })).toEqual({ models: [], problems: [] });
  });

  it('OQ-103: every wrong entry is reported with its place and what is wrong, the good ones stay', () => {
    const { models, problems } = readModelTable({
      models: [
        site[0],
        'Acme',
        { pattern: 'Acme 1' },
        { pattern: 7, family: 'REUSS' },
        { pattern: '*', family: 'REUSS' },
        { pattern: 'a*b*c*d', family: 'REUSS' },
        { pattern: 'x'.repeat(101), family: 'REUSS' },
        { pattern: 'Acme 2', family: 'reuss' },
        { pattern: 'ACME-45*', family: 'SHASTA' },
      ],
    });
    expect(models).toEqual([site[0]]);
    expect(problems.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((place) => `models[${place}]`));
    const what = problems.map((problem) => problem.what);
    expect(what[1]).toBe('family: expected a text');
    expect(what[3]).toBe("pattern '*': expected at least two letters or digits");
    expect(what[4]).toContain('at most 2 *');
    expect(what[6]).toMatch(/^family 'reuss' is not known; known are CASPIAN, .*WEISS4_HHH$/);
    expect(what[7]).toBe("pattern 'ACME-45*' is there already, at models[0]");
  });

  it('OQ-103: anything that is no table is reported as such', () => {
    for (const value of [null, [], 'x', {}, { models: {} }])
      expect(readModelTable(value)).toEqual({
        models: [],
        problems: [{ key: '', what: 'expected {"models": [...]}' }],
      });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readModelTable({ models: [value] }).problems).toHaveLength(1);
      }),
    );
  });
});
