import type { PackCondition, PackTask } from '@platen/contract/visit-pack';
import { mostReasonText, mostSettings } from '@platen/contract/visit-pack-names';
import { compareFirmware } from '../firmware-order.ts';

/** A setting that somebody proposed to set back (CH-12), not answered yet. */
export interface ProposedSetting {
  readonly proposalId: string;
  /** Of lines that were proposed together. */
  readonly listId: string;
  readonly code: string;
  readonly now: string | null;
  readonly to: string;
  readonly why: string;
  readonly by: PackTask['by'];
  readonly at: string;
}

export interface TaskFacts {
  readonly conditions: readonly PackCondition[];
  /** Advice of the open signs, by the subject of the condition that they open. */
  readonly advice: ReadonlyMap<string, string>;
  /** The oldest first. */
  readonly proposals: readonly ProposedSetting[];
  readonly firmware: string | null;
  readonly firmwareTarget: string | null;
  /** Entered by the planner. */
  readonly entered: readonly string[];
}

const empty = { conditionId: null, messageId: null, text: null, code: null, from: null, to: null, by: null, at: null };

/**
 * What to do (VP-09): a line for each condition of the visit with its advice and the note of its rule,
 * what the planner entered, settings to set back (the first 100), and a firmware below its target.
 */
export function toTasks(facts: TaskFacts): PackTask[] {
  const { conditions, advice, proposals, firmware, firmwareTarget, entered } = facts;
  const isFirmwareAsked = conditions.some(({ kind }) => kind === 'firmware');
  const isBelow = firmware !== null && firmwareTarget !== null && compareFirmware(firmware, firmwareTarget) === -1;
  return [
    ...conditions.map(
      ({ conditionId, subject, facts: known }): PackTask => ({
        ...empty,
        kind: 'condition',
        key: conditionId,
        conditionId,
        messageId: known.messageId ?? advice.get(subject) ?? null,
        text: known.rule?.note === '' ? null : (known.rule?.note ?? known.text ?? null),
      }),
    ),
    ...entered.map((text, index): PackTask => ({ ...empty, kind: 'task', key: `task.${index}.${text}`, text })),
    ...proposals.slice(0, mostSettings).map(toSettingTask),
    ...(isBelow && !isFirmwareAsked
      ? [{ ...empty, kind: 'firmware' as const, key: `firmware.${firmwareTarget}`, from: firmware, to: firmwareTarget }]
      : []),
  ];
}

/** The reason stands on the first of those proposed together. */
function toSettingTask(
  { proposalId, listId, code, now, to, why, by, at }: ProposedSetting,
  index: number,
  all: readonly ProposedSetting[],
): PackTask {
  const isFirst = all.findIndex((one) => one.listId === listId) === index;
  const reason = why.length > mostReasonText ? `${why.slice(0, mostReasonText)}…` : why;
  return {
    ...empty,
    kind: 'setting',
    key: proposalId,
    text: isFirst ? reason : null,
    code,
    from: now,
    to,
    by: isFirst ? by : null,
    at: isFirst ? at : null,
  };
}
