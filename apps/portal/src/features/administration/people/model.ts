import type { OrganisationItem, OrganisationKind } from '@platen/contract/organisations';
import type { UserItem } from '@platen/contract/people';
import { type Holder, mayGive, type Role, roles } from '@platen/contract/rights';
import { toCsvFile } from '../../../downloads/csv-file.ts';

/** Roles of the users of an organisation; those that see every device are the operator's. */
const rolesOfKind: Readonly<Record<OrganisationKind, readonly Role[]>> = {
  operator: ['admin', 'service'],
  dealer: ['dealerAdmin', 'dealer', 'technician', 'billing'],
  customer: ['customer'],
  site: ['customer'],
};

/** Roles that a user may give in an organisation: none that can do more than the user (OA-15). */
export const givableRoles = (me: Holder | undefined, { kind }: Pick<OrganisationItem, 'kind'>): readonly Role[] =>
  roles.filter((role) => rolesOfKind[kind].includes(role) && mayGive(me, role));

/** The users as a table for spreadsheets. */
export function toUserFile(users: readonly UserItem[], head: readonly string[]): Blob {
  const rows = users.map((user) => [
    user.name,
    user.subject,
    user.role,
    user.organisation?.name ?? null,
    user.mail,
    user.lastLoginAt,
    user.state,
  ]);
  return toCsvFile(head, rows);
}
