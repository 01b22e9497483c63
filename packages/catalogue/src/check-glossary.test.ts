import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkGlossary } from './check-glossary.ts';

const base = fileURLToPath(new URL('data/', import.meta.url));
const glossary = readFileSync(`${base}glossary.json`, 'utf8');

/** Findings in one table of pairs, with the real glossary. */
const findIn = (english: string | undefined, japanese: string, file = 'made-up/ja-jp.json') => {
  const files = new Map([['glossary.json', glossary]]);
  files.set(file, JSON.stringify({ about: 'プリンタ', project: { key: japanese } }));
  if (english !== undefined)
    files.set(file.replace('ja-jp', 'en-us'), JSON.stringify({ specified: { key: english }, project: {} }));
  return checkGlossary(files).filter((finding) => finding.file === file);
};
const file = 'made-up/ja-jp.json';

it.each([
  ['紙詰まりです。', '用紙づまり'],
  ['紙づまりです。', '用紙づまり'],
  ['プリンタの電源を切る。', 'プリンター'],
  ['サービスマンを呼ぶ。', 'サービスエンジニア'],
  ['定着器の交換', '定着'],
  ['用紙づまりのあとに紙づまり', '用紙づまり'],
  ['e-ファイリングのHDD', 'ファイリングボックス'],
  ['両面自動原稿送り装置エラー', '自動原稿送り装置'],
  ['スリップシート', '摺動シート'],
  ['帯電器を清掃', '帯電チャージャー'],
  ['サドルステッチフィニッシャー', '中とじフィニッシャー'],
  ['穴あけユニット', 'パンチユニット'],
  ['外部大容量給紙装置1', '外付け大容量給紙装置'],
  ['ストレージがいっぱいになった', '満杯'],
  ['同一モデル', '機種'],
  ['交換の通知なし', '報告'],
  ['お客様で対処可', 'ユーザーが対処可能'],
  ['加重', '換算ページ'],
])('OQ-89: "%s" leaves the glossary, which says %s', (japanese, term) => {
  const [finding, ...more] = findIn(undefined, japanese);
  expect(finding?.what).toContain(`the glossary says ${term} `);
  expect(finding).toMatchObject({ file, key: 'key' });
  expect(more).toEqual([]);
});

it.each(['用紙づまりです。', 'プリンターの電源を切る。', 'サービスエンジニアを呼ぶ。', 'ストレージとトレイ'])(
  'OQ-89: "%s" is in the words of the glossary',
  (japanese) => {
    expect(findIn(undefined, japanese)).toEqual([]);
  },
);

it('OQ-89: the term of an English text is needed in the Japanese text of the same key', () => {
  expect(findIn('Contact the administrator.', '担当者へご連絡ください。')).toEqual([
    { file, key: 'key', what: "has no 管理者, although the English text says 'administrator'" },
  ]);
  expect(findIn('Contact the administrator.', '管理者へご連絡ください。')).toEqual([]);
});

it('OQ-89: names of arguments and parts of longer words ask for no term', () => {
  expect(findIn('{threshold, number}% of life', '寿命の{threshold, number}%')).toEqual([]);
  expect(findIn('Drumming', '連打')).toEqual([]);
});

it('OQ-89: messages of device codes, whose catalogues differ in meaning, are held to the words alone', () => {
  const devices = 'device-codes/ja-jp/c.json';
  expect(findIn('Call a technician.', '本体を点検してください。', devices)).toEqual([]);
  expect(findIn('Call a technician.', 'プリンタを点検してください。', devices)).toHaveLength(1);
});

it('OQ-89: pairs of texts in one file are checked too', () => {
  const files = new Map([
    ['glossary.json', glossary],
    ['pairs.json', JSON.stringify({ rows: [{ 'en-us': 'Sensor', 'ja-jp': 'センサ' }], 'ja-jp': { a: '全て' } })],
  ]);
  const found = checkGlossary(files).filter((finding) => finding.file === 'pairs.json');
  expect(found.map(({ key }) => key)).toEqual(['a']);
  files.set('pairs.json', JSON.stringify({ rows: [{ 'en-us': 'Sensor', 'ja-jp': 'センサ' }] }));
  expect(
    checkGlossary(files)
      .filter((finding) => finding.file === 'pairs.json')
      .map(({ key }) => key),
  ).toEqual(['rows.0', 'rows.0']);
});

it('OQ-89: a glossary that is missing, malformed or speaks against itself is a finding', () => {
  const about = (text: string | undefined) =>
    checkGlossary(new Map(text === undefined ? [] : [['glossary.json', text]])).filter(
      (finding) => finding.file === 'glossary.json',
    );
  expect(about(undefined)).toHaveLength(1);
  expect(about('{')).toHaveLength(1);
  expect(about('{"terms":{}}').map(({ what }) => what)).toEqual(['holds no term']);
  expect(about('{"terms":{"a":{"ja":""}}}')).toHaveLength(2);
  const against = { a: { ja: 'あ', avoid: ['い'], english: ['x'] }, b: { ja: 'い', avoid: [], english: ['x'] } };
  expect(about(JSON.stringify({ terms: against })).map(({ key, what }) => `${key} ${what}`)).toEqual([
    'a avoids い, which is a term',
    "a 'x' stands twice",
    "b 'x' stands twice",
  ]);
  expect(about(glossary)).toEqual([]);
});

it('OQ-89 AC-43: all Japanese texts of the catalogue are in the words of the glossary', () => {
  const names = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const files = new Map(names.map((name) => [name.replaceAll('\\', '/'), readFileSync(`${base}${name}`, 'utf8')]));
  expect(checkGlossary(files)).toEqual([]);
});
