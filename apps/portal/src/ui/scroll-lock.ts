let locks = 0;

/** Holds the page behind a dialog still; the place of its scroll bar is kept, so nothing shifts (PO-03). */
export function lockScroll(): () => void {
  const root = document.documentElement;
  locks += 1;
  if (locks === 1) {
    const hasBar = window.innerWidth > root.clientWidth;
    root.style.setProperty('--locked-gutter', hasBar ? 'stable' : 'auto');
    root.dataset['scrollLocked'] = '';
  }
  return () => {
    locks -= 1;
    if (locks > 0) return;
    delete root.dataset['scrollLocked'];
    root.style.removeProperty('--locked-gutter');
  };
}
