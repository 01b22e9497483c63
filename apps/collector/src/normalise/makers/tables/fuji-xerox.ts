import type { MakerTable } from '../table.ts';
import { usageCounters } from './xerox.ts';

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
