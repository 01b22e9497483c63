import { type PointerEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';

export type EvidenceOpen = 'closed' | 'popover' | 'sheet';

/** Time to move from the figure to its card without losing it. */
const leaveMs = 160;

/** The hover delay is a design token, 0 where the reader wants less motion. */
function readHoverMs(): number {
  const token = getComputedStyle(document.documentElement).getPropertyValue('--t-evidence-delay').trim();
  const amount = Number.parseFloat(token);
  if (!Number.isFinite(amount)) return 350;
  return token.endsWith('ms') ? amount : amount * 1000;
}

/** Only one card is open at a time: the one that opens closes the one before. */
let opened: { readonly id: string; readonly close: () => void } | undefined;

/** When the card of a figure opens and closes: hover, keyboard focus, click; a finger opens the sheet. */
export function useEvidenceTrigger(button: RefObject<HTMLButtonElement | null>) {
  const id = useId();
  const [open, setOpen] = useState<EvidenceOpen>('closed');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byTouch = useRef(false);
  /** The pointer is on the card: a press there takes the focus off the figure, but must not take the card away. */
  const onCard = useRef(false);

  const close = useCallback(() => {
    clearTimeout(timer.current);
    onCard.current = false;
    setOpen('closed');
    if (opened?.id === id) opened = undefined;
  }, [id]);
  const show = useCallback(
    (how: 'popover' | 'sheet') => {
      clearTimeout(timer.current);
      if (opened?.id !== id) opened?.close();
      opened = { id, close };
      setOpen(how);
    },
    [id, close],
  );
  const later = (action: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, ms);
  };
  const isFocused = () => button.current?.matches(':focus-visible') === true;

  useEffect(() => close, [close]);
  useEffect(() => {
    if (open !== 'popover') return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, close]);

  const stay = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') clearTimeout(timer.current);
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !isFocused()) later(close, leaveMs);
  };
  return {
    open,
    close,
    triggerProps: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType !== 'mouse') return;
        if (open === 'closed') later(() => show('popover'), readHoverMs());
        else clearTimeout(timer.current);
      },
      onPointerLeave: leave,
      onPointerDown: (event: PointerEvent) => {
        byTouch.current = event.pointerType === 'touch';
      },
      onFocus: () => {
        // A sheet that closes gives the focus back: that is no wish to see the card again.
        if (open === 'closed' && isFocused() && !byTouch.current) show('popover');
      },
      onBlur: () => {
        if (open === 'popover' && !onCard.current) close();
      },
      onClick: () => {
        show(byTouch.current ? 'sheet' : 'popover');
        byTouch.current = false;
      },
    },
    cardProps: {
      onPointerEnter: (event: PointerEvent) => {
        onCard.current = true;
        stay(event);
      },
      onPointerLeave: (event: PointerEvent) => {
        onCard.current = false;
        leave(event);
      },
    },
  };
}
