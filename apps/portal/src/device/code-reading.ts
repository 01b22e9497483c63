import type { EvidenceEntry } from '@platen/contract/details';
import type { FigureInputs } from '@platen/contract/figures';
import { createArea } from '../platform/state.ts';
import type { CodeEntry, CodeKind } from './code-queries.ts';

/**
 * The part of the evidence that differs between the codes of a device: the path of the code in the device's
 * report (`codes.code05.2190.0`; 13 codes have no sub code) and its value as reported. Times and collector
 * are those of the entry that all codes of the kind share.
 */
export function toCodeReading(
  kind: CodeKind,
  { main, sub }: Pick<CodeEntry, 'main' | 'sub'>,
  reported: string,
): Pick<EvidenceEntry, 'source' | 'name' | 'raw' | 'rule'> {
  const source = `codes.code${kind}.${main}${sub === null ? '' : `.${sub}`}`;
  return { source, name: source, raw: reported, rule: 'asReported' };
}

/** What the outlier level of a code was calculated from; undefined without a level. */
export const toLevelInputs = ({ currentValue, outlierLevel, scale }: CodeEntry): FigureInputs | undefined =>
  outlierLevel === null
    ? undefined
    : { kind: 'codeLevel', value: currentValue, ...(scale && { scale }), rarity: outlierLevel };

/** What the address of a table of codes holds in addition to the device. */
export interface CodeSearch {
  readonly codes?: string;
  readonly sort?: string;
  readonly order?: string;
}

/** Where the reader was in a table when the setting of one of its codes was opened; null anywhere else. */
export interface CodePosition {
  readonly deviceId: string;
  readonly kind: CodeKind;
  readonly search: CodeSearch;
  /** Row of the keyboard. */
  readonly row: string | undefined;
  readonly scrollY: number;
  /** Scroll of the table's own frame, where the window is narrow. */
  readonly frameTop: number;
}
export const codePositionArea = createArea<CodePosition | null>('codePosition', null);
