import { expect, test } from 'vitest';
import { parseCodeList, toListFile, toListText } from './code-list.ts';

test('CH-10: a standard is read from lines or CSV, with a head, other separators and short codes', () => {
  const text = '\uFEFFcode,value\r\n08-2103-0,128\r\n"05-12";"-4"\r\n\r\n08-1-2\t0\r\n';
  expect(parseCodeList(text, 'standard')).toEqual({
    codes: [
      { code: '08-2103-0', value: '128' },
      { code: '05-12-0', value: '-4' },
      { code: '08-1-2', value: '0' },
    ],
    wrong: [],
  });
});

test('CH-07 CH-10: lines without a code, without a value, or with a code named before are named', () => {
  expect(parseCodeList('08-2103-0\n13-100\n08-2103\nfuser\n', 'watched')).toEqual({
    codes: [
      { code: '08-2103-0', value: '' },
      { code: '13-100', value: '' },
    ],
    wrong: [3, 4],
  });
  expect(parseCodeList('08-2103-0\n13-100,1\n', 'standard').wrong).toEqual([1, 2]);
});

test('CH-07 CH-10: what is exported is read again as it was', async () => {
  const codes = [
    { code: '08-2103-0', value: '=128' },
    { code: '05-12-0', value: '-4' },
  ];
  expect(parseCodeList(await toListFile(codes, 'standard').text(), 'standard')).toEqual({ codes, wrong: [] });
  expect(parseCodeList(toListText(codes), 'standard')).toEqual({ codes, wrong: [] });
});
