import type { MouseEvent, PointerEvent, RefObject } from 'react';

export type EvidenceOpen = 'closed' | 'popover' | 'sheet';

/** Identifies a figure: its setter, which never changes. */
type SetOpen = (open: EvidenceOpen) => void;

/** Time to move from the figure to its card without losing it. */
const leaveMs = 160;

/** The hover delay is a design token, 0 where the reader wants less motion. */
function readHoverMs(): number {
  const token = getComputedStyle(document.documentElement).getPropertyValue('--t-evidence-delay').trim();
  const amount = Number.parseFloat(token);
  if (!Number.isFinite(amount)) return 350;
  return token.endsWith('ms') ? amount : amount * 1000;
}

// There is one pointer and one focus, so their state is shared by all figures: a screen has hundreds of them,
// and state of its own would cost each of them time when it is drawn.
/** Only one card is open at a time: the one that opens closes the one before. */
let opened: SetOpen | undefined;
/** Opens the card of the figure under the pointer after a moment. */
let opening: ReturnType<typeof setTimeout> | undefined;
/** Closes the card that is open. */
let closing: ReturnType<typeof setTimeout> | undefined;
let byTouch = false;
/**
 * The pointer is on the card: a press there takes the focus off the figure, but must not take the card away.
 */
let onCard = false;

function show(setOpen: SetOpen, how: 'popover' | 'sheet'): void {
  clearTimeout(opening);
  clearTimeout(closing);
  if (opened !== setOpen) closeCard(opened);
  opened = setOpen;
  setOpen(how);
}

/** Closes the card of a figure; also called when an open figure goes away. */
export function closeCard(setOpen: SetOpen | undefined): void {
  if (setOpen === undefined || opened !== setOpen) return;
  clearTimeout(closing);
  onCard = false;
  opened = undefined;
  setOpen('closed');
}

const isFocused = (button: Element | null): boolean => button?.matches(':focus-visible') === true;

function leave(event: PointerEvent, setOpen: SetOpen, button: Element | null): void {
  if (event.pointerType !== 'mouse') return;
  clearTimeout(opening);
  if (opened !== setOpen || isFocused(button)) return;
  clearTimeout(closing);
  closing = setTimeout(() => closeCard(setOpen), leaveMs);
}

/**
 * When the card of a figure opens and closes: hover, keyboard focus, click; a finger opens the sheet.
 * `isInGrid`: arrow keys move the focus over many figures, so a card opens and closes by Enter or Space
 * instead, and covers no figure on the way.
 */
export const toTriggerProps = (open: EvidenceOpen, setOpen: SetOpen, isInGrid: boolean) => ({
  onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    if (open !== 'closed') {
      clearTimeout(closing);
      return;
    }
    clearTimeout(opening);
    opening = setTimeout(() => {
      if (currentTarget.isConnected) show(setOpen, 'popover');
    }, readHoverMs());
  },
  onPointerLeave: (event: PointerEvent) => leave(event, setOpen, event.currentTarget),
  onPointerDown: ({ pointerType }: PointerEvent) => {
    byTouch = pointerType === 'touch';
  },
  onFocus: ({ currentTarget }: { readonly currentTarget: Element }) => {
    // A closing sheet returns the focus, which must not open the card again.
    if (open === 'closed' && isFocused(currentTarget) && !byTouch && !isInGrid) show(setOpen, 'popover');
  },
  onBlur: () => {
    if (open === 'popover' && !onCard) closeCard(setOpen);
  },
  onClick: ({ detail }: MouseEvent) => {
    const isByKey = detail === 0;
    if (isInGrid && isByKey && open === 'popover') closeCard(setOpen);
    else show(setOpen, byTouch ? 'sheet' : 'popover');
    byTouch = false;
  },
});

/** The same of the card itself. */
export const toCardProps = (setOpen: SetOpen, button: RefObject<Element | null>) => ({
  onPointerEnter: ({ pointerType }: PointerEvent) => {
    onCard = true;
    if (pointerType === 'mouse') clearTimeout(closing);
  },
  onPointerLeave: (event: PointerEvent) => {
    onCard = false;
    leave(event, setOpen, button.current);
  },
});
