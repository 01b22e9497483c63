// Names of tickets without schemas: a client that needs only these loads no zod. Rows: specification of the
// next capabilities, section 7.

/** States of a ticket of another system (TK-02). `failed`: the request could not be sent. */
export const ticketStates = [
  'requested',
  'open',
  'pending',
  'planned',
  'solved',
  'closed',
  'rejected',
  'failed',
] as const;
export type TicketState = (typeof ticketStates)[number];

/** Whether nothing more is expected of the ticket: its conditions can be handed over again. */
export const isTicketEnded = (state: TicketState): boolean =>
  state === 'closed' || state === 'rejected' || state === 'failed';

/** Whether a later condition of the device goes to it as a note instead of a ticket of its own (TK-03). */
export const takesNotes = (state: TicketState): boolean => !isTicketEnded(state) && state !== 'solved';

/** What the other system reports (TK-07). */
export const ticketAnswers = ['open', 'pending', 'planned', 'solved', 'closed', 'rejected', 'reopened'] as const;
export type TicketAnswer = (typeof ticketAnswers)[number];

/** What an answer does with the conditions of the ticket (TK-08). */
export const ticketEffects = ['none', 'acknowledge', 'plan', 'resolve', 'open'] as const;
export type TicketEffect = (typeof ticketEffects)[number];

/** What answers do unless a system has a table of its own (TK-08). */
export const usualEffects: Readonly<Record<TicketAnswer, TicketEffect>> = {
  open: 'acknowledge',
  pending: 'acknowledge',
  planned: 'plan',
  solved: 'resolve',
  closed: 'resolve',
  rejected: 'open',
  reopened: 'open',
};

/**
 * Why something goes to the other system. `requested`: a new ticket; all others are updates (TK-09).
 * `added`: a later condition of the device (TK-03); `goneByItself`: the device recovered (TK-10); `reopen`:
 * it came back within 30 days after the ticket was solved (TK-10).
 */
export const ticketChanges = [
  'requested',
  'added',
  'acknowledged',
  'planned',
  'resolved',
  'cameBack',
  'goneByItself',
  'reopen',
] as const;
export type TicketChange = (typeof ticketChanges)[number];

/** Sources of conditions that a rule of handing over takes (TK-05, XC-01): never a judgement. */
export const handedOverByRule = ['device', 'rule', 'server', 'person'] as const;

/** Minutes after which a rule hands over unless it has another delay (TK-05). */
export const usualHandOverMinutes = 15;
/** Hours after which a ticket without an answer is shown as not confirmed (TK-11). */
export const confirmWithinHours = 24;
/** Days after `solved` within which a matter that comes back asks for the same ticket (TK-10). */
export const reopenWithinDays = 30;
/** Rows of a selection that is handed over (WL-62), and characters of a description (TK-06), at most. */
export const mostHandOverRows = 200;
export const longestDescription = 8000;
/** Ticket systems of the organisation at most. */
export const mostTicketSystems = 20;
/** Conditions of a page of the feed, and days that changes stay in it (TK-12). */
export const feedPageSize = 1000;
export const feedDays = 30;
