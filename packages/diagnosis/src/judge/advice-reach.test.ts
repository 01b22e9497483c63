import { type Advice, allAdvice } from '@platen/contract/advice-ids';
import { expect, it, test } from 'vitest';
import * as histories from '../../test/every-advice.ts';

/** Components whose predictions name a replacement part (FS-14); the bare name of others is never sent. */
const namedParts: ReadonlySet<Advice['component']> = new Set([
  'fuser',
  'secondTransfer',
  'drum',
  'developer',
  'feedParts',
]);

/**
 * Why an id has a text and no judgement gives it; undefined where one does. The scheme combines all units,
 * colours and severities of a component (FS-21, OQ-82, docs/decisions/0169); these combinations have no
 * meaning for the device, or no grade in the judgement.
 */
function whyNever({ component, unit, variant, severity }: Advice): string | undefined {
  if (severity === 'name' && !namedParts.has(component)) return 'no replacement part is named';
  if (component === 'feedParts') {
    if (unit === 'ADU') return 'turns sheets that another source fed, and has no rollers of its own to replace';
    if (severity === 'watch') return 'a rate of jams is a sign or none: below the alarm nothing is known to be watched';
  }
  if ((component === 'drum' || component === 'developer') && variant === 'eBlue')
    return 'erasable blue has no drum or developer of its own in the table of parts';
  if (component === 'developer' && severity === 'nextVisit')
    return 'age alone is watched, a drift or an error is due now (0220)';
  const isBySign = component === 'polygonalMotor' || component === 'imageQualitySensor';
  if ((isBySign || component === 'CE20' || component === 'CE40') && severity === 'watch')
    return 'a count or level beyond its limit is a sign for a visit; within it there is nothing to watch';
  if (isBySign && variant === 'any') return 'each motor and sensor belongs to a colour';
  return undefined;
}

const all = allAdvice();
const seen = new Set(Object.values(histories).flatMap((idsOf) => idsOf()));

it.each([...all].filter(([, advice]) => whyNever(advice) === undefined))(
  'FS-21..FS-30: advice %s appears in a history that calls for it',
  (id) => {
    expect(seen).toContain(id);
  },
);

test('FS-21..FS-30: every other advice is named with the reason for which no judgement gives it, and none does', () => {
  const never = [...all].filter(([, advice]) => whyNever(advice) !== undefined);
  expect(never.filter(([id]) => seen.has(id))).toEqual([]);
  expect([all.size, never.length]).toEqual([356, 122]);
});

test('FS-24 FS-29: kinds of paper and checks of the laser unit are among those that appear', () => {
  const given = (form: RegExp) => [...all.keys()].filter((id) => form.test(id) && seen.has(id));
  expect(given(/^6210100[123]$/)).toHaveLength(3);
  // Ten sources, four kinds of paper; name, next visit and now.
  expect(given(/^30..3[1-4]0[023]$/)).toHaveLength(120);
});
