import { type MakerTable, text } from './table.ts';

/** What devices of many makers hold alike: the IEEE 1284 device id, asked of every printer. */
export const common: MakerTable = {
  maker: '',
  source: 'PWG 5107.1 (PRINTER-PORT-MONITOR-MIB); gdStatusId of HP-LASERJET-COMMON-MIB, which others have taken over',
  root: '1.3.6.1.4.1',
  objects: [
    { oid: '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1', name: 'ppmPrinterIEEE1284DeviceId', means: text.deviceId },
    { oid: '1.3.6.1.4.1.11.2.3.9.1.1.7.0', name: 'gdStatusId', means: text.deviceId },
  ],
};
