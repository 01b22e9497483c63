/**
 * Makers by the number after 1.3.6.1.4.1 in sysObjectID (IANA private enterprise numbers), and by the word a description begins with.
 * `printerArc`: where a maker also makes other things, the arc below its number under which its printers lie.
 */
export interface Maker {
  name: string;
  onlyPrinters: boolean;
  printerArc?: string;
}

const makers: Readonly<Record<number, Maker>> = {
  11: { name: 'HP', onlyPrinters: false, printerArc: '2.3.9' },
  128: { name: 'Tektronix', onlyPrinters: false },
  236: { name: 'Samsung', onlyPrinters: false, printerArc: '11.5' },
  253: { name: 'Xerox', onlyPrinters: true },
  258: { name: 'Panasonic', onlyPrinters: false },
  297: { name: 'Fuji Xerox', onlyPrinters: true },
  367: { name: 'Ricoh', onlyPrinters: true },
  641: { name: 'Lexmark', onlyPrinters: true },
  674: { name: 'Dell', onlyPrinters: false, printerArc: '10898' },
  1129: { name: 'Toshiba TEC', onlyPrinters: true },
  1248: { name: 'Epson', onlyPrinters: false, printerArc: '1.1.2' },
  1347: { name: 'Kyocera', onlyPrinters: true },
  1602: { name: 'Canon', onlyPrinters: false, printerArc: '4' },
  2001: { name: 'OKI', onlyPrinters: true },
  2385: { name: 'Sharp', onlyPrinters: false, printerArc: '3.1' },
  2435: { name: 'Brother', onlyPrinters: false, printerArc: '2.3.9' },
  10642: { name: 'Zebra', onlyPrinters: true },
  18334: { name: 'Konica Minolta', onlyPrinters: true },
  40093: { name: 'Pantum', onlyPrinters: true },
};

/** Agents of general computers: a print queue on one of these does not make it a printer. */
const computers = new Set([311, 2021, 8072]);

export const makerOf = (enterprise: number | undefined): Maker | undefined =>
  enterprise === undefined ? undefined : makers[enterprise];
export const isComputer = (enterprise: number | undefined): boolean =>
  enterprise !== undefined && computers.has(enterprise);

/** Names as they stand at the beginning of a description; the longer ones first. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^toshiba( tec)?\b/i, 'Toshiba TEC'],
  [/^fuji ?xerox\b/i, 'Fuji Xerox'],
  [/^fujifilm\b/i, 'FUJIFILM'],
  [/^xerox\b/i, 'Xerox'],
  [/^konica ?minolta\b/i, 'Konica Minolta'],
  [/^develop\b/i, 'Develop'],
  [/^kyocera( mita| document solutions)?\b/i, 'Kyocera'],
  [/^(hp|hewlett[- ]packard)\b/i, 'HP'],
  [/^lexmark\b/i, 'Lexmark'],
  [/^brother\b/i, 'Brother'],
  [/^canon\b/i, 'Canon'],
  [/^dell\b/i, 'Dell'],
  [/^(seiko )?epson\b/i, 'Epson'],
  [/^lanier\b/i, 'Lanier'],
  [/^savin\b/i, 'Savin'],
  [/^gestetner\b/i, 'Gestetner'],
  [/^nashuatec\b/i, 'Nashuatec'],
  [/^ricoh\b/i, 'Ricoh'],
  [/^oki( data)?\b/i, 'OKI'],
  [/^samsung\b/i, 'Samsung'],
  [/^sharp\b/i, 'Sharp'],
  [/^utax\b/i, 'UTAX'],
  [/^triumph[- ]adler\b/i, 'Triumph-Adler'],
  [/^olivetti\b/i, 'Olivetti'],
  [/^zebra\b/i, 'Zebra'],
  [/^pantum\b/i, 'Pantum'],
  [/^sindoh\b/i, 'Sindoh'],
  [/^riso\b/i, 'RISO'],
  [/^panasonic\b/i, 'Panasonic'],
];

/** The brand a description begins with and what follows it; undefined when it begins with none we know. */
export function splitBrand(description: string): { brand: string; rest: string } | undefined {
  const text = description.trim();
  for (const [pattern, brand] of brands) {
    const match = pattern.exec(text);
    if (match !== null) return { brand, rest: text.slice(match[0].length).replace(/^[\s:,-]+/, '') };
  }
  return undefined;
}
