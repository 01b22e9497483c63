import type { EvidenceEntry, Figures } from '@platen/contract/details';
import type { FigureInputs } from '@platen/contract/figures';
import { createContext } from 'react';

/**
 * What is known of the sources of a device's values; `failed` carries the code of the call that brought none.
 */
export type EvidenceSource =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly errorCode: number }
  | { readonly state: 'ready'; readonly entries: Readonly<Record<string, EvidenceEntry>>; readonly figures: Figures };

/** Inputs of a figure; `name` says which, where a card shows several. */
export interface NamedInputs {
  readonly name?: string;
  readonly inputs: FigureInputs;
}

export const EvidenceContext = createContext<EvidenceSource>({ state: 'loading' });

/**
 * Whether figures have evidence cards yet. A screen is painted first: its figures become buttons right after,
 * without moving.
 */
export const EvidenceReadyContext = createContext(true);

/** The readings behind a value as lines `name = raw`, the one it was made of first. */
export function toRawLines(entry: EvidenceEntry): { name: string; raw: string }[] {
  return [entry, ...(entry.also ?? [])].map(({ source, name, raw }) => ({ name: name ?? source, raw }));
}

/** What other sources reported for the same value, as lines `name = raw` with the source. */
export const toContradictions = (
  entry: EvidenceEntry,
): { protocol: EvidenceEntry['protocol']; name: string; raw: string }[] =>
  (entry.contradictedBy ?? []).map(({ protocol, source, name, raw }) => ({ protocol, name: name ?? source, raw }));

/** The address of a reading, where the lines show its name instead. */
export const toAddress = (entry: EvidenceEntry): string | undefined =>
  entry.name === undefined || entry.name === entry.source ? undefined : entry.source;

/**
 * Whether a control lies in a table that is one tab stop: Tab skips it, arrow keys lead to it, and its
 * evidence card opens on Enter or Space instead of on focus.
 */
export const GridContext = createContext(false);
