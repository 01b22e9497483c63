import { describe, expect, it } from 'vitest';
import { manual } from '../../test/expected-facts.ts';
import { codesOf, toCode } from './code-keys.ts';
import { deviceMessage, explainCode } from './device-codes.ts';

const fatal = 'Fatal Error - Please Contact Service Technician';
const wasteFull = 'The Waste Toner Box is Full. Please Replace.';
const english = (code: string) => deviceMessage(code, 'en-us');
const japanese = (code: string) => deviceMessage(code, 'ja-jp');
/** Every code from first to last. */
const all = (first: string, last: string) => codesOf({ first, last, width: valueOf(last) - valueOf(first) + 1 });
const valueOf = (code: string) => Number.parseInt(code, 16);

describe('DM-006 DM-014 DM-015 DM-051 DM-053 DM-055 DM-057: D series in English, exactly', () => {
  it.each([
    ['DM-006', manual['en-us'], ['D', 'D000', 'D227', 'D305', 'D931', 'D95F', 'DFFF']],
    ['DM-014', fatal, ['D901', 'D917', 'D930']],
    ['DM-015', fatal, ['D3B1', 'D3B3', 'D3B4']],
    ['DM-051', wasteFull, ['D30D', 'D30E', 'D30F']],
    ['DM-053', 'New unit was installed.', ['D361', 'D366', 'D36B']],
    ['DM-055', 'Please install a new image drum', ['D3E1', 'D3E2', 'D3E4', 'D3F1']],
    ['DM-057', 'Image drum near life', ['D3E9', 'D3EA', 'D3EC']],
  ])('%s: "%s" for %j', (_, text, codes) => {
    expect(codes.map(english)).toEqual(codes.map(() => text));
  });

  it('DM-055: the codes around those of the image drum do not ask to install one', () => {
    expect(['D3E0', 'D3E5', 'D3F0', 'D3F2'].map(english)).not.toContain('Please install a new image drum');
  });
});

