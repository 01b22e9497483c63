import {
  type TicketAnswer,
  type TicketEffect,
  usualEffects,
  usualHandOverMinutes,
} from '@platen/contract/ticket-names';
import type { HandOverRule, TicketSystem, TicketSystemForm } from '@platen/contract/tickets';
import type { Priority } from '@platen/contract/worklist-names';

/** A rule of handing over as its fields have it; `before`: what the dialog has no field for. */
interface RuleDraft {
  /** Of the dialog alone: its fields stay with the rule when another one is removed. */
  readonly id: string;
  readonly leastPriority: Priority;
  readonly delay: string;
  readonly customers: string;
  readonly before: HandOverRule | undefined;
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

export const newRule = (): RuleDraft => ({
  id: crypto.randomUUID(),
  leastPriority: 'P1',
  delay: String(usualHandOverMinutes),
  customers: '',
  before: undefined,
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
      before: rule,
    })),
  };
}

/**
 * The system of the fields, or what is wrong with which. What a rule has no field for here (groups, kinds,
 * quiet spans) stays as it was.
 */
export function toSystem(draft: SystemDraft): {
  readonly form: TicketSystemForm | undefined;
  readonly faults: { readonly name: boolean; readonly channel: boolean; readonly delays: readonly boolean[] };
} {
  const faults = {
    name: draft.name.trim() === '',
    channel: draft.channelId === '',
    delays: draft.rules.map(({ delay }) => !isDelay(delay)),
  };
  if (faults.name || faults.channel || faults.delays.includes(true)) return { form: undefined, faults };
  const rules = draft.rules.map(({ leastPriority, delay, customers, before }): HandOverRule => {
    const numbers = [...new Set(customers.split(listed).filter((number) => number !== ''))];
    const { customerNumbers: _former, ...scope } = before?.scope ?? {};
    return {
      ...before,
      scope: { ...scope, ...(numbers.length > 0 && { customerNumbers: numbers }) },
      leastPriority,
      delayMinutes: Number(delay),
      quiet: before?.quiet ?? null,
    };
  });
  const { withNetworkAddress, channelId, effects } = draft;
  return { form: { name: draft.name.trim(), channelId, withNetworkAddress, effects: { ...effects }, rules }, faults };
}
