import { counter, firmware, type MakerTable, text } from '../table.ts';

const printer = '1.3.6.1.4.1.1248.1.2.2';

/**
 * Counters by function are left out: their second row is copying on some models and printing from memory on
 * others.
 */
export const epson: MakerTable = {
  maker: 'Epson',
  enterprises: [{ number: 1248, printers: '1.1.2' }],
  brand: /(?:seiko )?epson/,
  series: /workforce|eco ?tank|surecolor|surelab|stylus|colorworks|(?:wf|et|xp|tm|cw)-[a-z]?\d{2,}\w*/,
  source: "the printer's tree below 1248.1.2.2; figures checked against the devices' own pages in public reports",
  root: '1.3.6.1.4.1.1248.1',
  objects: [
    { oid: `${printer}.1.1.1.5.1`, name: 'Epson serial number', means: text.serial },
    { oid: `${printer}.1.1.1.2.1`, name: 'Epson model name', means: text.model },
    { oid: `${printer}.1.1.1.1.1`, name: 'Epson device id', means: text.deviceId },
    { oid: `${printer}.27.1.1.30.1.1`, name: 'Epson total pages', means: counter('total', 'impressions') },
    { oid: `${printer}.27.1.1.3.1.1`, name: 'Epson black pages', means: counter('black', 'impressions') },
    { oid: `${printer}.27.1.1.4.1.1`, name: 'Epson color pages', means: counter('color', 'impressions') },
  ],
  rows: [
    {
      name: 'Epson firmware',
      entry: `${printer}.2.1.1`,
      keys: [3],
      value: 2,
      rows: {
        'main fw': firmware('system'),
        main: firmware('system'),
        'network fw': firmware('NIC'),
        network: firmware('NIC'),
      },
    },
  ],
};
