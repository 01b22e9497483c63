export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const gap = 8;
const edge = 8;
/** The card's text stands under the figure: its padding juts out to the left. */
const indent = 12;

/** Where a card of a size stands to a figure: below it, above where there is more room, always within the window. */
export function toPlace(
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
