// Names of the history of codes without schemas: a client that needs only these loads no zod. Rows:
// specification of the next capabilities, section 10.

/** `05-2103-0`, `08-3739-0`, `13-100`. */
export const codeForm = /^(?:0[58]-\d{1,5}-\d{1,5}|13-\d{1,5})$/;
/** Codes that a technician can set. */
export const settableCodeForm = /^0[58]-\d{1,5}-\d{1,5}$/;

/**
 * The chain of a proposed code (CH-12): proposed, in the pack of a visit, set by hand, proved by a reading;
 * or where it broke off.
 */
export const proposalStates = [
  'proposed',
  'inPack',
  'setByHand',
  'proved',
  'notDone',
  'notProved',
  'withdrawn',
] as const;
export type ProposalState = (typeof proposalStates)[number];

/** Lines of one proposal, and those of a device that wait for an answer, at most. */
export const mostProposalLines = 500;
/** Lines of a device that came to an end and are answered still, the newest. */
export const mostEndedLines = 200;
/** Codes of a watch list at most. */
export const mostWatchedCodes = 10_000;
/** Days of history in one answer at most, and without a choice. */
export const mostHistoryDays = 400;
export const usualHistoryDays = 90;
