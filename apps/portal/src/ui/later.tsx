import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { type Loading, loadOnce } from '../platform/load-once.ts';

/**
 * A component whose code is loaded when it is first drawn, with a placeholder until then. A failure goes to
 * the nearest error boundary. React's own `lazy` leaves a placeholder for at least 300 ms once it is shown;
 * this one goes as soon as the code is there.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const start = loadOnce(load);
  return function Later(props: P) {
    const Part = useLoaded(start());
    return Part === undefined ? placeholder : <Part {...props} />;
  };
}

/** What is on its way, undefined until it is there. Throws its failure to the nearest error boundary. */
export function useLoaded<T>(loading: Loading<T>): T | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [failure, setFailure] = useState<{ readonly reason: unknown }>();
  const isThere = loading.value !== undefined;
  useEffect(() => {
    if (isThere) return undefined;
    let isShown = true;
    const follow = async () => {
      try {
        await loading;
        if (isShown) redraw();
      } catch (reason) {
        if (isShown) setFailure({ reason });
      }
    };
    void follow();
    return () => {
      isShown = false;
    };
  }, [loading, isThere]);
  if (failure !== undefined) throw failure.reason;
  return loading.value;
}
