import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPdfPages } from './lib/pdf-text.ts';

/** A file of one page as Chromium writes it, with a font of codes of two bytes and one of one byte. */
function toPdf(drawing: string): Buffer {
  const stream = (text: string) => {
    const packed = deflateSync(text).toString('latin1');
    return `<</Filter /FlateDecode\n/Length ${packed.length}>> stream\n${packed}\nendstream`;
  };
  const map = (from: string, to: string, body: string) =>
    stream(`1 begincodespacerange\n<${from}> <${to}>\nendcodespacerange\n${body}`);
  const objects = [
    '<</Type /Catalog\n/Pages 2 0 R>>',
    '<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>',
    '<</Type /Page\n/Resources <</Font <</F5 5 0 R\n/F6 6 0 R>>>>\n/Contents 4 0 R\n/Parent 2 0 R>>',
    stream(drawing),
    '<</Type /Font\n/Subtype /Type0\n/ToUnicode 7 0 R>>',
    '<</Type /Font\n/Subtype /Type3\n/ToUnicode 8 0 R>>',
    map(
      '0000',
      'FFFF',
      '1 beginbfchar\n<0005> <D842DFB7>\nendbfchar\n1 beginbfrange\n<0024> <0026> <0041>\nendbfrange',
    ),
    map('00', 'FF', '2 beginbfchar\n<F1> <5370>\n<46> <FB01>\nendbfchar\n1 beginbfrange\n<4C> <4D> <006B>\nendbfrange'),
  ];
  return Buffer.from(
    `%PDF-1.4\n${objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')}`,
    'latin1',
  );
}

test('codes of two bytes and of one byte are read by the map of their font', () => {
  expect(readPdfPages(toPdf('BT\n/F5 16 Tf\n<002400260005> Tj\n/F6 16 Tf\n<4C4D> Tj\n9 0 Td <F1> Tj\nET'))).toEqual([
    'AC\u{20BB7}kl印',
  ]);
});

test('a glyph of several characters gives those that are written next to it', () => {
  expect(readPdfPages(toPdf('/F6 16 Tf\n/Span<</ActualText (f\\(i\\051) >> BDC\n<46> Tj\nEMC\n<4C> Tj'))).toEqual([
    'f(i)k',
  ]);
  expect(readPdfPages(toPdf('/F6 16 Tf\n/Span<</ActualText <FEFF304B3099> >> BDC\n<99> Tj\nEMC\n<46> Tj'))).toEqual([
    'がfi',
  ]);
});
