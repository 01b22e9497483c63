import {
  type TicketAnswer,
  type TicketEffect,
  usualEffects,
  usualHandOverMinutes,
} from '@platen/contract/ticket-names';
import type { HandOverRule, TicketSystem, TicketSystemForm } from '@platen/contract/tickets';
import { type ConditionKind, conditionKinds, type Priority } from '@platen/contract/worklist-names';
import { isQuietWhole, type QuietDraft, toQuiet, toQuietDraft } from '../../../delivery/quiet-draft.ts';

/** A rule of handing over as its fields have it. */
interface RuleDraft extends QuietDraft {
  /** Of the dialog alone: its fields stay with the rule when another one is removed. */
  readonly id: string;
  readonly leastPriority: Priority;
  readonly delay: string;
  readonly customers: string;
  /** Empty: all. */
  readonly kinds: readonly ConditionKind[];
  readonly groupIds: readonly number[];
}

/** What is wrong with the fields of a rule. */
interface RuleFaults {
  readonly delay: boolean;
  readonly quiet: boolean;
}

/** A ticket system as the fields of its dialog have it. */
export interface SystemDraft {
  readonly name: string;
  readonly channelId: string;
  readonly withNetworkAddress: boolean;
  readonly effects: Readonly<Record<TicketAnswer, TicketEffect>>;
  readonly rules: readonly RuleDraft[];
}

const listed = /[\s,、，;]+/;
const longestDelay = 7 * 24 * 60;
const isDelay = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) <= longestDelay;

/** What devices report and rules measure; parts and drives are judged, and go by a person (XC-01). */
export const handedOverKinds = conditionKinds.filter((kind) => kind !== 'part' && kind !== 'storage');

export const newRule = (): RuleDraft => ({
  id: crypto.randomUUID(),
  leastPriority: 'P1',
  delay: String(usualHandOverMinutes),
  customers: '',
  kinds: [],
  groupIds: [],
  ...toQuietDraft(null),
});

export function toDraft(system: TicketSystem | undefined, channelId: string): SystemDraft {
  return {
    name: system?.name ?? '',
    channelId: system?.channelId ?? channelId,
    withNetworkAddress: system?.withNetworkAddress ?? false,
    effects: system?.effects ?? usualEffects,
    rules: (system?.rules ?? []).map((rule) => ({
      id: crypto.randomUUID(),
      leastPriority: rule.leastPriority,
      delay: String(rule.delayMinutes),
      customers: rule.scope.customerNumbers?.join(', ') ?? '',
      kinds: rule.kinds ?? [],
      groupIds: rule.scope.groupIds ?? [],
      ...toQuietDraft(rule.quiet),
    })),
  };
}

/** The system of the fields, or what is wrong with which. */
export function toSystem(draft: SystemDraft): {
  readonly form: TicketSystemForm | undefined;
  readonly faults: { readonly name: boolean; readonly channel: boolean; readonly rules: readonly RuleFaults[] };
} {
  const faults = {
    name: draft.name.trim() === '',
    channel: draft.channelId === '',
    rules: draft.rules.map((rule) => ({ delay: !isDelay(rule.delay), quiet: !isQuietWhole(rule) })),
  };
  const isWrong = faults.rules.some(({ delay, quiet }) => delay || quiet);
  if (faults.name || faults.channel || isWrong) return { form: undefined, faults };
  const rules = draft.rules.map(({ leastPriority, delay, customers, kinds, groupIds, ...quiet }): HandOverRule => {
    const numbers = [...new Set(customers.split(listed).filter((number) => number !== ''))];
    return {
      scope: {
        ...(groupIds.length > 0 && { groupIds: [...groupIds] }),
        ...(numbers.length > 0 && { customerNumbers: numbers }),
      },
      ...(kinds.length > 0 && { kinds: [...kinds] }),
      leastPriority,
      delayMinutes: Number(delay),
      quiet: toQuiet(quiet),
    };
  });
  const { withNetworkAddress, channelId, effects } = draft;
  return { form: { name: draft.name.trim(), channelId, withNetworkAddress, effects: { ...effects }, rules }, faults };
}
