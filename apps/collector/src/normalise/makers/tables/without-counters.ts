import { firmware, type MakerTable, text } from '../table.ts';

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

export const pantum: MakerTable = {
  maker: 'Pantum',
  enterprises: [{ number: 40_093, printers: 'all' }],
  source: 'the tree below 40093, as inventory agents read it; the serial lies at one of three places',
  root: '1.3.6.1.4.1.40093',
  objects: [
    { oid: '1.3.6.1.4.1.40093.1.1.1.5', name: 'Pantum serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.40093.6.1.2', name: 'Pantum serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.40093.10.1.1.4', name: 'Pantum serial number', means: text.serial },
  ],
};

/** Label printers; the older ones answer through a print server of Extended Systems (683). */
export const zebra: MakerTable = {
  maker: 'Zebra',
  enterprises: [
    { number: 10_642, printers: 'all' },
    { number: 683, printers: '6' },
  ],
  brand: /zebra(?: technologies)?/,
  series: /ztc|zebranet/,
  source: 'ZEBRA-MIB, ZEBRA-QL-MIB, ESI-MIB, as inventory agents read them; device id: as printing systems find it',
  root: '1.3.6.1.4.1.10642',
  objects: [
    { oid: '1.3.6.1.4.1.10642.1.1.0', name: 'Zebra model', means: text.model },
    { oid: '1.3.6.1.4.1.10642.1.2.0', name: 'Zebra firmware', means: firmware('system') },
    { oid: '1.3.6.1.4.1.10642.1.3.0', name: 'Zebra device id', means: text.deviceId },
    { oid: '1.3.6.1.4.1.10642.200.19.7.0', name: 'zql product name', means: text.model },
    { oid: '1.3.6.1.4.1.10642.200.19.5.0', name: 'zql serial number', means: text.serial },
    { oid: '1.3.6.1.4.1.683.6.2.3.2.1.15.1', name: 'ESI device name', means: text.model },
    { oid: '1.3.6.1.4.1.683.1.5.0', name: 'genSerialNumber', means: text.serial },
    { oid: '1.3.6.1.4.1.683.1.9.0', name: 'genVersion', means: firmware('NIC') },
  ],
};
