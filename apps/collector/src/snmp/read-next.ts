import { errorStatus, type Response } from './message.ts';
import { compareOids } from './oid.ts';
import type { Session } from './session.ts';
import type { Varbind } from './value.ts';

export interface NextOptions {
  /** The answer to the whole list, where it is there already. */
  known?: Response;
  /** Most objects of one request. */
  size?: number;
  /**
   * What a refusal says: of that one object (the default, as some agents refuse single ones), or that the MIB ends there, so that nothing
   * is to be had beyond it either. A general error says so only when it comes again and again.
   */
  refusal?: 'object' | 'end';
}
/** General errors after which the end is believed. */
const refusalsOfEnd = 3;

/** One object after each OID, by GETNEXT; those the device refuses are left out. Undefined when it falls silent. */
export async function readNext(
  session: Session,
  oids: readonly string[],
  { known, size: most = oids.length, refusal = 'object' }: NextOptions = {},
): Promise<Varbind[] | undefined> {
  const found: Varbind[] = [];
  let left = refusal === 'end' ? oids.toSorted(compareOids) : [...oids];
  let size = most;
  let refusals = 0;
  let answer: Response | 'silent' | undefined = known;
  while (left.length > 0) {
    const asked = left.slice(0, size);
    answer ??= await session.ask({ kind: 'getNext', oids: asked });
    if (answer === 'silent') return undefined;
    const { errorStatus: status, errorIndex, varbinds } = answer;
    answer = undefined;
    if (status === errorStatus.none) {
      found.push(...varbinds);
      // A device that answers with fewer objects is asked for the others.
      left = left.slice(Math.max(1, varbinds.length));
      continue;
    }
    const culprit = asked.length === 1 ? asked[0] : asked[errorIndex - 1];
    if (culprit === undefined || (status === errorStatus.tooBig && asked.length > 1)) {
      // Too much at once, or the device does not say which object it means: ask for fewer.
      size = status === errorStatus.tooBig ? Math.ceil(asked.length / 2) : 1;
      continue;
    }
    refusals++;
    const isEnd = refusal === 'end' && (status === errorStatus.noSuchName || refusals >= refusalsOfEnd);
    left = left.filter((oid) => oid !== culprit && !(isEnd && compareOids(oid, culprit) > 0));
  }
  return found;
}
