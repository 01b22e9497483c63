import {
  type MouseEvent,
  type PointerEvent,
  type PointerEventHandler,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './evidence.module.css';

/** The card floating next to its figure; it follows the figure when the page scrolls or changes its width. */
export function EvidencePopover({
  id,
  figure,
  children,
  ...pointer
}: {
  id: string;
  figure: RefObject<HTMLElement | null>;
  children: ReactNode;
  onPointerEnter: PointerEventHandler;
  onPointerLeave: PointerEventHandler;
}) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const position = () => {
      if (card.current === null || figure.current === null) return;
      const { left, top } = toPosition(figure.current.getBoundingClientRect(), card.current.getBoundingClientRect(), {
        width: document.documentElement.clientWidth,
        height: document.documentElement.clientHeight,
      });
      card.current.style.left = `${left}px`;
      card.current.style.top = `${top}px`;
    };
    position();
    const resized = new ResizeObserver(position);
    if (card.current !== null) resized.observe(card.current);
    window.addEventListener('scroll', position, { capture: true, passive: true });
    window.addEventListener('resize', position);
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', position, { capture: true });
      window.removeEventListener('resize', position);
    };
  }, [figure]);
  return createPortal(
    <div ref={card} id={id} role="tooltip" className={styles.popover} {...pointer}>
      {children}
    </div>,
    // Within the main landmark, where the figure is.
    document.querySelector('main') ?? document.body,
  );
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const gap = 8;
const edge = 8;
/** The card's text stands under the figure: its padding juts out to the left. */
const indent = 12;

/**
 * Where a card of a size stands to a figure: below it, above where there is more room, always within the
 * window.
 */
export function toPosition(
  figure: Box,
  card: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
): { left: number; top: number } {
  const below = figure.top + figure.height + gap;
  const above = figure.top - gap - card.height;
  const fitsBelow = below + card.height + edge <= window.height;
  const top = fitsBelow || above < edge ? Math.min(below, Math.max(edge, window.height - card.height - edge)) : above;
  const left = Math.max(edge, Math.min(figure.left - indent, window.width - card.width - edge));
  return { left, top };
}

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
