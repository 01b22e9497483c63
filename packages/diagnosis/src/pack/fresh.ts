import type { PackBody, PackDevice } from '@platen/contract/visit-pack';

/**
 * What a pack has that the one before did not (VP-17): `{deviceId} {block} {key}`. A line whose figures moved
 * with time alone is not new; an error code that came again is.
 */
export function freshKeys(before: PackBody, after: PackBody): string[] {
  const known = new Set(before.devices.flatMap(toKeys));
  return after.devices.flatMap(toKeys).filter((key) => !known.has(key));
}

/** Keys of the lines of a device, as the screen asks for them. */
export const packKey = (deviceId: string, block: PackBlock, key: string): string => `${deviceId} ${block} ${key}`;
export type PackBlock = 'device' | 'bring' | 'do' | 'errors' | 'codes' | 'before' | 'notes';

const toKeys = ({ deviceId, bring, tasks, errors, codes, before, notes }: PackDevice): string[] => {
  const of = (block: PackBlock, keys: readonly string[]) => keys.map((key) => packKey(deviceId, block, key));
  return [
    packKey(deviceId, 'device', ''),
    ...of(
      'bring',
      bring.map(({ item }) => item),
    ),
    ...of(
      'do',
      tasks.map(({ key }) => key),
    ),
    ...of('errors', errors.groups.map(errorKey)),
    ...of(
      'codes',
      codes.changes.map(({ code, after }) => `${code} ${after}`),
    ),
    ...of(
      'before',
      before.map(({ visitId, record }) => `${visitId} ${record?.revision ?? 0}`),
    ),
    ...of(
      'notes',
      notes.map(({ noteId }) => noteId),
    ),
  ];
};

export const errorKey = ({ code, lastAt }: { readonly code: string; readonly lastAt: string }): string =>
  `${code} ${lastAt}`;
