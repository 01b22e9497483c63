import { firmware, type MakerTable, text } from './table.ts';

const chassis = '1.3.6.1.2.1.47.1.1.1.1';

/** What devices of many makers hold alike: the IEEE 1284 device id and the chassis, asked of every printer. */
export const common: MakerTable = {
  maker: '',
  source:
    'RFC 6933 (ENTITY-MIB, the chassis); PWG 5107.1 (PRINTER-PORT-MONITOR-MIB); gdStatusId of HP-LASERJET-COMMON-MIB, which others have taken over',
  root: '1.3.6.1.4.1',
  objects: [
    { oid: '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1', name: 'ppmPrinterIEEE1284DeviceId', means: text.deviceId },
    { oid: '1.3.6.1.4.1.11.2.3.9.1.1.7.0', name: 'gdStatusId', means: text.deviceId },
    { oid: `${chassis}.9.1`, name: 'entPhysicalFirmwareRev.1', means: firmware('system') },
    { oid: `${chassis}.10.1`, name: 'entPhysicalSoftwareRev.1', means: firmware('system') },
    { oid: `${chassis}.11.1`, name: 'entPhysicalSerialNum.1', means: text.serial },
    { oid: `${chassis}.12.1`, name: 'entPhysicalMfgName.1', means: text.maker },
    { oid: `${chassis}.13.1`, name: 'entPhysicalModelName.1', means: text.model },
  ],
};
