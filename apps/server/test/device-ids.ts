import type { DeviceReport } from '@platen/contract/report';
import { toIdentityKeys } from '../src/features/ingest/parse/parse-line.ts';
import type { TestDatabase } from './database.ts';

/**
 * Id of the device that has the strongest key of this report, as answers do not name it; realm '': the first
 * device with it.
 */
export async function findDeviceId({ db }: Pick<TestDatabase, 'db'>, report: unknown, realm = ''): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const [key] = toIdentityKeys(report as DeviceReport);
  if (key === undefined) throw new Error('the report has no key');
  const { device_id } = await db
    .selectFrom('device_identity')
    .select('device_id')
    .where('kind', '=', key.kind)
    .where('value', '=', key.value)
    .where('realm', '=', realm)
    .executeTakeFirstOrThrow();
  return device_id;
}
