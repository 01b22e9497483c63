import { parseArgs } from 'node:util';
import { Stop } from './run.mjs';

/**
 * Options of `npm start` and `npm run dev`: whether the demonstration is wanted, and the number of simulated
 * machines.
 */
export function readDemoOptions(defaultDevices) {
  try {
    const { values } = parseArgs({
      options: {
        'no-demo': { type: 'boolean', default: false },
        devices: { type: 'string', default: defaultDevices },
      },
    });
    if (!/^\d{1,5}$/.test(values.devices))
      throw new Error(`--devices: '${values.devices}' is not a number up to 99999`);
    return { wanted: !values['no-demo'], devices: Number(values.devices) };
  } catch (error) {
    throw new Stop(error instanceof Error ? error.message : String(error));
  }
}
