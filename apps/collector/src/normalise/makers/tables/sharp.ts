import { type CounterUnit, count, counter, firmware, labelled, type MakerTable, type Meaning } from '../table.ts';

const printed: CounterUnit = 'impressions';

/**
 * Rows are identified by the device's own labels. They count printed and scanned sides; what `Duplex` and the
 * feeder's row count is not documented: they are shown by their labels.
 */
const rows: Readonly<Record<string, Meaning>> = {
  'black & white total count': counter('black', printed),
  'full color total count': counter('color', printed),
  'two color total count': count('all', 'twoColor', printed),
  'single color total count': count('all', 'singleColor', printed),
  copies: count('copy', 'all', printed),
  'black & white copy count': count('copy', 'black', printed),
  'full color copy count': count('copy', 'color', printed),
  'two color copy count': count('copy', 'twoColor', printed),
  'single color copy count': count('copy', 'singleColor', printed),
  prints: count('print', 'all', printed),
  'black & white print count': count('print', 'black', printed),
  'full color print count': count('print', 'color', printed),
  'black & white other count': count('other', 'black', printed),
  'full color other count': count('other', 'color', printed),
  'black & white scanner count': count('scan', 'black', 'sides'),
  'full color scanner count': count('scan', 'color', 'sides'),
  'scan to e-mail/ftp': count('scan', 'all', 'sides'),
  duplex: labelled('Duplex'),
  'document feeder': labelled('Document Feeder'),
};

export const sharp: MakerTable = {
  maker: 'Sharp',
  enterprises: [{ number: 2385, printers: '3.1' }],
  series: /mx-[a-z]?\d{3,}\w*/,
  source: 'the tables below 2385.1.1.19.2.1, which carry their own labels',
  root: '1.3.6.1.4.1.2385',
  objects: [{ oid: '1.3.6.1.4.1.2385.2.1.1.2.1.2.1', name: 'Sharp version', means: firmware('system') }],
  rows: [{ name: 'Sharp counter', entry: '1.3.6.1.4.1.2385.1.1.19.2.1', keys: [4], value: 3, rows }],
};
