import type { Evidence, Reading, ValueState } from '@platen/contract/values';

/** The contract's limit of what stands beside a value. */
const contradictionLimit = 8;
/** States that say something of the value, though no figure. */
const telling: ReadonlySet<ValueState> = new Set(['someRemaining', 'notRestricted']);

/**
 * The reading that counts: the first that is measured, else the first state that says something, else the first.
 * What other measured readings said stands in its `contradictedBy` where `isSame` does not take it for the same.
 */
export function pickReading<T>(
  readings: readonly (Reading<T> | undefined)[],
  isSame: (value: T, other: T) => boolean,
): Reading<T> | undefined {
  const said = readings.filter((reading) => reading !== undefined);
  const best = said.find(isMeasured);
  if (best === undefined) return said.find(({ state }) => isTelling(state)) ?? said[0];
  const others = said.filter(isMeasured).filter((other) => other !== best && !isSame(best.value, other.value));
  return contradicted(
    best,
    others.map(({ evidence }) => evidence),
  );
}

/** The reading with what else was said beside its evidence; as it is when it has none to put it beside. */
export function contradicted<R extends Reading<unknown>>(reading: R, others: readonly (Evidence | undefined)[]): R {
  const { evidence } = reading;
  const known = others.filter((other) => other !== undefined);
  if (evidence === undefined || known.length === 0) return reading;
  const contradictedBy = [...(evidence.contradictedBy ?? []), ...known.map(toSaid)].slice(0, contradictionLimit);
  return { ...reading, evidence: { ...evidence, contradictedBy } };
}

const toSaid = ({ protocol, source, name, raw }: Evidence) => ({
  protocol,
  source,
  ...(name === undefined ? {} : { name }),
  raw,
});

export const isMeasured = <T>(reading: Reading<T> | undefined): reading is Extract<Reading<T>, { state: 'measured' }> =>
  reading?.state === 'measured';
const isTelling = (state: Reading<unknown>['state']): boolean => state !== 'measured' && telling.has(state);
