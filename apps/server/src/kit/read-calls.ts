import type { Endpoint } from '@platen/contract/endpoint';

/**
 * The method says which calls only read, but for these. The tests with PLATEN_TEST_REPLICA=1 compare this
 * with what the calls do (docs/decisions/0710-reads-from-replicas.md).
 */
const readsByPost = new Set([
  '/v1/devices/search',
  '/v1/devices/search/export',
  '/v1/invitations/preview',
  '/v1/rules/evaluate',
  '/v1/tickets/preview',
  '/v1/collectors/rollouts/difference',
]);

/** Calls by GET that are answered by the primary, and why. */
const getsAtPrimary: Readonly<Record<string, 'changes' | 'rights' | 'order'>> = {
  // Lines of an open close are brought up to date when it is read.
  '/v1/closes/{id}': 'changes',
  // Notes that the file was made, who had the proof, what was packed, that somebody watches.
  '/v1/closes/{id}/export': 'changes',
  '/v1/device/{id}/meters/{meter}/proof': 'changes',
  '/v1/visits/{id}/pack': 'changes',
  '/v1/collector/{id}': 'changes',
  // A job changes something while its user asks how far it is.
  '/v1/jobs': 'changes',
  '/v1/jobs/{id}': 'changes',
  '/v1/jobs/{id}/result': 'changes',
  '/v1/rules/try/{id}': 'changes',
  // What users may do, and what they have agreed to, is decided at the primary as in every call.
  '/v1/termsOfUse': 'rights',
  '/v1/users/me': 'rights',
  '/v1/users/me/settings': 'rights',
  // Goes no further than what is not yet committed, which only the primary knows.
  '/v1/conditions': 'order',
};

type Called = Pick<Endpoint, 'method' | 'path'>;

/**
 * Whether something of the user may have changed when the call ends: from then on the user reads from the
 * primary for a while.
 */
export const isChange = ({ method, path }: Called): boolean =>
  method === 'GET' ? getsAtPrimary[path] === 'changes' : !(method === 'POST' && readsByPost.has(path));

/** Whether a replica may answer the call. */
export const isRead = (call: Called): boolean =>
  !isChange(call) && !(call.method === 'GET' && call.path in getsAtPrimary);
