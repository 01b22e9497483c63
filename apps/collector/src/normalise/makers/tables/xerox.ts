import { count, counter, type MakerObject, type MakerTable, text } from '../table.ts';

const detail = '1.3.6.1.4.1.253.8.53.13.2.1.6';
const at = (arcs: string, name: string, means: MakerObject['means']): MakerObject => ({
  oid: `${detail}.${arcs}`,
  name: `xcmHrDevDetailValueInteger (${name})`,
  means,
});

/** Usage counters by Xerox's numbers; those of the copier are below device 103, in newer models below 11. */
const usageCounters: readonly MakerObject[] = [
  at('1.20.1', 'Total Impressions', counter('total', 'impressions')),
  at('1.20.33', 'Color Impressions', counter('color', 'impressions')),
  at('1.20.34', 'Black Impressions', counter('black', 'impressions')),
  at('1.20.7', 'Black Printed Impressions', count('print', 'black', 'impressions')),
  at('1.20.29', 'Color Printed Impressions', count('print', 'color', 'impressions')),
  at('103.20.3', 'Black Copied Impressions', count('copy', 'black', 'impressions')),
  at('11.20.3', 'Black Copied Impressions', count('copy', 'black', 'impressions')),
  at('103.20.25', 'Color Copied Impressions', count('copy', 'color', 'impressions')),
  at('11.20.25', 'Color Copied Impressions', count('copy', 'color', 'impressions')),
  at('1.20.43', 'Color Large Impressions', count('all', 'color', 'impressions', 'large')),
  at('1.20.44', 'Black Large Impressions', count('all', 'black', 'impressions', 'large')),
];

/** Supplies have their part and serial numbers in the description: `Fuser, PN 008R13040;SN…`. */
const supplyDescription = /;SN(?!unknown)([0-9A-Z]{6,})/;

export const xerox: MakerTable = {
  maker: 'Xerox',
  enterprises: [{ number: 253, printers: 'all' }],
  series: /workcentre|versalink|altalink|phaser|colorqube|docucolor|primelink/,
  source: 'XEROX-HOST-RESOURCES-EXT-MIB (xcmHrDevDetailTable, xcmHrDevInfo), XEROX-COMMON-MIB',
  root: '1.3.6.1.4.1.253.8',
  objects: [
    { oid: '1.3.6.1.4.1.253.8.53.3.2.1.3.1', name: 'Xerox serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.253.8.51.1.2.1.20.1', name: 'Xerox device id', means: text.deviceId },
    ...usageCounters,
  ],
  texts: { supplyDescription },
};

/** Fuji Xerox and FUJIFILM Business Innovation: sysObjectID below 297, the counters in Xerox's tree. */
export const fujiXerox: MakerTable = {
  maker: 'Fuji Xerox',
  enterprises: [{ number: 297, printers: 'all' }],
  brand: /fuji ?xerox/,
  series: /apeosport|docucentre|docuprint/,
  source: 'XEROX-HOST-RESOURCES-EXT-MIB (xcmHrDevDetailTable)',
  root: '1.3.6.1.4.1.253.8',
  objects: usageCounters,
};
