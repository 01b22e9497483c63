import { count, firmware, type MakerObject, type MakerTable, text } from '../table.ts';

const counters = '1.3.6.1.4.1.1129.2.3.50.1.3.21.6.1';
/** The last arc: 1 full colour, 2 twin or single colour (in one number, left out), 3 black. */
const colors = { 1: 'color', 3: 'black' } as const;

/**
 * Kinds of counters by number. Whether a large sheet counts once or twice is a service setting (08), so its
 * unit is unknown. Small fax pages are left out: their number is 216 in some models and 218 in others.
 */
const kinds = [
  [2, 'all', 'all', 'unknown'],
  [210, 'print', 'small', 'impressions'],
  [209, 'print', 'large', 'unknown'],
  [212, 'copy', 'small', 'impressions'],
  [211, 'copy', 'large', 'unknown'],
  [226, 'list', 'small', 'impressions'],
  [225, 'list', 'large', 'unknown'],
  [220, 'scan', 'small', 'sides'],
  [219, 'scan', 'large', 'unknown'],
] as const;

export const toshiba: MakerTable = {
  maker: 'Toshiba TEC',
  enterprises: [{ number: 1129, printers: 'all' }],
  brand: /toshiba(?: tec)?/,
  series: /e-studio ?\d+\w*/,
  source:
    'TOSHIBATEC-MIB (1129.2.3.50: e-STUDIO), meanings as several meter readers publish them alike; 1129.1.2: label printers',
  root: '1.3.6.1.4.1.1129',
  objects: [
    ...kinds.flatMap(([kind, name, size, unit]) =>
      Object.entries(colors).map(
        ([color, colorName]): MakerObject => ({
          oid: `${counters}.${kind}.1.${color}`,
          name: `e-STUDIO counter: ${name}, ${colorName}, ${size}`,
          means: count(name, colorName, unit, size),
        }),
      ),
    ),
    { oid: '1.3.6.1.4.1.1129.1.2.1.1.1.2.1.0', name: 'bcpDeviceModel', means: text.model },
    { oid: '1.3.6.1.4.1.1129.1.2.1.1.1.1.2.0', name: 'bcpProductVersion', means: firmware('system') },
  ],
};
