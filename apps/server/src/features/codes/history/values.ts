import type { ModelValues } from '@platen/diagnosis/code-history/model-values';
import type { Kysely } from 'kysely';
import type { Pool } from '../../../device/read-device.ts';
import { loadModelValues } from '../../../history/code-history/load-model-values.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import type { Database } from '../../../store/database.ts';
import { readVisibleComparison } from '../store.ts';

export type Store = Pool & { readonly db: Kysely<Database> };

/**
 * What is usual for the codes of a device, as the code screens show it: in the fleet, else among the devices
 * that the user may see (docs/decisions/0228). `codes`: number of the device's codes, which bounds the work.
 */
export async function readModelValues(
  store: Store,
  user: SignedInUser,
  deviceId: string,
  codes: number,
): Promise<ModelValues> {
  const values = await loadModelValues(store.db, deviceId);
  const complete = async (kind: '05' | '08') => {
    const { usual, levels } = values[kind];
    if ((usual !== null && levels !== null) || codes === 0) return values[kind];
    const visible = await readVisibleComparison(store, user, deviceId, kind, codes);
    return { usual: usual ?? visible?.usual ?? null, levels: levels ?? visible?.levels?.rules ?? null };
  };
  return { '05': await complete('05'), '08': await complete('08') };
}
