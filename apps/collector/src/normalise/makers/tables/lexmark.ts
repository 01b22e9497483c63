import { type CounterUnit, count, counter, firmware, type MakerTable, text } from '../table.ts';

/** UnitsTC: 4 sides, 5 sheets. */
const units: Readonly<Record<number, CounterUnit>> = { 4: 'sides', 5: 'sheets' };

/** `Safe` counts are of pages that left the machine. Rows in feet and other units are left out. */
export const lexmark: MakerTable = {
  maker: 'Lexmark',
  enterprises: [{ number: 641, printers: 'all' }],
  source:
    'LEXMARK-MPS-MIB (deviceTable, paperGeneralCountTable, currentSuppliesTable), LEXMARK-PVT-MIB (prtgenInfoTable)',
  root: '1.3.6.1.4.1.641',
  objects: [
    { oid: '1.3.6.1.4.1.641.6.2.3.1.5.1', name: 'deviceSerialNumber', means: text.serial },
    { oid: '1.3.6.1.4.1.641.2.1.2.1.6.1', name: 'prtgenSerialNo', means: text.serial },
    { oid: '1.3.6.1.4.1.641.6.2.3.1.4.1', name: 'deviceModel', means: text.model },
    { oid: '1.3.6.1.4.1.641.2.1.2.1.2.1', name: 'prtgenPrinterName', means: text.model },
    { oid: '1.3.6.1.4.1.641.2.1.2.1.3.1', name: 'Lexmark device id', means: text.deviceId },
    { oid: '1.3.6.1.4.1.641.2.1.2.1.4.1', name: 'prtgenCodeRevision', means: firmware('system') },
    { oid: '1.3.6.1.4.1.641.6.3.3.1.7.1.1', name: 'swInventoryRevision', means: firmware('system') },
  ],
  rows: [
    {
      name: 'paperGeneralCountValue',
      entry: '1.3.6.1.4.1.641.6.4.2.1.1',
      keys: [2],
      value: 4,
      unit: { column: 3, units },
      rows: {
        3: counter('black'),
        4: counter('color'),
        16: count('print', 'all'),
        17: count('print', 'black'),
        18: count('print', 'color'),
        32: count('copy', 'all'),
        33: count('copy', 'black'),
        34: count('copy', 'color'),
        48: count('fax', 'all'),
        49: count('fax', 'black'),
        50: count('fax', 'color'),
      },
    },
  ],
  supplyRows: [
    {
      name: 'currentSupply',
      entry: '1.3.6.1.4.1.641.6.4.4.1.1',
      columns: { type: 3, colorant: 4, description: 5, serial: 6, status: 12 },
      types: {
        3: 'inkCartridge',
        6: 'toner',
        7: 'opc',
        8: 'transferUnit',
        9: 'fuser',
        10: 'wasteToner',
        11: 'staples',
      },
      conditions: { 3: 'ok', 4: 'low', 5: 'empty' },
    },
  ],
};
