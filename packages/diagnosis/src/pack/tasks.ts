import type { PackCondition, PackTask } from '@platen/contract/visit-pack';

/** A setting that somebody proposed to set back (CH-12), not answered yet. */
export interface ProposedSetting {
  readonly proposalId: string;
  readonly code: string;
  readonly now: string | null;
  readonly to: string;
  readonly why: string | null;
  readonly by: PackTask['by'];
  readonly at: string;
}

export interface TaskFacts {
  readonly conditions: readonly PackCondition[];
  /** Advice of the open signs, by the subject of the condition that they open. */
  readonly advice: ReadonlyMap<string, string>;
  readonly proposals: readonly ProposedSetting[];
  readonly firmware: string | null;
  readonly firmwareTarget: string | null;
  /** Entered by the planner. */
  readonly entered: readonly string[];
}

const empty = { conditionId: null, messageId: null, text: null, code: null, from: null, to: null, by: null, at: null };

/**
 * What to do (VP-09): a line for each condition of the visit with its advice and the note of its rule,
 * what the planner entered, settings to set back, and a firmware below its target.
 */
export function toTasks(facts: TaskFacts): PackTask[] {
  const { conditions, advice, proposals, firmware, firmwareTarget, entered } = facts;
  const isFirmwareAsked = conditions.some(({ kind }) => kind === 'firmware');
  const hasTarget = firmware !== null && firmwareTarget !== null && firmware !== firmwareTarget;
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
    ...proposals.map(
      ({ proposalId, code, now, to, why, by, at }): PackTask => ({
        ...empty,
        kind: 'setting',
        key: proposalId,
        text: why,
        code,
        from: now,
        to,
        by,
        at,
      }),
    ),
    ...(hasTarget && !isFirmwareAsked
      ? [{ ...empty, kind: 'firmware' as const, key: `firmware.${firmwareTarget}`, from: firmware, to: firmwareTarget }]
      : []),
  ];
}
