import { expect, it } from 'vitest';
import { texts as areasEnglish } from './areas-en-us.ts';
import { texts as areasJapanese } from './areas-ja-jp.ts';
import { texts as deviceEnglish } from './device-en-us.ts';
import { texts as deviceJapanese } from './device-ja-jp.ts';
import { texts as english } from './worklist-en-us.ts';
import { texts as japanese } from './worklist-ja-jp.ts';
import { texts as rowEnglish } from './worklist-row-en-us.ts';
import { texts as rowJapanese } from './worklist-row-ja-jp.ts';

const { states, marks, columns, costLabel } = english.worklist;
const { states: statesJa, marks: marksJa, columns: columnsJa, costLabel: costLabelJa } = japanese.worklist;
const namedStates = ['open', 'acknowledged', 'assigned', 'planned', 'snoozed', 'resolved'] as const;
const namedMarks = ['cameBack', 'forgotten', 'goneByItself', 'flickering', 'overdue'] as const;

// Words of the specification's table, with its texts in both languages.
it.each([
  ['TX-01', [areasEnglish.areas.worklist], [areasJapanese.areas.worklist], 'Worklist', '対応一覧'],
  [
    'TX-02 WL-04',
    namedStates.map((one) => states[one]),
    namedStates.map((one) => statesJa[one]),
    'Open / Acknowledged / Assigned / Visit planned / Snoozed / Resolved',
    '未対応 / 確認済み / 担当決定 / 訪問予定 / 保留 / 解決済み',
  ],
  [
    'TX-03 WL-04',
    namedMarks.map((one) => marks[one]),
    namedMarks.map((one) => marksJa[one]),
    'Came back / Forgotten / Gone by itself / Flickering / Overdue',
    '再発 / 放置 / 自然復旧 / 頻発 / 期限超過',
  ],
  ['TX-04', [columns.cost], [columnsJa.cost], 'Cost of waiting', '待ちの影響度'],
  [
    'TX-20',
    [rowEnglish.dialogs.decide.title],
    [rowJapanese.dialogs.decide.title],
    'For you to decide: nothing has been ordered or requested.',
    '判断をお願いします。注文・依頼はまだ行われていません。',
  ],
])('%s: the words of the specification', (_, inEnglish, inJapanese, specified, specifiedJa) => {
  expect(inEnglish.join(' / ')).toBe(specified);
  expect(inJapanese.join(' / ')).toBe(specifiedJa);
});

it('TX-04: points are points a day', () => {
  expect(costLabel).toContain('points a day');
  expect(costLabelJa).toContain('点／日');
});

it('TX-05: what follows from something else', () => {
  expect(rowEnglish.drawer.conditions.follows).toMatch(/^Follows from \{what\}/);
  expect(rowJapanese.drawer.conditions.follows).toMatch(/^\{what\}に伴うもの/);
});

it('TX-06 WL-40: since when nothing was heard of a device', () => {
  expect(marks.notHeardOf).toBe('Not heard of since {date}');
  expect(marksJa.notHeardOf).toBe('{date}から報告なし');
});

it('XC-08: the sentence about one visit that covers several parts stays on the screen of failure signs', () => {
  const all = (value: object): string[] =>
    Object.values(value).flatMap((one: unknown) =>
      typeof one === 'string' ? one : typeof one === 'object' && one !== null ? all(one) : [],
    );
  const covers = /visit\b.*\bcovers\b|回の訪問で対応可能/;
  expect(
    [deviceEnglish.failureSign, deviceJapanese.failureSign].flatMap(all).filter((text) => covers.test(text)).length,
  ).toBe(6);
  const ofWorklist = [english, japanese, rowEnglish, rowJapanese, areasEnglish, areasJapanese];
  expect(ofWorklist.flatMap(all).filter((text) => covers.test(text))).toEqual([]);
});
