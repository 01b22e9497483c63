import type { InputsOf } from '@platen/contract/figures';
import { developerCodes, drumCodes, fuserCode, secondTransferCode } from '@platen/contract/part-codes';
import { tonerColors } from '@platen/contract/report-sections';
import { reproduce, type Within } from '../figures/reproduce.ts';
import { significant } from '../figures/significant.ts';
import type { Basis, DeviceJudgement } from '../judge/judgement.ts';
import type { Conditions } from '../judge/with-verdicts.ts';
import type { PartCondition } from '../components/part-life/part-condition.ts';

/** Causes of less than this within 28 days are neither listed nor counted: of ten of them nothing shows. */
const leastChance = 0.001;

/** Names of the parts that fail by their life, by part code: as the worklist names what a visit is about. */
const itemsByCode: ReadonlyMap<string, string> = new Map([
  [fuserCode, 'fuser'],
  [secondTransferCode, 'secondTransfer'],
  ...tonerColors.flatMap((color): [string, string][] => [
    ...[drumCodes[color] ?? []].flat().map((code): [string, string] => [code, `drum.${color}`]),
    ...[developerCodes[color] ?? []].flat().map((code): [string, string] => [code, `developer.${color}`]),
  ]),
]);

interface Judged extends Pick<DeviceJudgement, 'predictions' | 'pmParts'> {
  readonly conditions: Conditions;
}

interface Cause {
  readonly item: string;
  readonly risk: NonNullable<PartCondition['risk']>;
  readonly basis: Basis | undefined;
}

/**
 * The risk that the device stops without a plan within 7, 14 and 28 days, and of what. Null where nothing of it can be judged.
 */
export function judgeStopRisk({
  conditions,
  predictions,
  pmParts,
}: Judged): NonNullable<DeviceJudgement['risk']> | null {
  const known = toCauses(conditions);
  if (known.length === 0) return null;
  const causes = known
    .filter(({ risk }) => risk[2] >= leastChance)
    .toSorted(
      (one, other) => other.risk[1] - one.risk[1] || other.risk[2] - one.risk[2] || (one.item < other.item ? -1 : 1),
    );
  const inputs: InputsOf<'stopRisk'> = {
    kind: 'stopRisk',
    causes: causes.map(({ item, risk: [week, fortnight, month] }) => ({
      item,
      chances: [significant(week), significant(fortnight), significant(month)],
    })),
    unknownParts: countUnknown(new Set(known.map(({ item }) => item)), { predictions, pmParts }),
  };
  const made = reproduce('stopRisk', inputs);
  return {
    ...toPercents(made.within),
    causes: made.causes.map(({ item, within }) => ({ item, ...toPercents(within) })),
    unknownParts: made.unknownParts,
    basis: { ...toBasis(known.flatMap(({ basis }) => basis ?? [])), inputs },
  };
}

const toPercents = ([within7Days, within14Days, within28Days]: Within) => ({ within7Days, within14Days, within28Days });

function toCauses({ parts, sources }: Conditions): readonly Cause[] {
  return [
    ...parts.flatMap(({ partsCode, risk, basis }): Cause[] => {
      const item = itemsByCode.get(partsCode);
      return item === undefined || risk === undefined ? [] : [{ item, risk, basis }];
    }),
    ...sources.flatMap(({ source, risk, basis }): Cause[] =>
      risk === undefined ? [] : [{ item: `feedRoller.${source}`, risk, basis }],
    ),
  ];
}

/** Parts that the device counts and whose risk is not known. */
function countUnknown(known: ReadonlySet<string>, { predictions, pmParts }: Omit<Judged, 'conditions'>): number {
  const counted = (pmParts?.parts ?? []).flatMap(({ partsCode }) => itemsByCode.get(partsCode) ?? []);
  const fed = (predictions.feedRoller?.predictionFeedRollers ?? []).map(
    ({ paperSource }) => `feedRoller.${paperSource}`,
  );
  return [...counted, ...fed].filter((item) => !known.has(item)).length;
}

/** What the causes rest on together: the most readings of one, from the first day of any to the last. */
function toBasis(all: readonly Basis[]): Omit<Basis, 'inputs'> {
  const days = all.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()).toSorted();
  return {
    rule: 'stopRisk',
    readings: Math.max(0, ...all.map(({ readings }) => readings)),
    neededReadings: Math.min(...all.map(({ neededReadings }) => neededReadings), 14),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  };
}
