import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkTables } from './check-tables.ts';

const folder = new URL('../data/', import.meta.url);
const real = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name.replaceAll('\\', '/'), readFileSync(new URL(name, folder), 'utf8')] as const),
);

const facts = { category: 'serviceCall', place: 'machine', who: 'technician', severity: 'error', action: 'call' };
const small = {
  'untranslated.json': {},
  'device-codes/places.json': { 'en-us': { machine: 'Machine' }, 'ja-jp': { machine: '本体' } },
  'device-codes/actions.json': { 'en-us': { call: 'Call.' }, 'ja-jp': { call: '手配してください。' } },
  ...Object.fromEntries(
    ['a', 'c', 'd', 'e', 'f', 'events'].flatMap((name) => [
      [`device-codes/en-us/${name}.json`, { fallback: 'See manual', specified: {}, project: {} }],
      [`device-codes/ja-jp/${name}.json`, { fallback: '参照してください。', specified: {}, project: {} }],
      [`device-codes/facts/${name}.json`, { fallback: facts, codes: {} }],
    ]),
  ),
};
const toFiles = (changed: Record<string, unknown>) =>
  new Map(
    Object.entries({ ...small, ...changed }).map(([file, json]) => [
      file,
      typeof json === 'string' ? json : JSON.stringify(json),
    ]),
  );
const enC = 'device-codes/en-us/c.json';
const jaC = 'device-codes/ja-jp/c.json';
const factsC = 'device-codes/facts/c.json';
type Texts = Record<string, string>;
/** Both languages of the C series; Japanese says 用紙 for each key unless given otherwise. */
const both = (english: { specified?: Texts; project?: Texts }, japanese?: Texts) => {
  const keys = Object.keys({ ...english.specified, ...english.project });
  const project = japanese ?? Object.fromEntries(keys.map((key, index) => [key, `用紙${index}`]));
  return {
    [enC]: { fallback: 'See manual', specified: {}, project: {}, ...english },
    [jaC]: { fallback: '参照してください。', specified: {}, project },
  };
};
const english = (project: Texts) => checkTables(toFiles(both({ project }))).filter(({ file }) => file === enC);
const japanese = (text: string) => checkTables(toFiles(both({ project: { C010: 'Motor' } }, { C010: text })));
const ofFacts = (codes: Record<string, unknown>, fallback: Record<string, unknown> = facts) =>
  checkTables(toFiles({ [factsC]: { fallback, codes } }));

describe('the tables of this house', () => {
  it('DM-001 DM-005 IX-11 IX-12: nothing is wrong in them', () => {
    expect(checkTables(real)).toEqual([]);
  });

  it('DM-001: the small tables of this test are right, so that each finding below comes from the one change', () => {
    expect(checkTables(toFiles({}))).toEqual([]);
    expect(checkTables(toFiles(both({ project: { 'C010, C020-C024': 'Motor', C021: 'Fan' } })))).toEqual([]);
  });
});

