import { useEffect, useRef } from 'react';

/**
 * Brings the focus to a row when the control that had it is gone: an action that is done takes its button
 * away, and the keyboard would begin at the top of the page again.
 */
export function useFocusReturn(focusRow: () => void): void {
  const last = useRef<Element>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  // After each drawing of the screen, since any may have taken it away.
  useEffect(() => {
    if (document.activeElement !== document.body || last.current === null || last.current.isConnected) return;
    last.current = null;
    focusRow();
  });
}
