import type { ErrorCategory } from '@platen/contract/report-sections';

/** Kinds of errors (ER-06). */
export type ErrorKind = ErrorCategory;

/** The order of the kinds everywhere. The type fails to compile if the contract knows another kind. */
const order: Readonly<Record<ErrorKind, number>> = { jamDF: 1, jamPrint: 2, jamFinisher: 3, serviceCall: 4, other: 5 };
const isKind = (name: string): name is ErrorKind => Object.hasOwn(order, name);

export const errorKinds: readonly ErrorKind[] = Object.keys(order)
  .filter(isKind)
  .sort((a, b) => order[a] - order[b]);

/** The kind an address asks for; undefined for all kinds, and for what is no kind. */
export const readKind = (text: string | undefined): ErrorKind | undefined =>
  text !== undefined && isKind(text) ? text : undefined;
