import type { VisitDevice } from '@platen/contract/visits';
import type { RecordSubject } from './record-model.ts';

/** Kinds of condition that a part or supply settles; their subject is its name. */
const partKinds: ReadonlySet<string> = new Set(['part', 'supply']);

/**
 * A device of a visit as the form needs it: what people entered to bring, then what its conditions ask for.
 */
export function toSubject({ deviceId, conditions, bring }: VisitDevice): RecordSubject {
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const asked = open.flatMap(({ kind, subject, facts }) => {
    if (!partKinds.has(kind)) return [];
    const item = facts.item ?? (kind === 'supply' ? `toner.${subject}` : subject);
    return bring.some((one) => one.item === item) ? [] : [{ item, pieces: 1 }];
  });
  const items = new Map([...bring, ...asked].map((one) => [one.item, one]));
  return {
    deviceId,
    parts: [...items.values()].map(({ item, pieces }) => ({ item, pieces, partNumber: null, isInStock: true })),
    conditions: open.map(({ conditionId, kind, subject, facts }) => ({
      conditionId,
      kind,
      subject: facts.item ?? subject,
    })),
    total: null,
    pagesADay: null,
  };
}
