import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sessionPhaseArea } from '../session/session-areas.ts';

/**
 * Holds every way out of the screen while there are changes that are not saved: a link, a step back, the
 * closing of the page. `isAsking` until the user has decided. A session that is being closed is not held up.
 */
export function useLeaveGuard(hasChanges: boolean) {
  const { history } = useRouter();
  const [decide, setDecide] = useState<(leaves: boolean) => void>();
  const isReleased = useRef(false);
  useEffect(() => {
    if (!hasChanges) return undefined;
    isReleased.current = false;
    const isHeld = () => !isReleased.current && sessionPhaseArea.get() === 'idle';
    return history.block({
      enableBeforeUnload: isHeld,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (!isHeld() || currentLocation.pathname === nextLocation.pathname) return false;
        const leaves = await new Promise<boolean>((resolve) => {
          setDecide(() => resolve);
        });
        setDecide(undefined);
        return !leaves;
      },
    });
  }, [history, hasChanges]);
  return {
    isAsking: decide !== undefined,
    decide: (leaves: boolean) => decide?.(leaves),
    /** The changes are saved, or dropped on purpose: the next way out is free. */
    release: () => {
      isReleased.current = true;
    },
  };
}
