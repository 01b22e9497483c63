import { type ByFunctionMeaning, count, counter, firmware, type MakerTable, type Meaning, text } from '../table.ts';

const byNumber = '1.3.6.1.4.1.1602.1.11.1.3.1.4';

/**
 * Canon numbers its counters alike in all models (service manuals, list of soft counters) and names them in
 * the second table. `1` counts every sheet side once, `2` counts a large one twice: that is a weighted count.
 * Colour is full and single colour together.
 */
const byCode: Readonly<Record<number, readonly [string, Meaning]>> = {
  101: ['total 1', counter('total', 'impressions')],
  102: ['total 2', count('all', 'all', 'weighted')],
  103: ['total (large)', count('all', 'all', 'impressions', 'large')],
  104: ['total (small)', count('all', 'all', 'impressions', 'small')],
  108: ['total (black 1)', counter('black', 'impressions')],
  109: ['total (black 2)', count('all', 'black', 'weighted')],
  112: ['total (black/large)', count('all', 'black', 'impressions', 'large')],
  113: ['total (black/small)', count('all', 'black', 'impressions', 'small')],
  122: ['total (full color + single color/large)', count('all', 'color', 'impressions', 'large')],
  123: ['total (full color + single color/small)', count('all', 'color', 'impressions', 'small')],
  201: ['copy (total 1)', count('copy', 'all', 'impressions')],
  301: ['print (total 1)', count('print', 'all', 'impressions')],
  501: ['scan (total 1)', count('scan', 'all', 'sides')],
};

/** Names of counters whose numbers differ between models. */
const named: Readonly<Record<string, ByFunctionMeaning>> = {
  'copy (black/large)': count('copy', 'black', 'impressions', 'large'),
  'copy (black/small)': count('copy', 'black', 'impressions', 'small'),
  'copy (full color + single color/large)': count('copy', 'color', 'impressions', 'large'),
  'copy (full color + single color/small)': count('copy', 'color', 'impressions', 'small'),
  'print (black/large)': count('print', 'black', 'impressions', 'large'),
  'print (black/small)': count('print', 'black', 'impressions', 'small'),
  'print (full color + single color/large)': count('print', 'color', 'impressions', 'large'),
  'print (full color + single color/small)': count('print', 'color', 'impressions', 'small'),
};

export const canon: MakerTable = {
  maker: 'Canon',
  enterprises: [{ number: 1602, printers: '4' }],
  series: /ir-?adv|image(?:runner|press|class|prograf)|i-?sensys|lbp-?\d+\w*|cnmf\w+|pixma|maxify/,
  source: 'CANON-MIB (canPdInfo, canServInfoSerialNumber); numbers and names of counters: Canon service manuals',
  root: '1.3.6.1.4.1.1602.1',
  objects: [
    {
      oid: '1.3.6.1.4.1.1602.1.2.1.8.1.3.1.1',
      name: 'canServInfoSerialNumberDeviceNumber',
      means: text.serial,
    },
    { oid: '1.3.6.1.4.1.1602.1.2.1.4.0', name: 'Canon serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.1602.1.1.1.1.0', name: 'canPdInfoProductName', means: text.model },
    { oid: '1.3.6.1.4.1.1602.1.1.1.4.0', name: 'canPdInfoProductVersion', means: firmware('system') },
    ...Object.entries(byCode).map(([code, [, means]]) => ({
      oid: `${byNumber}.${code}`,
      name: 'Canon counter by number',
      means,
    })),
  ],
  rows: [
    {
      name: 'Canon counter by name',
      entry: '1.3.6.1.4.1.1602.1.11.2.1.1',
      keys: [2],
      value: 3,
      rows: { ...Object.fromEntries(Object.values(byCode)), ...named },
    },
  ],
};
