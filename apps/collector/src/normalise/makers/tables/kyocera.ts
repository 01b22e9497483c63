import { count, firmware, type MakerTable, text } from '../table.ts';

const printed = '1.3.6.1.4.1.1347.42.3.1.2.1.1';
const scanned = '1.3.6.1.4.1.1347.42.3.1';

/**
 * Counts are of printed sides; the colours are those the device itself names (monochrome, mono colour, full
 * colour). The total is stored in addition to prtMarkerLifeCount, which also counts cleaning and test pages.
 */
export const kyocera: MakerTable = {
  maker: 'Kyocera',
  enterprises: [{ number: 1347, printers: 'all' }],
  brand: /kyocera(?: mita| document solutions)?/,
  series: /ecosys|taskalfa/,
  source:
    "KYOCERA-MIB (1347.42 counts, 1347.43 printer); figures checked against the devices' own counter pages in public reports",
  root: '1.3.6.1.4.1.1347',
  objects: [
    { oid: '1.3.6.1.4.1.1347.43.5.1.1.28.1', name: 'Kyocera serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.1347.43.5.1.1.1.1', name: 'Kyocera model name', means: text.model },
    { oid: '1.3.6.1.4.1.1347.42.5.1.1.2.1', name: 'Kyocera printer name', means: text.model },
    { oid: '1.3.6.1.4.1.1347.40.1.1.1.8.1', name: 'Kyocera device id', means: text.deviceId },
    { oid: '1.3.6.1.4.1.1347.43.5.4.1.5.1.1', name: 'Kyocera firmware, system', means: firmware('system') },
    { oid: '1.3.6.1.4.1.1347.43.5.4.1.5.1.2', name: 'Kyocera firmware, engine', means: firmware('engine') },
    { oid: `${printed}.1.1`, name: 'Kyocera count: print, monochrome', means: count('print', 'black', 'impressions') },
    {
      oid: `${printed}.1.2`,
      name: 'Kyocera count: print, mono color',
      means: count('print', 'singleColor', 'impressions'),
    },
    { oid: `${printed}.1.3`, name: 'Kyocera count: print, full color', means: count('print', 'color', 'impressions') },
    { oid: `${printed}.2.1`, name: 'Kyocera count: copy, monochrome', means: count('copy', 'black', 'impressions') },
    {
      oid: `${printed}.2.2`,
      name: 'Kyocera count: copy, mono color',
      means: count('copy', 'singleColor', 'impressions'),
    },
    { oid: `${printed}.2.3`, name: 'Kyocera count: copy, full color', means: count('copy', 'color', 'impressions') },
    { oid: `${printed}.4.1`, name: 'Kyocera count: fax, monochrome', means: count('fax', 'black', 'impressions') },
    {
      oid: '1.3.6.1.4.1.1347.43.10.1.1.12.1.1',
      name: 'Kyocera total of printed pages',
      means: count('all', 'all', 'impressions'),
    },
    { oid: `${scanned}.1.1.1.1`, name: 'Kyocera count: print', means: count('print', 'all', 'impressions') },
    { oid: `${scanned}.1.1.1.2`, name: 'Kyocera count: copy', means: count('copy', 'all', 'impressions') },
    { oid: `${scanned}.1.1.1.4`, name: 'Kyocera count: fax', means: count('fax', 'all', 'impressions') },
    {
      oid: `${scanned}.4.1.1.1`,
      name: 'Kyocera count: scan, neither copy nor fax',
      means: count('scan', 'all', 'sides'),
    },
  ],
};
