import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button that replaces what it stands in takes the focus with it. The element of this ref gets it once
 * `shown` is another value than before and nothing else has the focus.
 */
export function useLostFocus<Focused extends HTMLElement>(shown: string | boolean): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown]);
  return element;
}
