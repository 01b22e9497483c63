import type { Evidence, EvidenceRule } from '@platen/contract/values';
import { toRawText } from '../snmp/value.ts';
import type { RawObject } from './raw-table.ts';

/** Evidence of a value read from `object`; `also` names further objects the rule used. */
export function toEvidence(
  object: RawObject,
  rule: EvidenceRule,
  also: readonly (RawObject | undefined)[] = [],
): Evidence {
  const further = also.filter((item) => item !== undefined).map(toSource);
  return { protocol: 'snmp', ...toSource(object), rule, ...(further.length > 0 ? { also: further } : {}) };
}

const toSource = (object: RawObject) => ({
  source: object.oid.slice(0, 512),
  name: object.name.slice(0, 256),
  raw: toRawText(object.value),
});
