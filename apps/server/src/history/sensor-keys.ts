// A full day of a colour device holds two dozen sensors whose names took half of its row. Names and colours of the contract
// (packages/contract: telemetry) are kept by their places in these lists, which may only grow at their ends.
const names = [
  'secondTransferVoltage',
  'autoTonerSensor',
  'imageQualitySensor',
  'fuserWarmUp',
  'chargingVoltage',
  'pixelCount',
  'polygonalMotorCount',
  'countCE20',
  'countCE40',
  'nearEmptyMode',
  'nearEmptyPercent',
  'nearEmptySheets',
] as const;
const colors = ['', 'black', 'yellow', 'magenta', 'cyan', 'eBlue'] as const;

/** No name that a device gives begins with it and stays as it is. */
const mark = '*';

/** By `name` or `name.color`: how the sensor is called in a body of reading_day. */
export const shortSensorKeys: ReadonlyMap<string, string> = new Map(
  names.flatMap((name, i) =>
    colors.map((color, j) => [color === '' ? name : `${name}.${color}`, `${mark}${i.toString(36)}${j || ''}`]),
  ),
);
const wholeNames = new Map(Array.from(shortSensorKeys, ([name, key]) => [key, name]));

/** `name`: of the sensor and its colour, `name` or `name.color`. */
export function toSensorKey(name: string): string {
  return shortSensorKeys.get(name) ?? (name.startsWith(mark) ? `${mark}${name}` : name);
}

/** The name again. Bodies written before there were short ones have names for keys. */
export function toSensorName(key: string): string {
  return wholeNames.get(key) ?? (key.startsWith(mark) ? key.slice(mark.length) : key);
}
