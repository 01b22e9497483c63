import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { EvidenceReadyContext } from './evidence-source.ts';

/**
 * Draws its children after the first paint, which would otherwise wait for them. Nested, each level comes one
 * paint later. Nothing visible may follow it, as it would move. `isNow`: draw at once.
 */
export function AfterPaint({ isNow = false, children }: { isNow?: boolean; children: ReactNode }) {
  return useIsPainted() || isNow ? children : null;
}

/**
 * Figures in it become buttons with evidence after they have been painted: buttons would delay the first
 * paint.
 */
export function EvidenceAfterPaint({ children }: { children: ReactNode }) {
  return <EvidenceReadyContext value={useIsPainted()}>{children}</EvidenceReadyContext>;
}

/** False in the first picture, true after it. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A frame begins before its picture: behind it is the task after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
