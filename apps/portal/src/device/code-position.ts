import { createArea } from '../platform/state.ts';
import type { CodeKind } from './code-queries.ts';

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
