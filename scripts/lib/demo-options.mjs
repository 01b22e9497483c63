import { parseArgs } from 'node:util';
import { Stop } from './run.mjs';

/**
 * Options of `npm start` and `npm run dev`: whether the demonstration is wanted, the number of simulated
 * machines, and whether simulated service people work on the worklist.
 */
export function readDemoOptions(defaultDevices) {
  try {
    const { values } = parseArgs({
      options: {
        'no-demo': { type: 'boolean', default: false },
        devices: { type: 'string', default: defaultDevices },
        'no-people': { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,5}$/.test(values.devices))
      throw new Error(`--devices: '${values.devices}' is not a number up to 99999`);
    return { wanted: !values['no-demo'], devices: Number(values.devices), hasPeople: !values['no-people'] };
  } catch (error) {
    throw new Stop(error instanceof Error ? error.message : String(error));
  }
}
