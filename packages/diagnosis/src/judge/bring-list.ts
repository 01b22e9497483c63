import { partsOfAdvice } from './advice-parts.ts';
import type { DeviceJudgement } from './judgement.ts';
import { asksForVisit, verdictOf } from './part-verdict.ts';
import type { Sign } from './signs.ts';

/** A visit that is planned today takes place within two weeks. */
const visitDays = 14;

/**
 * What to bring to the next visit: part codes ascending (`6250`), then consumables (`toner.black`). Parts
 * whose verdict asks for a visit, parts of signs that ask for a replacement, and cartridges that may be empty
 * within two weeks (lower bound of the 80 % interval). What only may be needed is not brought: a sign to be
 * watched asks for nothing.
 */
export function toBringList(
  { toner, pmParts }: Pick<DeviceJudgement, 'toner' | 'pmParts'>,
  signs: readonly Sign[],
): string[] {
  const reported = new Set(pmParts?.parts.map((part) => part.partsCode));
  const worn =
    pmParts?.parts
      .filter((part) => asksForVisit(verdictOf(part, pmParts.threshold).verdict))
      .map((part) => part.partsCode) ?? [];
  const asked = signs
    .filter(({ severity }) => severity !== 'watch')
    .flatMap(({ messageId }) => partsOfAdvice(messageId, reported));
  const cartridges = Object.entries(toner)
    .filter(([, { daysLeft }]) => daysLeft.state === 'judged' && daysLeft.value.lower <= visitDays)
    .map(([color]) => `toner.${color}`);
  return [...[...new Set([...worn, ...asked])].toSorted(), ...cartridges.toSorted()];
}
