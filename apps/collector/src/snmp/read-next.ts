import { type Ask, errorStatus, type Response } from './message.ts';
import type { Session } from './session.ts';
import type { Varbind } from './value.ts';

/** One object after each OID, by GETNEXT; those the device refuses are left out. Undefined when it falls silent. */
export async function readNext(
  session: Session,
  oids: readonly string[],
  known?: Response,
): Promise<Varbind[] | undefined> {
  const found: Varbind[] = [];
  let left = [...oids];
  let size = left.length;
  let answer: Response | 'silent' | undefined = known;
  while (left.length > 0) {
    const asked = left.slice(0, size);
    answer ??= await session.ask({ kind: 'getNext', oids: asked });
    if (answer === 'silent') return undefined;
    if (answer.errorStatus === errorStatus.none) {
      found.push(...answer.varbinds);
      // A device that answers with fewer objects is asked for the others.
      left = left.slice(Math.max(1, answer.varbinds.length));
    } else if (answer.errorStatus === errorStatus.tooBig && asked.length > 1) {
      size = Math.ceil(asked.length / 2);
    } else {
      const culprit = asked.length === 1 ? 1 : answer.errorIndex;
      if (culprit < 1 || culprit > asked.length) return readEach(session, left, found);
      left = left.filter((_, place) => place !== culprit - 1);
    }
    answer = undefined;
  }
  return found;
}

/** The same one by one, for a device that does not say which object it refuses. */
async function readEach(
  session: Session,
  oids: readonly string[],
  before: readonly Varbind[],
): Promise<Varbind[] | undefined> {
  const found = [...before];
  for (const oid of oids) {
    const ask: Ask = { kind: 'getNext', oids: [oid] };
    const answer = await session.ask(ask);
    if (answer === 'silent') return undefined;
    if (answer.errorStatus === errorStatus.none) found.push(...answer.varbinds);
  }
  return found;
}
