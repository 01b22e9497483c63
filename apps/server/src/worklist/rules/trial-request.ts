import type { TrialResult } from '@platen/contract/rule-trials';
import type { RuleForm } from '@platen/contract/rules';
import type { TrialPart } from '@platen/diagnosis/rules/sum-trials';
import type { TrialSpan } from '@platen/diagnosis/rules/try-rule';

// What the thread for judging is asked about rules on the past (BT-13), as plain values.

/** A form with those of the devices that are in its scope. */
export interface TriedScope {
  readonly form: RuleForm;
  readonly deviceIds: readonly string[];
}

export interface TrialRequest {
  readonly task: 'tryRules';
  readonly scopes: readonly TriedScope[];
  readonly span: TrialSpan;
  /** The rule that is tried: what it opened itself is no other cause (BT-09). */
  readonly ruleId: string | null;
  /** Devices that must be shown in full, of the first form. */
  readonly examples: readonly string[];
}

/** A device in full, but for who it is. */
export type TrialExample = Omit<TrialResult['examples'][number], 'serial' | 'customerName'>;

export interface TrialAnswerOfThread {
  /** What was found, one part a scope. */
  readonly parts: readonly TrialPart[];
  readonly examples: readonly TrialExample[];
  /**
   * First day (since 1970) from which judgements were found as they were made; the days before were judged
   * afterwards. Null: no judged value was worked out afterwards.
   */
  readonly judgedFrom: number | null;
}

/** Tries rules in the thread for judging. */
export type TryRules = (request: Omit<TrialRequest, 'task'>) => Promise<TrialAnswerOfThread>;
