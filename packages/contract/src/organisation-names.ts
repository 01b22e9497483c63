// Names of organisations without schemas: a client that needs only these loads no zod.

/** Kinds from the root down; one of a kind lies below one of an earlier kind (OA-01). */
export const organisationKinds = ['operator', 'dealer', 'customer', 'site'] as const;
export type OrganisationKind = (typeof organisationKinds)[number];

/** What each kind may lie directly below. */
export const parentKinds: Readonly<Record<OrganisationKind, readonly OrganisationKind[]>> = {
  operator: [],
  dealer: ['operator'],
  customer: ['operator', 'dealer'],
  site: ['customer'],
};
export const organisationStates = ['active', 'closed'] as const;
export type OrganisationState = (typeof organisationStates)[number];
/** Numbers of one organisation at most. */
export const mostNumbers = 200;
