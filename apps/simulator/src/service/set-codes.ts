import type { CodeChangesAnswer, CodeProposal, proposeCodes } from '@platen/contract/code-history';
import type { BodyOf } from '@platen/contract/endpoint';
import type { DeviceRecord } from '@platen/contract/visit-records';
import type { Random } from '../fleet/random.ts';
import type { SetCode } from '../fleet/visits.ts';

// Codes that somebody changed are looked at, proposed to be set back, and set on the next visit (CH-12).

/** Lines that people propose at once, and how often a technician sets one. */
const most = 3;
const isSetIn = 0.85;

/** Outlier level from which a change is one to ask about. */
const unlike = 2;

/**
 * What a dispatcher proposes before a visit: codes that were changed by someone unknown to a value unlike the
 * model, and settings where the model is not known yet. Undefined: there is nothing to propose, or it was
 * proposed before.
 */
export function decideProposal(
  { changes }: Pick<CodeChangesAnswer, 'changes'>,
  known: readonly Pick<CodeProposal, 'code'>[],
): BodyOf<typeof proposeCodes> | undefined {
  const proposed = new Set(known.map(({ code }) => code));
  const wrong = new Map(
    changes.flatMap(({ code, before, after, level, isAdjusting, contexts, note }) => {
      const isOdd = level === null ? code.startsWith('08-') : level >= unlike;
      const isAsked = isOdd && !isAdjusting && contexts.length === 0 && note === null;
      return isAsked && !proposed.has(code) && before !== after ? [[code, { code, to: before }] as const] : [];
    }),
  );
  const lines = [...wrong.values()].slice(0, most);
  return lines.length === 0 ? undefined : { why: 'Unlike the model, and not changed on a visit.', lines };
}

/** What a technician does with the codes of a device. */
export interface SettingsOfVisit {
  /** Answers of the record. */
  readonly proposals: NonNullable<DeviceRecord['proposals']>;
  readonly done: DeviceRecord['done'];
  /** What the device has from then on. */
  readonly set: readonly SetCode[];
}

/** What a technician does with the codes that wait to be set back on a device. */
export function decideSettings(lines: readonly CodeProposal[], random: Random): SettingsOfVisit {
  const open = lines.filter(({ state }) => state === 'proposed' || state === 'inPack');
  const answered = open.map((line) => ({ line, isDone: random.is(isSetIn) }));
  const set = answered.flatMap(({ line, isDone }) => (isDone ? [line] : []));
  return {
    proposals: answered.map(({ line: { proposalId }, isDone }) =>
      isDone ? { proposalId, isDone } : { proposalId, isDone, reason: 'The customer wants it so' },
    ),
    done: set.flatMap(({ code, now, to }) => {
      const [, kind, main, sub] = /^(05|08|13)-(\d+)(?:-(\d+))?$/.exec(code) ?? [];
      if (kind !== '05' && kind !== '08' && kind !== '13') return [];
      const name = { kind, main: Number(main), sub: sub === undefined ? null : Number(sub) } as const;
      return [{ done: 'codeSet' as const, ...name, from: now, to }];
    }),
    set: set.map(({ code, to }) => ({ code, to })),
  };
}
