import type { Case } from './case.ts';

/**
 * Every call about one device except the profile, over devices with a history. `deviceId` gives the device of
 * a round.
 */
export function toDeviceCases(deviceId: (round: number) => string): Case[] {
  const one = (name: string, path: string, ...bare: string[]): Case => ({
    name,
    method: 'GET',
    path: (round) => `/v1/device/${deviceId(round)}/${path}`,
    connections: [1],
    bare: bare.map((text) => ({ text, values: (round) => [deviceId(round)] })),
  });
  const section = (name: string) => `select body from device_section where device_id = $1 and section = '${name}'`;
  const judged = (part: string) => `select result->${part} from device_judgement where device_id = $1`;
  const sixMonths = `(date_trunc('month', now() at time zone 'utc') - interval '5 months')`;
  const errors = (from: string, period: string) =>
    `select date_trunc('${period}', occurred_at), category, count(*) from device_error where device_id = $1 and occurred_at >= ${from} group by 1, 2`;
  const readings = (from: string) => `select day from reading_day where device_id = $1 and day >= ${from}`;
  const fleet = (kind: string) =>
    `select f.body from device d join fleet_code f on f.kind = '${kind}' and ((f.scope = 'model' and f.name = d.model)
       or (f.scope = 'line' and f.name = d.series || ' ' || d.firmware_version)) where d.device_id = $1`;
  const codes = (kind: string) =>
    `select body->'code${kind}' from device_section where device_id = $1 and section = 'codes'`;
  const prediction = (path: string, key: string) =>
    one(`prediction/${path}`, `prediction/${path}`, judged(`'predictions'->'${key}'`));
  return [
    one(
      'counter',
      'counter',
      section('counters'),
      `select day, total, color, black from counter_day where device_id = $1 and day >= ${sixMonths}::date`,
    ),
    one('error/jams', 'error/jams', errors("now() - interval '14 days'", 'day'), readings('current_date - 14')),
    one(
      'error/logs',
      'error/logs',
      `select * from device_error where device_id = $1 and occurred_at >= now() - interval '30 days' order by occurred_at desc`,
    ),
    one('error/monthly', 'error/monthly', errors(sixMonths, 'month'), readings(`${sixMonths}::date`)),
    one('PMParts', 'PMParts', judged("'pmParts'"), section('parts')),
    one(
      'toner',
      'toner',
      judged("'toner'"),
      `select section, body from device_section where device_id = $1 and section in ('supplies', 'sensors')`,
      `select * from device_replacement where device_id = $1`,
    ),
    one('code/05', 'code/05', codes('05'), fleet('05')),
    one('code/08', 'code/08', codes('08'), fleet('08')),
    one('code/13', 'code/13', codes('13')),
    one(
      'code/05/setting',
      'code/05/setting?main=2000&sub=0',
      `select * from code_setting where device_id = $1 and kind = '05' and main = 2000 and sub = 0`,
    ),
    prediction('fuser', 'fuser'),
    prediction('2ndTransfer', 'secondTransfer'),
    prediction('feedRoller', 'feedRoller'),
    prediction('developer', 'developer'),
    prediction('imageQualitySensor', 'imageQualitySensor'),
    prediction('imageControlError', 'imageControlError'),
    prediction('polygonalMotor', 'polygonalMotor'),
    prediction('drum', 'drum'),
    prediction('hdd', 'hdd'),
    one(
      'evidence',
      'evidence',
      `select section, body from device_section where device_id = $1 and section not in ('codes', 'errors')`,
      `select result from device_judgement where device_id = $1`,
    ),
  ];
}
