import { count, counter, firmware, type MakerTable, text } from '../table.ts';

const system = '1.3.6.1.4.1.18334.1.1.1.5.7.2.1';
const byFunction = '1.3.6.1.4.1.18334.1.1.1.5.7.2.2.1.5';

/**
 * Whether a large sheet counts once or twice is a service setting, and the device reports no unit: the unit
 * is unknown. Only black (1) and full colour (2) of kmSysPrintFunctionCounterTable: 3 and 4 differ between
 * copying and printing.
 */
export const konicaMinolta: MakerTable = {
  maker: 'Konica Minolta',
  enterprises: [{ number: 18_334, printers: 'all' }],
  brand: /konica ?minolta/,
  series: /bizhub|magicolor/,
  source: 'KONICAMINOLTA-MIB (kmSysPrintFunctionCounterTable and its neighbours), as inventory agents read it',
  root: '1.3.6.1.4.1.18334.1.1.1',
  objects: [
    { oid: '1.3.6.1.4.1.18334.1.1.1.1.6.2.1.0', name: 'Konica Minolta product name', means: text.model },
    { oid: `${system}.1.0`, name: 'Konica Minolta total count', means: counter('total', 'unknown') },
    { oid: `${system}.3.0`, name: 'Konica Minolta duplex count', means: counter('duplexSheets', 'unknown') },
    { oid: `${system}.5.0`, name: 'Konica Minolta scan count', means: count('scan', 'all', 'unknown') },
    { oid: `${byFunction}.1.1`, name: 'kmSysPrintFunctionCounter', means: count('copy', 'black', 'unknown') },
    { oid: `${byFunction}.1.2`, name: 'kmSysPrintFunctionCounter', means: count('print', 'black', 'unknown') },
    { oid: `${byFunction}.2.1`, name: 'kmSysPrintFunctionCounter', means: count('copy', 'color', 'unknown') },
    { oid: `${byFunction}.2.2`, name: 'kmSysPrintFunctionCounter', means: count('print', 'color', 'unknown') },
    { oid: '1.3.6.1.4.1.18334.1.1.1.1.6.1.0', name: 'Konica Minolta version', means: firmware('system') },
  ],
  rows: [
    {
      name: 'Konica Minolta firmware version',
      entry: '1.3.6.1.4.1.18334.1.1.1.5.5.1.1',
      keys: [2],
      value: 3,
      rows: {
        'mfp controller': firmware('system'),
        'printer engine': firmware('engine'),
        engine: firmware('engine'),
        scanner: firmware('scan'),
        adf: firmware('DF'),
        df: firmware('DF'),
        finisher: firmware('finisher'),
      },
    },
  ],
};
