import { joinJudgement, judged } from '../../device/judgement.ts';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { PartsRow } from '../../device/to-pm-parts.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';

export const readPartsRow = (store: Pool, user: SignedInUser, deviceId: string): Promise<PartsRow> =>
  readDevice<PartsRow>(store, user, deviceId, {
    name: 'parts',
    columns: `${judged('pmParts')} as judged,
      (select s.body from device_section s where s.device_id = d.device_id and s.section = 'parts') as parts`,
    joins: joinJudgement,
  });
