import { type PointerEventHandler, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
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
