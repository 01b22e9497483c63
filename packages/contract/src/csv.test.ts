import { array, assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteOrderMark, isRunnable, toCsvRow, toSafeText, toTabbedText } from './csv.ts';

/** A reader of RFC 4180 for one row. */
function readRow(line: string): string[] {
  const cells: string[] = [];
  const form = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let end = ''; end !== '\r\n'; ) {
    const found = form.exec(line);
    if (found === null) throw new Error(`not a row: ${line}`);
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    end = found[3] ?? '';
  }
  return cells;
}

describe('rows of a CSV file', () => {
  it('cells with commas, quotes and line ends are quoted, each row ends in CRLF, nothing there is empty', () => {
    expect(toCsvRow(['a,b', 'say "x"', 'two\r\nlines', ' led ', 5, -3.5, null])).toBe(
      '"a,b","say ""x""","two\r\nlines"," led ",5,-3.5,\r\n',
    );
    expect(byteOrderMark).toBe(String.fromCodePoint(0xfeff));
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1', '−1', '  =1', '　=1'])(
    'a text that begins as a formula does is defused: %j',
    (text) => {
      expect(isRunnable(text)).toBe(true);
      expect(toSafeText(text)).toBe(`'${text}`);
    },
  );

  it('figures and ordinary texts stay as they are', () => {
    expect([-5, 0, 1.5].map(toSafeText)).toEqual(['-5', '0', '1.5']);
    for (const text of ['', 'CKL-1', 'a=b', '3rd floor', '東京', "'quoted"]) expect(toSafeText(text)).toBe(text);
  });

  it('whatever the cells hold, a reader finds as many, none runnable, and the text behind the apostrophe', () => {
    assert(
      property(array(string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = readRow(toCsvRow(cells));
        expect(read.some(isRunnable)).toBe(false);
        expect(read).toEqual(cells.map((cell) => (isRunnable(cell) ? `'${cell}` : cell)));
      }),
    );
  });
});

it('rows for the clipboard keep their shape: tabs and line ends inside a cell become a space', () => {
  expect(
    toTabbedText([
      ['Name', 'Value'],
      ['a\tb', '=1\r\n2'],
      [null, 7],
    ]),
  ).toBe("Name\tValue\na b\t'=1 2\n\t7");
});
