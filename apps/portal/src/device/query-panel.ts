import { toStateOf } from '../platform/failure.ts';
import type { PanelState } from '../ui/panel.tsx';

interface Query {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * The state of a panel fed by one query. Old data stays on screen while it is fetched again, also when that
 * fails.
 */
export function toPanelState(query: Query, rows: number): PanelState {
  if (query.data !== undefined) return { kind: 'data' };
  if (query.error === null) return { kind: 'loading', rows };
  const { errorCode, statusCode } = toStateOf(query.error);
  return {
    kind: 'failed',
    errorCode,
    statusCode,
    busy: query.isFetching,
    onRetry: () => void query.refetch(),
  };
}