describe('DM-038..DM-050 DM-052 DM-054 DM-056 DM-058..DM-060 DM-064 DM-065: D series in English, meaning', () => {
  it.each([
    [
      'DM-038',
      /^Paper is empty in .*large capacity feeder or Drawer 1-4 - Please Add Paper$/,
      ['D101', 'D107', 'D10A'],
    ],
    ['DM-039 DM-005', /open and close the large capacity feeder/, ['D108']],
    ['DM-040 DM-005', /reduce the paper in the large capacity feeder/, ['D109']],
    ['DM-042', /check the waste toner box/, ['D218']],
    ['DM-043', /external LCF is disconnected/, ['D21B', 'D224']],
    ['DM-044 OQ-100', /^Envelope lever position is wrong \(lower side\)$/, ['D220']],
    ['DM-045 OQ-100', /^Envelope lever position is wrong \(upper side\)$/, ['D221']],
    ['DM-046', /ADF cover is opened/, ['D225']],
    ['DM-049', /^Erasable blue toner empty/, ['D309', 'D345']],
    ['DM-050', /^Black toner near empty.*prepare a new cartridge$/, ['D331']],
    ['DM-054 OQ-99', /fuser unit or the belt unit .*end of its life or near life/, ['D3D1', 'D3D3', 'D3D6']],
    ['DM-056', /^Time for maintenance - .*turn the power off and replace$/, ['D3E5', 'D3E6', 'D3E8']],
    ['DM-058 OQ-99', /^Drawer 1-4 or the large capacity feeder.*close/, ['D401', 'D405', 'D408']],
    ['DM-060 OQ-99', /shut down, power on, energy save, sleep, rebooted,.* or safe start$/, ['D800', 'D804', 'D807']],
    ['DM-064', /^Fax line 1 is broken.*contact service$/, ['DA01']],
    ['DM-064', /^Fax line 2 is broken.*contact service$/, ['DA02']],
  ])('%s: %s for %j', (_, text, codes) => {
    for (const code of codes) expect(english(code)).toMatch(text);
  });

  it('DM-041 OQ-99: every code from D201 to D226 without a text of its own names the 17 places', () => {
    const places =
      'front, paper feed, transfer unit, lower side, duplexing, relay, finisher, hole punch, job separator, ' +
      'offset tray, inserter, toner, bypass, exit, top, face-up tray or document feeder';
    const own = new Set(['D218', 'D21B', 'D220', 'D221', 'D224', 'D225']);
    const covers = all('D201', 'D226').filter((code) => !own.has(code));
    expect([...new Set(covers.map(english))]).toEqual([
      `A cover or door (${places}) is open - Please Close Cover/Door`,
    ]);
  });

  it('DM-059 OQ-99: every code from D710 to D7E1 names the 16 units, for the code does not tell which it is', () => {
    const units =
      'drawer, LCF, external LCF, bypass tray, finisher, saddle finisher, hole punch, duplexing unit, relay unit, ' +
      'inserter, document feeder, double feed sensor, fax line 1, fax line 2, coin controller or key copy counter';
    expect([...new Set(all('D710', 'D7E1').map(english))]).toEqual([`A unit was added or removed: ${units}`]);
  });

  it('DM-065 OQ-99: DB01 and DB12 name the unit; DB02 and DB11 have two possible readings and name both', () => {
    const either = 'The finisher was deactivated, or the deactivation of the document feeder was cancelled';
    expect(['DB01', 'DB02', 'DB11', 'DB12'].map(english)).toEqual([
      'The document feeder was deactivated',
      either,
      either,
      'The deactivation of the finisher was cancelled',
    ]);
  });

  it.each([
    'D30C D310 D360 D36C D3B0 D3B5 D3ED D7FF',
    'D900 D931 D100 D10B D200 D227 D3D0 D3D7',
    'D3E0 D400 D409 D70F D7E2 D808 DA03 DB03',
  ])('DM-006 DM-097: %s lie outside of ranges and have the fallback', (list) => {
    const codes = list.split(' ');
    expect(codes.map(english)).toEqual(codes.map(() => manual['en-us']));
    expect(codes.map(japanese)).toEqual(codes.map(() => manual['ja-jp']));
  });

  it.each([
    ['DM-047', ['D301', 'D302', 'D303', 'D304']],
    ['DM-048', ['D341', 'D342', 'D343', 'D344']],
  ])('%s OQ-99: toner empty in the listed order of colours for %j', (_, codes) => {
    expect(codes.map(english)).toEqual([
      'Black toner empty - Please Refill',
      'Cyan toner empty - Please Refill',
      'Magenta toner empty - Please Refill',
      'Yellow toner empty - Please Refill',
    ]);
  });

  it('DM-052 OQ-99: developer maintenance in the listed order of colours', () => {
    expect(all('D351', 'D354').map(english)).toEqual(
      ['K', 'C', 'M', 'Y'].map(
        (colour) => `Time for developer ${colour} maintenance - Please contact service technician`,
      ),
    );
  });
});

describe('DM-061..DM-063 DM-121..DM-123: life of 15 units, in the listed order', () => {
  const units = [
    ['PU K', 'プロセスユニット（K）'],
    ['PU Y', 'プロセスユニット（Y）'],
    ['PU M', 'プロセスユニット（M）'],
    ['PU C', 'プロセスユニット（C）'],
    ['Fuser', '定着ユニット'],
    ['Bypass roller', '手差しトレイのローラー'],
    ['Drawer 1 roller', '1段目カセットのローラー'],
    ['Drawer 2 roller', '2段目カセットのローラー'],
    ['Drawer 3 roller', '3段目カセットのローラー'],
    ['Drawer 4 roller', '4段目カセットのローラー'],
    ['LCF roller', '大容量給紙装置のローラー'],
    ['DSDF roller', 'DSDFのローラー'],
    ['Transfer roller', '転写ローラー'],
    ['TB cleaner', '転写ベルトクリーナー'],
    ['TBU', '転写ベルトユニット'],
  ] as const;

  it.each([
    ['DM-061', 'D940', 'D94E', 'near life'],
    ['DM-062 OQ-100', 'D950', 'D95E', 'life end error'],
    ['DM-063 OQ-100', 'D960', 'D96E', 'life over error'],
  ])('%s OQ-99: %s to %s say "%s"', (_, first, last, state) => {
    expect(all(first, last).map(english)).toEqual(units.map(([unit]) => `${unit} ${state}`));
  });

  it.each([
    ['DM-121', 'D940', 'D94E', 'がもうすぐ寿命です。'],
    ['DM-122 OQ-100', 'D950', 'D95E', 'が寿命に達します。'],
    ['DM-123 OQ-100', 'D960', 'D96E', 'が寿命に達しました。'],
  ])('%s OQ-99: %s から %s は「%s」', (_, first, last, state) => {
    expect(all(first, last).map(japanese)).toEqual(units.map(([, unit]) => unit + state));
  });

  it('OQ-99: the place is the unit, the same in all three states', () => {
    const places = [
      'Process unit, Process unit, Process unit, Process unit, Fuser unit, Bypass tray',
      '1st cassette, 2nd cassette, 3rd cassette, 4th cassette, LCF',
      'Document feeder, Transfer roller, Transfer belt unit, Transfer belt unit',
    ].flatMap((line) => line.split(', '));
    for (const row of ['D940', 'D950', 'D960'])
      expect(all(row, toCode(valueOf(row) + 14)).map((code) => explainCode(code, 'en-us').place)).toEqual(places);
  });
});

