import { useEffect, useRef } from 'react';
import { popupArea } from '../platform/state.ts';

const typed = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** Keys of the list by name, as `KeyboardEvent.key` has them; `Shift+x` with the shift key. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Keys of the whole screen (WL-61): off while something is typed, while a dialog or menu is open, and with
 * Ctrl, Alt or Meta. Enter and the blank stay with a focused control.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, shiftKey, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
      if (popupArea.get() !== 'none' || document.querySelector('dialog[open], [role="menu"]') !== null) return;
      if (target instanceof HTMLElement) {
        if (target.closest(typed) !== null) return;
        if (key === 'Enter' && target.closest('a, button, summary') !== null) return;
      }
      const isLetter = /^[a-z]$/i.test(key);
      const run = latest.current[shiftKey && isLetter ? `Shift+${key.toLowerCase()}` : key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
