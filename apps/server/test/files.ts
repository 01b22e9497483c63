import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** Reads a whole CSV file (RFC 4180), the mark at its start left out. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quotedCell, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quotedCell?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** Reads an archive by its directory at the end, as a spreadsheet program does. */
export function unzip(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  expect(file.readUInt32LE(end)).toBe(0x0605_4b50);
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    expect(file.readUInt32LE(at)).toBe(0x0201_4b50);
    const [packed, size] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const [nameLength, local] = [file.readUInt16LE(at + 28), file.readUInt32LE(at + 42)];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    expect(file.readUInt32LE(local)).toBe(0x0403_4b50);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = inflateRawSync(file.subarray(start, start + packed));
    expect([name, content.length]).toEqual([name, size]);
    parts.set(name, content.toString('utf8'));
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return parts;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
/** Texts and figures of a sheet by row, with the style of each cell. */
export const readSheet = (xml: string) =>
  [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [
      ...row.matchAll(
        /<c(?: s="(\d)")?(?: t="inlineStr")?(?:\/>|>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>)/gs,
      ),
    ].map(([, style, text, figure]) => ({
      style: Number(style ?? 0),
      value:
        figure === undefined
          ? (text
              ?.replaceAll(/&\w+;/g, (sign) => entities[sign] ?? sign)
              .replaceAll(/_x([0-9A-F]{4})_/g, (_all, code: string) =>
                String.fromCharCode(Number.parseInt(code, 16)),
              ) ?? null)
          : Number(figure),
    })),
  );