describe('DM-097 DM-106..DM-120 DM-124 DM-125: D series in Japanese', () => {
  it.each([
    ['DM-106', /1段目から4段目のカセットまたは大容量給紙装置の用紙がなくなりました。/, ['D101', 'D105', 'D10A']],
    ['DM-107', /^大容量給紙装置を一度開け、閉じ直してください。$/, ['D108']],
    ['DM-107', /^大容量給紙装置の用紙を減らしてください。$/, ['D109']],
    [
      'DM-108',
      /^カバー、ドア、トレイまたはユニット（前面、.*、自動原稿送り装置）が開いているか、外れています。/,
      ['D201', 'D213', 'D226'],
    ],
    ['DM-108', /^外付け大容量給紙装置が外れています。/, ['D21B', 'D224']],
    ['DM-109 OQ-100', /^定着ユニットのレバーの位置が用紙の種類に合っていません。/, ['D220', 'D221']],
    ['DM-110', /^自動原稿送り装置のカバーが開いています。/, ['D225']],
    ['DM-111', /^消せるブルートナーがなくなりました。/, ['D309', 'D345']],
    ['DM-112', /^ブラックトナーが残りわずかです。/, ['D331']],
    ['DM-113', /^廃トナーボックスが満杯です。/, ['D30D', 'D30E', 'D30F']],
    ['DM-115', /^新しいユニットが取り付けられました。$/, ['D361', 'D366', 'D36B']],
    ['DM-116', /^定着ユニットまたは転写ベルトユニットが寿命に達したか、もうすぐ寿命です。$/, ['D3D1', 'D3D4', 'D3D6']],
    ['DM-117', /^感光体ドラムの交換時期です。/, ['D3F1']],
    ['DM-117', /^感光体ドラムがもうすぐ寿命です。$/, ['D3E9', 'D3EB', 'D3EC']],
    ['OQ-100', /^重大なエラーが発生しました。サービスエンジニア/, ['D3B1', 'D3B3', 'D3B4', 'D901', 'D917', 'D930']],
    ['OQ-100', /^保守の時期です。電源を切り、該当する部品を交換してください。$/, ['D3E5', 'D3E6', 'D3E8']],
    ['DM-118', /^1段目から4段目のカセットまたは大容量給紙装置が開いています。/, ['D401', 'D404', 'D408']],
    ['DM-120', /電源.*スリープ.*再起動.*セーフスタート/, ['D800', 'D803', 'D807']],
    ['DM-124', /^ファクス回線1が故障しています。/, ['DA01']],
    ['DM-124', /^ファクス回線2が故障しています。/, ['DA02']],
    ['DM-097', /^サービスマニュアルを参照してください。$/, ['D', 'D000', 'DFFF']],
  ])('%s: %s for %j', (_, text, codes) => {
    for (const code of codes) expect(japanese(code)).toMatch(text);
  });

  it('DM-119 OQ-99: from D710 to D7E1 the 16 units are named', () => {
    const units =
      'カセット、大容量給紙装置（LCF）、外付け大容量給紙装置、手差しトレイ、フィニッシャー、中とじフィニッシャー、パンチユニット、' +
      '自動両面ユニット、中継ユニット、インサーター、自動原稿送り装置、重送センサー、ファクス回線1、ファクス回線2、コインコントローラー、キーコピーカウンター';
    expect([...new Set(all('D710', 'D7E1').map(japanese))]).toEqual([
      `次のいずれかが取り付けられたか、取り外されました：${units}。`,
    ]);
  });

  it('DM-125 OQ-99: DB01 and DB12 name the unit, DB02 and DB11 both readings', () => {
    const either = 'フィニッシャーが切り離されたか、自動原稿送り装置が再び接続されました。';
    expect(['DB01', 'DB02', 'DB11', 'DB12'].map(japanese)).toEqual([
      '自動原稿送り装置が切り離されました。',
      either,
      either,
      'フィニッシャーが再び接続されました。',
    ]);
  });

  const colours = ['ブラック', 'シアン', 'マゼンタ', 'イエロー'];
  it.each([
    ['DM-111', 'D301', 'トナーがなくなりました。'],
    ['DM-111', 'D341', 'トナーがなくなりました。'],
    ['DM-114', 'D351', 'の現像剤の交換時期です。'],
    ['DM-117', 'D3E1', 'の感光体ドラムの交換時期です。'],
  ])('%s OQ-99: from %s on the four colours in the order K, C, M, Y: %s', (_, first, text) => {
    const starts = colours.map((colour) => expect.stringMatching(new RegExp(`^${colour}${text}`)));
    expect(all(first, toCode(valueOf(first) + 3)).map(japanese)).toEqual(starts);
  });
});

