import { expect, it } from 'vitest';
import { at, reading } from '../../test/code-past.ts';
import { findProof, openProposals, type ProposalLine, proposalState } from './proposals.ts';

const line: ProposalLine = {
  code: '08-2103-0',
  now: '96',
  to: '128',
  proposedAt: at('24T09:00'),
  inPackAt: null,
  answer: null,
  provedAt: null,
  withdrawnAt: null,
};
const before = reading('24T08:00', { '08-2103-0': '96' });
const still = reading('26T20:00', { '08-2103-0': '96' });
const back = reading('27T20:00', { '08-2103-0': '128' });
const done = { at: at('26T13:00'), isDone: true };

it('CH-12: a line goes from proposed to the pack, set by hand, and proved by a reading', () => {
  expect(proposalState(line, [before])).toBe('proposed');
  expect(proposalState({ ...line, inPackAt: at('26T06:00') }, [before])).toBe('inPack');
  expect(proposalState({ ...line, answer: done }, [before])).toBe('setByHand');
  expect(proposalState({ ...line, answer: done }, [before, back])).toBe('proved');
  expect(findProof({ ...line, answer: done }, [before, still, back])).toBe(at('27T20:00'));
});

it('CH-12: the chain breaks off where it was not done, not proved by a later reading, or withdrawn', () => {
  expect(proposalState({ ...line, answer: { at: at('26T13:00'), isDone: false } }, [before, back])).toBe('notDone');
  expect(proposalState({ ...line, answer: done }, [before, still])).toBe('notProved');
  expect(proposalState({ ...line, withdrawnAt: at('25T00:00') }, [before, back])).toBe('withdrawn');
});

it('CH-12: only lines without answer, proof or withdrawal are open for the next pack', () => {
  const lines = [line, { ...line, answer: done }, { ...line, withdrawnAt: at('25T00:00') }];
  expect(openProposals(lines, [before])).toEqual([line]);
  expect(openProposals(lines, [before, back])).toEqual([]);
});
