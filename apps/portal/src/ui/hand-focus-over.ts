/**
 * Ref of a control that goes away when it is pressed, such as Retry: the focus moves to the region around it
 * instead of being lost, so that the next Tab goes on from there.
 */
export const handFocusOver = (control: HTMLElement | null): (() => void) | undefined => {
  if (control === null) return undefined;
  const region = control.closest<HTMLElement>('section, main');
  return () => {
    if (document.activeElement !== control || region === null) return;
    region.tabIndex = -1;
    region.focus({ preventScroll: true });
  };
};