describe('facts of the D series', () => {
  it.each([
    ['paper out', 'D101', 'user', 'warning'],
    ['an open cover', 'D201', 'user', 'warning'],
    ['toner empty', 'D343', 'user', 'warning'],
    ['toner near empty', 'D331', 'user', 'warning'],
    ['waste toner box full', 'D30E', 'user', 'warning'],
    ['an open drawer', 'D408', 'user', 'warning'],
    ['developer due', 'D352', 'technician', 'warning'],
    ['fuser or belt at its end', 'D3D6', 'technician', 'warning'],
    ['maintenance due', 'D3E5', 'technician', 'warning'],
    ['near life', 'D940', 'technician', 'warning'],
    ['life end', 'D95E', 'technician', 'warning'],
    ['life over', 'D96E', 'technician', 'warning'],
    ['fatal', 'D930', 'technician', 'error'],
    ['fatal', 'D3B4', 'technician', 'error'],
    ['a broken fax line', 'DA02', 'technician', 'error'],
    ['a new unit', 'D36B', null, 'information'],
    ['a unit added or removed', 'D7E1', null, 'information'],
    ['power', 'D807', null, 'information'],
    ['a unit deactivated', 'DB12', null, 'information'],
  ] as const)('DM-004 OQ-30: %s (%s) asks for %s and is %s', (_, code, who, severity) => {
    expect(explainCode(code, 'en-us')).toMatchObject({ who, severity });
  });

  it('ER-06: the fatal codes and the DA codes, and no others of the series, count as service calls', () => {
    const calls = all('D000', 'DFFF').filter((code) => explainCode(code, 'en-us').category === 'serviceCall');
    expect(calls).toEqual([...all('D3B1', 'D3B4'), ...all('D901', 'D930'), ...all('DA00', 'DAFF')]);
    expect(explainCode('D301', 'en-us').category).toBe('other');
  });

  it('DM-041: what to do about an open cover names every place where it may be', () => {
    const { action } = explainCode('D213', 'en-us');
    const places = [
      'front, paper feed, transfer unit, lower side, duplexing, relay, finisher, punch, job separator',
      'offset tray, inserter, toner, bypass, exit, top, face-up tray, document feeder',
    ];
    for (const place of places.flatMap((line) => line.split(', '))) expect(action).toContain(place);
  });
});
