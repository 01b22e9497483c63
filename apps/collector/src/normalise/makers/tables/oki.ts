import { type MakerTable, text } from '../table.ts';

/**
 * OKI publishes no MIB for its counters; what users of the devices read from them differs between models, so
 * none is read.
 */
export const oki: MakerTable = {
  maker: 'OKI',
  enterprises: [{ number: 2001, printers: 'all' }],
  brand: /oki(?:data| data)?/,
  series: /okilan|okipage|microline/,
  builders: ['Toshiba TEC'],
  source: 'the tree below 2001.1.1.1.1.11.1.10, as inventory agents read it',
  root: '1.3.6.1.4.1.2001',
  objects: [
    { oid: '1.3.6.1.4.1.2001.1.1.1.1.11.1.10.45.0', name: 'OKI serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.2001.1.1.1.1.11.1.10.25.0', name: 'OKI model name', means: text.model },
  ],
};
