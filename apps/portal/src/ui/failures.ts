import { createContext, use, useEffect } from 'react';

/** Failed parts of a screen that has one Retry for all of them. */
export interface Failures {
  /** Whether the screen shows its own Retry, in place of the buttons of its parts. */
  readonly isShared: boolean;
  /** Counts a failed part, by its code and message, until the returned function is called. */
  readonly register: (failure: string) => () => void;
  /** The code and message of each failed part, once. */
  readonly messages: readonly string[];
  /** Repeats all calls of the screen that failed. */
  readonly retry: () => void;
}

export const FailuresContext = createContext<Failures | null>(null);

/**
 * What the Retry of a failed part does; undefined where the screen shows one button and the message for all
 * parts.
 */
export function useRetry(failure: string, onRetry: () => void): (() => void) | undefined {
  const failures = use(FailuresContext);
  const register = failures?.register;
  useEffect(() => register?.(failure), [register, failure]);
  if (failures === null) return onRetry;
  return failures.isShared ? undefined : failures.retry;
}