describe('wrong keys are found, with file and key', () => {
  it.each(['c010', 'C01', 'C024-C020', 'C010,C011', 'C010-C010', ''])('DM-001: %j is malformed', (key) => {
    expect(english({ [key]: 'Motor' })).toEqual([{ file: enC, key, what: expect.stringMatching(/^is no code/) }]);
  });

  it.each(['D010', 'D', 'CFFE-D001', 'C010, 0100'])('DM-001: %s is outside of the series', (key) => {
    expect(english({ [key]: 'Motor' })).toContainEqual({
      file: enC,
      key,
      what: expect.stringMatching(/outside of this series$/),
    });
  });

  it('DM-001: a code is named twice, in two keys, in both lists or in one key', () => {
    const what = expect.stringMatching(/^C010 is named twice, also by/);
    expect(english({ C010: 'Motor', 'C010, C011': 'Fan' })).toContainEqual({ file: enC, key: 'C010, C011', what });
    expect(english({ 'C010, C010': 'Motor' })).toContainEqual({ file: enC, key: 'C010, C010', what });
    const files = toFiles(both({ specified: { C010: 'Motor' }, project: { 'C011, C010': 'Fan' } }));
    expect(checkTables(files)).toContainEqual({ file: enC, key: 'C011, C010', what });
  });

  it('DM-001: the same key twice in one list, which a JSON reader does not see', () => {
    const text = '{ "fallback": "See", "specified": {}, "project": { "C010": "Motor", "C010": "Fan \\"C010\\": {" } }';
    const files = toFiles({ ...both({}, { C010: '用紙' }), [enC]: text });
    expect(checkTables(files)).toEqual([{ file: enC, key: 'C010', what: 'stands twice in the same list' }]);
  });

  it('DM-005: ranges of equal width overlap', () => {
    const what = "C018-C027 overlaps C010-C01F of 'C010-C01F', which is as wide";
    expect(english({ 'C010-C01F': 'Motor', 'C018-C027': 'Fan' })).toEqual([{ file: enC, key: 'C018-C027', what }]);
  });

  it('DM-005: a range is wholly hidden by narrower entries, also where it is specified', () => {
    const hidden = { 'C010-C013': 'Motor', 'C010-C011': 'Fan', C012: 'Belt', C013: 'Drum' };
    const what = expect.stringMatching(/^C010-C013 is never reached/);
    expect(english(hidden)).toEqual([{ file: enC, key: 'C010-C013', what }]);
    expect(checkTables(toFiles(both({ specified: hidden })))).toContainEqual({ file: enC, key: 'C010-C013', what });
  });

  it('DM-005: an entry of the project says what its codes would have anyway; a specified one may', () => {
    const entries = { 'C010-C013': 'Motor', C012: 'Motor' };
    const what = expect.stringMatching(/^C012 changes nothing/);
    expect(english(entries)).toEqual([{ file: enC, key: 'C012', what }]);
    expect(checkTables(toFiles(both({ specified: entries })))).toEqual([]);
  });

  it('DM-006: the text of the fallback may be repeated only for codes that the other language explains', () => {
    const repeated = { C010: 'See manual' };
    expect(checkTables(toFiles(both({ project: repeated })))).toEqual([]);
    expect(checkTables(toFiles(both({ project: repeated }, {})))).toContainEqual(
      expect.objectContaining({ file: enC, key: 'C010', what: expect.stringMatching(/^C010 changes nothing/) }),
    );
  });
});

describe('wrong texts are found, with file and key', () => {
  it.each([
    ['', 'the text is empty'],
    [' \n', 'the text is empty'],
    [' Motor', 'the text begins or ends with a blank'],
    ['Motor ', 'the text begins or ends with a blank'],
    ['Main  motor', 'the text has two blanks in a row'],
    ['Main\u0007motor', 'the text holds a character that cannot be printed'],
    ['Main モーター', 'the English text holds Japanese characters'],
  ])('DM-001: English %j: %s', (text, what) => {
    expect(english({ C010: text })).toEqual([{ file: enC, key: 'C010', what }]);
  });

  it.each([
    ['Motor', 'the Japanese text holds no Japanese character and is not listed in untranslated.json'],
    ['ﾓｰﾀｰの故障', 'the Japanese text holds half-width katakana'],
    ['ＬＤＡＰの故障', 'the Japanese text holds full-width Latin letters or digits'],
    ['故障１', 'the Japanese text holds full-width Latin letters or digits'],
    ['', 'the text is empty'],
    ['故障 ', 'the text begins or ends with a blank'],
  ])('IX-11: Japanese %j: %s', (text, what) => {
    expect(japanese(text)).toEqual([{ file: jaC, key: 'C010', what }]);
  });

  it('IX-11: a listed text may stay untranslated, and punctuation of full width stands', () => {
    const files = toFiles({
      ...both({ project: { C010: 'TBU', C011: 'x' } }, { C010: 'TBU', C011: '故障（1段目）、点検！' }),
      'untranslated.json': { TBU: 'as on the panel' },
    });
    expect(checkTables(files)).toEqual([]);
  });

  it('DM-001: the fallback and the words of places and actions are looked at too', () => {
    const files = toFiles({
      [enC]: { fallback: '', specified: {}, project: {} },
      'device-codes/places.json': { 'en-us': { machine: 'Machine', fuser: ' Fuser' }, 'ja-jp': { machine: 'Machine' } },
    });
    expect(checkTables(files).map(({ file, key }) => `${file} ${key}`)).toEqual([
      'device-codes/places.json fuser',
      'device-codes/places.json machine',
      'device-codes/places.json fuser',
      `${enC} fallback`,
    ]);
  });

  it('IX-11 IX-12: codes that one language explains and the other does not, neighbours in one line', () => {
    const files = toFiles(both({ project: { 'C010-C013': 'Motor', C012: 'Fan' } }, { C013: '用紙', C020: '定着' }));
    expect(checkTables(files)).toEqual([
      { file: enC, key: 'C020', what: expect.stringMatching(/^is not translated.*定着/) },
      { file: jaC, key: 'C010-C011', what: expect.stringMatching(/^is not translated.*Motor/) },
      { file: jaC, key: 'C012', what: expect.stringMatching(/^is not translated.*Fan/) },
    ]);
  });
});

