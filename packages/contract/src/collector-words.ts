// Names of the collector calls without their schemas: a client that needs only these loads no zod.

export const collectorStates = ['working', 'silent', 'never', 'revoked'] as const;
export type CollectorState = (typeof collectorStates)[number];

/** What is wrong with a target, most severe first. */
export const failureKinds = ['notKept', 'failed', 'silent', 'incomplete'] as const;
export type FailureKind = (typeof failureKinds)[number];

export const findingKinds = ['duplicateSerial', 'exchangedBoard', 'movedAddress', 'other'] as const;
export type FindingKind = (typeof findingKinds)[number];
