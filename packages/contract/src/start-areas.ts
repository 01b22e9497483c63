// Without schemas: a client that needs only these names loads no zod.

/** Areas in which a user may start (GE-20). */
export const startAreas = [
  'devices',
  'worklist',
  'visits',
  'supplies',
  'meters',
  'reports',
  'rules',
  'administration',
] as const;
export type StartArea = (typeof startAreas)[number];
