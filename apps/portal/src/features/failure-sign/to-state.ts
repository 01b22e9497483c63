import { toPanelState } from '../../device/query-panel.ts';
import type { PanelState } from '../../ui/panel.tsx';

type Query = Parameters<typeof toPanelState>[0];

/** State of a panel; a component without data says so with its reason (OQ-84). */
export const toState = (query: Query, rows: number, hint: string): PanelState =>
  query.data === null ? { kind: 'empty', hint } : toPanelState(query, rows);