describe('wrong facts are found, with file and key', () => {
  it.each([
    [{ category: 'jam' }, /^category "jam" is unknown; one of jamDF/],
    [{ place: 'attic' }, /^place "attic" is not in places.json/],
    [{ place: 'toString' }, /^place "toString" is not in places.json/],
    [{ who: 'visitor' }, /^who "visitor" is unknown; one of user, technician, null/],
    [{ severity: 'heavy' }, /^severity "heavy" is unknown/],
    [{ action: 'run' }, /^action "run" is not in actions.json/],
    [{ action: 1 }, /^action 1 is unknown/],
    [{ colour: 'red' }, /^'colour' is no fact/],
    [{}, /^names no fact/],
    ['error', /^needs an object/],
  ])('DM-001: %j', (wrong, what) => {
    const finding = { file: factsC, key: 'C010', what: expect.stringMatching(what) };
    expect(ofFacts({ C010: wrong })).toContainEqual(finding);
  });

  it('DM-001: the fallback lacks a fact or has an unknown one', () => {
    const { who: _, ...less } = facts;
    expect(ofFacts({}, less)).toEqual([{ file: factsC, key: 'fallback', what: "'who' is missing" }]);
    const finding = { file: factsC, key: 'fallback', what: expect.stringMatching(/^place "attic"/) };
    expect(ofFacts({}, { ...facts, place: 'attic' })).toEqual([finding]);
  });

  it('DM-005: keys of facts are looked at as those of texts are', () => {
    const change = { severity: 'warning' };
    const keys = ofFacts({
      c010: change,
      D010: change,
      C010: change,
      'C010, C011': change,
      'C020-C022': change,
      'C021-C023': change,
    });
    expect(keys.map(({ file, key }) => `${file} ${key}`)).toEqual(
      ['c010', 'D010', 'C010, C011', 'C021-C023'].map((key) => `${factsC} ${key}`),
    );
  });

  it('DM-005: an entry changes nothing where narrower ones say every field, or it says what holds anyway', () => {
    const findings = ofFacts({
      'C010-C011': { severity: 'warning', who: 'user' },
      C010: { severity: 'information', who: null },
      C011: { severity: 'error', who: 'technician' },
      C020: { severity: 'error' },
    });
    expect(findings.map(({ key, what }) => `${key}: ${what.split(':')[0]}`)).toEqual([
      'C010-C011: C010-C011 changes nothing',
      'C020: C020 changes nothing',
    ]);
  });
});

describe('wrong files are found', () => {
  it('DM-001: a missing file, one that is no JSON, and one without its lists', () => {
    const files = toFiles({ [jaC]: '{ "fallback": ', [factsC]: {}, 'device-codes/en-us/d.json': { fallback: 'See' } });
    files.delete('device-codes/ja-jp/e.json');
    expect(checkTables(files).map(({ file, key, what }) => `${file} ${key}: ${what.slice(0, 20)}`)).toEqual([
      `${jaC} -: is not valid JSON: U`,
      `${factsC} -: needs 'fallback' and`,
      'device-codes/en-us/d.json specified: the list is missing',
      'device-codes/en-us/d.json project: the list is missing',
      'device-codes/ja-jp/e.json -: the file is missing',
    ]);
  });
});
