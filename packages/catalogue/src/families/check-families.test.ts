import { describe, expect, it } from 'vitest';
import { checkFamilies, checkFamilyFiles, type FamilyTables, familyTables as good } from './check-families.ts';

/** The good tables with something else in place of a part, as if a file had been edited. */
const edit = (change: Partial<Record<keyof FamilyTables, unknown>>): FamilyTables =>
  ({ ...good, ...change }) as FamilyTables;
const editSetting = (category: string, change: (table: FamilyTables['settings'][number]['table']) => object) =>
  edit({
    settings: good.settings.map((setting) =>
      setting.category === category ? { ...setting, table: { ...setting.table, ...change(setting.table) } } : setting,
    ),
  });
const keysAndTexts = (tables: FamilyTables) =>
  checkFamilies(tables).map(({ file, key, what }) => `${file} ${key}: ${what}`);

describe('the check of the families', () => {
  it('finds nothing in the tables as they are', () => {
    expect(checkFamilies(good)).toEqual([]);
  });

  it('a file of the folder that nothing reads', () => {
    const checkNames = (...names: string[]) => checkFamilyFiles(new Map(names.map((name) => [name, ''])));
    expect(checkNames('families/parts.json', 'families/settings/adf.json', 'device-codes/a.json')).toEqual([]);
    expect(checkNames('families/settings/staple.json')).toEqual([
      { file: 'families/settings/staple.json', key: '', what: 'is read by nothing' },
    ]);
  });

  it('a missing language, an empty text and blanks around one', () => {
    const tables = editSetting('ADF', () => ({
      base: [
        { code: '0', 'en-us': 'Unused' },
        { code: '1', 'en-us': '', 'ja-jp': '1枚送り' },
        { code: '2', 'en-us': 'Feed ', 'ja-jp': '連続' },
      ],
    }));
    expect(keysAndTexts(tables)).toEqual([
      'families/settings/adf.json 0: ja-jp: there is no text',
      'families/settings/adf.json 1: en-us: there is no text',
      "families/settings/adf.json 2: en-us: blanks around 'Feed '",
    ]);
  });

  it('Japanese that is not Japanese, unless listed; a listed text that is not there; English in Japanese', () => {
    const tables = editSetting('paperSize', ({ base }) => ({
      withoutJapanese: ['A4', 'gone'],
      base: [
        ...base.filter(({ code }) => code === '4' || code === 'H'),
        { code: '5', 'en-us': 'はがき', 'ja-jp': 'Postcard' },
      ],
    }));
    expect(keysAndTexts(tables)).toEqual([
      "families/settings/paper-size.json 5: en-us: Japanese in 'はがき'",
      "families/settings/paper-size.json 5: ja-jp: no Japanese in 'Postcard', and it is not listed in withoutJapanese",
      "families/settings/paper-size.json withoutJapanese: 'gone' is no text of this file",
    ]);
  });

  it('a code twice, a code of two characters, a difference for a trait that no family has, a wrong category', () => {
    const entry = { code: '1', 'en-us': 'One', 'ja-jp': '一' };
    const tables = editSetting('APS', () => ({
      category: 'aps',
      base: [entry, entry],
      differences: [{ where: { colour: true }, entries: [{ ...entry, code: '10' }] }],
    }));
    expect(keysAndTexts(tables)).toEqual([
      "families/settings/aps.json category: expected 'APS'",
      'families/settings/aps.json differences: no family has {"colour":true}',
      'families/settings/aps.json 1: code is there twice',
      'families/settings/aps.json 10: expected one digit or letter',
    ]);
  });

  it('a family twice, with a wrong code or with traits that the tables do not know', () => {
    const [first] = good.families;
    const changed = { ...first, code: 'Caspian', head: 'ink', feeder: 'ADF', duplex8: 'both' };
    expect(keysAndTexts(edit({ families: [...good.families, first, changed] }))).toEqual([
      'families/families.json CASPIAN: is there twice',
      'families/families.json Caspian: is no family code',
      "families/families.json Caspian: head 'ink': expected laser or led",
      "families/families.json Caspian: duplex8 'both': expected simplex or duplexOrSimplex",
      "families/families.json Caspian: 'ADF' has no parts in feed-parts.json",
      'families/models.json Caspian: has no model of its own',
    ]);
  });

  it('a part without name, with a wrong code, or with the code of another', () => {
    const parts = good.parts.parts.map((part) => {
      if (part.kind === 'fuserPad') return { ...part, 'ja-jp': '' };
      if (part.kind === 'fuserBelt') return { ...part, code: '63' };
      return part.kind === 'pressRoller' ? { ...part, code: '6250' } : part;
    });
    const found = keysAndTexts(
      edit({ parts: { ...good.parts, parts, colored: { 'en-us': '{part}', 'ja-jp': '{part}{color}' } } }),
    );
    expect(found).toContain('families/parts.json colored: en-us: {color} is missing');
    expect(found).toContain('families/parts.json fuserPad: ja-jp: there is no text');
    expect(found).toContain("families/parts.json fuserBelt: '63': expected four digits");
    expect(found).toContain('families/parts.json 6250: CASPIAN has it twice');
    expect(found).toContain('families/parts.json 6250: is photosensitiveDrum K and, in CASPIAN, pressRoller');
  });

  it('a feed part of a kind that has no name', () => {
    const sources = good.feed.sources.map((source) =>
      source.source === 'SFB' ? { ...source, codes: { ...source.codes, belt: '6509' } } : source,
    );
    expect(keysAndTexts(edit({ feed: { ...good.feed, sources } }))).toEqual([
      "families/feed-parts.json SFB: 'belt' has no name in rollers",
    ]);
  });

  it('a model of an unknown family, and a family without models', () => {
    const models = [
      { pattern: 'Platen X1', family: 'ALPHA' },
      ...good.models.filter(({ family }) => family !== 'MATTER'),
    ];
    expect(keysAndTexts(edit({ models }))).toEqual([
      expect.stringMatching(/^families\/models\.json models\[0\]: family 'ALPHA' is not known/),
      'families/models.json MATTER: has no model of its own',
    ]);
  });
});
