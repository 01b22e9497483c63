import { type Action, can, type Role } from '@platen/contract/rights';
import { Refusal } from '../base/refusal.ts';

/**
 * Who makes a change: a user, or the operator of the server at its command line, who may do everything.
 * `subject` is the name in the audit record.
 */
export interface Actor {
  readonly subject: string;
  readonly role: Role | 'operator';
}

/** Refuses 200002 unless the actor has the right. */
export function requireRight({ role }: Pick<Actor, 'role'>, action: Action): void {
  if (role !== 'operator' && !can(role, action))
    throw new Refusal(200002, `the role ${role} does not have the right ${action}`);
}
