import type { Supply } from '@platen/contract/report-sections';
import { findMeant } from './candidates.ts';
import type { Condition, Said } from './said.ts';

/** The bits of hrPrinterDetectedErrorState that speak of toner or ink, without saying which. */
const bits: Readonly<Record<string, Condition>> = { lowToner: 'low', noToner: 'empty', markerSupplyMissing: 'missing' };

/** What the error bits say of a machine's only toner or ink; nothing where it has several. */
export function fromErrors(
  names: readonly string[],
  supplies: readonly Supply[],
  evidence: { source: string; name?: string | undefined; raw: string } | undefined,
): Said[] {
  return names.flatMap((error) => {
    const condition = bits[error];
    const place = condition === undefined ? undefined : findMeant(supplies, 'colour', '');
    if (condition === undefined || place === undefined) return [];
    const { source = 'status.detectedErrors', name, raw = error } = evidence ?? {};
    return [{ place, condition, source: { source, ...(name === undefined ? {} : { name }), raw } }];
  });
}
