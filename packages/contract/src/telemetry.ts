// Names of what a device measures in addition to counters, supplies and parts. A report may hold others: they
// are stored and not judged.

/**
 * Sensors and machine counts of section `sensors`. Those marked colour carry `color`; jam retries carry the
 * paper source in their name.
 */
export const sensorNames = {
  /** Voltage at the second transfer, volts. */
  secondTransferVoltage: 'secondTransferVoltage',
  /** Output of the auto-toner sensor, volts; by colour. */
  autoTonerSensor: 'autoTonerSensor',
  /** Level of the image quality sensor, 0 to 1023; by colour. */
  imageQualitySensor: 'imageQualitySensor',
  /** Time the fuser takes to be warm, seconds. */
  fuserWarmUp: 'fuserWarmUp',
  /** Voltage of the charging grid, volts; by colour. */
  chargingVoltage: 'chargingVoltage',
  /** Mean pixels set of the pages printed with this cartridge, percent of the page; by colour. */
  pixelCount: 'pixelCount',
  /** Restarts of the polygonal motor since manufacture, count; by colour. */
  polygonalMotorCount: 'polygonalMotorCount',
  /** Image control errors since manufacture, counts. */
  countCE20: 'countCE20',
  countCE40: 'countCE40',
  /**
   * Near-empty setting of the toner: 1 longer, 2 centre, 3 shorter (OQ-73); or a limit in percent or in
   * sheets.
   */
  nearEmptyMode: 'nearEmptyMode',
  nearEmptyPercent: 'nearEmptyPercent',
  nearEmptySheets: 'nearEmptySheets',
} as const;

/** Name of the sensor that counts feed retries of a paper source since manufacture: `feedRetries.CST1`. */
export const feedRetriesOf = (paperSource: string): string => `feedRetries.${paperSource}`;
