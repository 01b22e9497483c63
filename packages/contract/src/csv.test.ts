import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
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

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠A1', '−1', '  =1', '　=1'])(
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

  it.each([
    [';=1', ";'=1"],
    ['a;=1;b', "a;'=1;b"],
    ['a; "=1"', 'a;\' "=1"'],
    ['a\t@x', "a\t'@x"],
    ['line\r\n＝1', "line\r\n'＝1"],
    ['=1;-2', "'=1;'-2"],
    ['\t=1', "'\t'=1"],
    ['\r\n=1', "'\r\n'=1"],
  ])('a formula behind a separator, a tab or a line end is defused where it stands: %j', (text, safe) => {
    expect(isRunnable(text)).toBe(true);
    expect(toSafeText(text)).toBe(safe);
  });

  it('whatever the cells hold, a reader finds as many, none runnable, and the text but for the apostrophes', () => {
    assert(
      property(array(string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = readRow(toCsvRow(cells));
        expect(read.some(isRunnable)).toBe(false);
        expect(read).toEqual(cells.map(toSafeText));
        expect(read.map((cell) => cell.replaceAll("'", ''))).toEqual(cells.map((cell) => cell.replaceAll("'", '')));
      }),
    );
  });

  it('whatever the cells hold, no cell begins a formula once split at commas, semicolons or tabs', () => {
    const part = oneof(
      constantFrom(
        '=1',
        '+1',
        '-1',
        '@A',
        '＝1',
        '−1',
        ';',
        ',',
        '\t',
        '\r',
        '\n',
        '"',
        ' ',
        "'",
        '\u0000',
        '\ufeff',
        'a',
      ),
      string({ unit: 'binary', maxLength: 3 }),
    );
    const text = array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    assert(
      property(array(text, { minLength: 1, maxLength: 4 }), constantFrom(',', ';', '\t'), (cells, separator) => {
        const split = splitAt(separator, toCsvRow(cells));
        expect(split.filter((cell) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠−]/u.test(cell))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Cells as a spreadsheet with this list separator reads them: a quote counts only where it opens a cell. */
function splitAt(separator: string, row: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < row.length; i++) {
    const sign = row.charAt(i);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (row.charAt(i + 1) === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

it('rows for the clipboard keep their shape: tabs and line ends inside a cell become a space', () => {
  expect(
    toTabbedText([
      ['Name', 'Value'],
      ['a\tb', '=1\r\n2'],
      [null, 7],
    ]),
  ).toBe("Name\tValue\na b\t'=1 2\n\t7");
});
