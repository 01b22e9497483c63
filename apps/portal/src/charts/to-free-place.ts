interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
/** Where words begin: pixels from the left, and their baseline. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const step = 6;
/** Height of a row of words. */
const row = 14;
/** Of words of 11 pixels, above and below their baseline, with a little air. */
const [above, below, air] = [10, 3, 2];

/**
 * Where the label of a level line is drawn: as far left as nothing of `taken` is in its way, above the line
 * if there is such a place, else below it, else in the lowest free row further up; at the left above it where
 * all is taken. Pixels from the top left, `from` and `to` are the ends of the line.
 */
export function toFreePlace(
  { width, from, to, line }: { width: number; from: number; to: number; line: number },
  taken: readonly Box[],
): Place {
  const further = Array.from(
    { length: Math.max(0, Math.floor((line - 5 - above) / row)) },
    (_, n) => line - 5 - (n + 1) * row,
  );
  const places = [line - 5, line + 14, ...further].flatMap((y) =>
    Array.from({ length: Math.max(0, Math.floor((to - width - from) / step)) + 1 }, (_, n) => ({
      x: from + n * step,
      y,
    })),
  );
  const isFree = ({ x, y }: Place) =>
    taken.every(
      (box) =>
        box.right + air <= x ||
        box.left - air >= x + width ||
        box.bottom + air <= y - above ||
        box.top - air >= y + below,
    );
  return places.find(isFree) ?? { x: from, y: line - 5 };
}
