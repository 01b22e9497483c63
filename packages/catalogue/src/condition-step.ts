import { tonerColors } from '@platen/contract/report-sections';
import type { ConditionFacts } from '@platen/contract/worklist-item';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { dueOf, namedRisk } from './due-words.ts';
import type { HeadlineOf } from './headline.ts';
import { isCheckedFirst } from './part-words.ts';
import type { headlines } from './texts/en-us/headlines.ts';

/** What to do next about a condition; names of the texts in `headlines.steps`. */
export type ConditionStep = keyof (typeof headlines)['steps'];

/**
 * What to do next about a condition; undefined where its headline says it already. Of who and when nothing is
 * proposed (XC-05). Where the user can act the step is one at the device (QF-02).
 */
export const stepOf = (condition: Pick<HeadlineOf, 'kind' | 'subject' | 'facts'>): ConditionStep | undefined =>
  steps[condition.kind](condition.facts, condition.facts.item ?? condition.subject);

const steps: Readonly<Record<ConditionKind, (facts: ConditionFacts, subject: string) => ConditionStep | undefined>> = {
  down: () => 'technician',
  errorRepeat: () => 'visit',
  part: stepOfPart,
  supply: stepOfSupply,
  stopped: () => 'power',
  counterBreak: () => 'cause',
  identity: () => 'identify',
  codeLimit: () => 'setting',
  codeChanged: () => 'setting',
  storage: () => 'backUp',
  firmware: () => 'update',
  collector: () => 'collector',
  // Its note says what to do.
  rule: () => undefined,
  outbreak: () => 'oneCause',
  person: ({ unusable }) => (unusable === true ? 'technician' : 'callBack'),
};

function stepOfPart(facts: ConditionFacts, subject: string): ConditionStep | undefined {
  const due = dueOf(facts);
  const hasSign = facts.messageId !== undefined;
  if (hasSign && (facts.urgency === 'now' || due === 'over')) return 'visit';
  // Without a day or risk the headline names the next visit.
  if (hasSign && due === 'open' && namedRisk(facts) === undefined) return undefined;
  return isCheckedFirst(subject) ? 'checkNextVisit' : 'replaceNextVisit';
}

function stepOfSupply(facts: ConditionFacts, subject: string): ConditionStep {
  const isThrough = facts.urgency === 'empty' || facts.urgency === 'full' || dueOf(facts) === 'over';
  if (subject === 'waste') return isThrough ? 'replaceBox' : 'orderBox';
  if (tonerColors.some((color) => color === subject) || subject.startsWith('toner'))
    return isThrough ? 'replaceCartridge' : 'orderCartridge';
  return 'replaceSupply';
}
