import { count, counter, firmware, type MakerTable, text } from '../table.ts';

/**
 * Rows of ricohEngCounterTable are identified by ricohEngCounterType, which does not depend on the panel's
 * language. Left out: 202, 302, 402 (single and two colours in one number) and 870 to 872 (transmissions with
 * and without fax).
 */
export const ricoh: MakerTable = {
  maker: 'Ricoh',
  enterprises: [{ number: 367, printers: 'all' }],
  series: /aficio/,
  source: 'RICOH-Private-MIB (ricohEngCounterTable, ricohEngCounterType)',
  root: '1.3.6.1.4.1.367.3.2.1',
  objects: [
    { oid: '1.3.6.1.4.1.367.3.2.1.2.1.4.0', name: 'Ricoh serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.367.3.2.1.1.1.1.0', name: 'Ricoh model name', means: text.model },
    { oid: '1.3.6.1.4.1.367.3.2.1.1.1.2.0', name: 'Ricoh system version', means: firmware('system') },
  ],
  rows: [
    {
      name: 'ricohEngCounterValue',
      entry: '1.3.6.1.4.1.367.3.2.1.2.19.5.1',
      keys: [2],
      value: 9,
      // ricohEngCounterUnit, the numbers of PrtMarkerCounterUnitTC where it counts paper.
      unit: { column: 4, units: { 7: 'impressions', 8: 'sheets' } },
      rows: {
        10: counter('total'),
        200: count('copy', 'all'),
        201: count('copy', 'black'),
        203: count('copy', 'color'),
        300: count('fax', 'all'),
        301: count('fax', 'black'),
        303: count('fax', 'color'),
        400: count('print', 'all'),
        401: count('print', 'black'),
        403: count('print', 'color'),
        873: count('scan', 'color'),
        874: count('scan', 'black'),
      },
    },
  ],
};
