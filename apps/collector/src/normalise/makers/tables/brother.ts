import { counter, firmware, type MakerTable, type RemainingMeaning, text } from '../table.ts';

const information = '1.3.6.1.4.1.2435.2.3.9.4.2.1.5.5';
const remaining = (of: Omit<RemainingMeaning, 'is'>): RemainingMeaning => ({ is: 'remaining', ...of });

/**
 * Brother reports only `some remaining` of its toner in Printer-MIB; the maintenance records have the level
 * in hundredths of a percent. Records of older models (five octets per record) are not read.
 */
export const brother: MakerTable = {
  maker: 'Brother',
  enterprises: [{ number: 2435, printers: '2.3.9' }],
  series: /(mfc|dcp|hl|ql|td|pt|rj)-[a-z]{0,2}\d{2,}\w*/,
  source:
    'BROTHER-MIB (printerinformation: brInfoSerialNumber, brInfoMaintenance, brInfoCounter); keys of the records: public reports',
  root: '1.3.6.1.4.1.2435',
  objects: [
    { oid: `${information}.1.0`, name: 'brInfoSerialNumber', means: text.serial },
    { oid: `${information}.17.0`, name: 'brInfoDeviceRomVersion', means: firmware('system') },
    {
      oid: '1.3.6.1.4.1.2435.2.4.3.1240.6.5.0',
      name: 'Brother print server firmware',
      means: firmware('system', /^Firmware Ver\.?\s*(\S+)/),
    },
    { oid: '1.3.6.1.4.1.2435.2.4.3.2435.5.13.3.0', name: 'Brother device description', means: text.model },
    { oid: '1.3.6.1.4.1.2435.2.3.9.1.1.7.0', name: 'Brother device id', means: text.deviceId },
    {
      oid: `${information}.10.0`,
      name: 'brInfoCounter',
      means: {
        is: 'records',
        records: {
          0x00: counter('total', 'impressions'),
          0x01: counter('black', 'impressions'),
          0x02: counter('color', 'impressions'),
        },
      },
    },
    {
      oid: `${information}.8.0`,
      name: 'brInfoMaintenance',
      means: {
        is: 'records',
        records: {
          0x41: remaining({ type: 'opc' }),
          0x69: remaining({ type: 'transferUnit' }),
          0x6a: remaining({ type: 'fuser' }),
          0x6f: remaining({ tonerColor: 'black' }),
          0x70: remaining({ tonerColor: 'cyan' }),
          0x71: remaining({ tonerColor: 'magenta' }),
          0x72: remaining({ tonerColor: 'yellow' }),
        },
      },
    },
  ],
};
