import { useIsDesk } from '../../ui/media.ts';

/** Height of a row in px: one line, below 960 px two (design README). A reader who asks for larger text gets taller rows. */
export function useRowHeight(): number {
  const isDesk = useIsDesk();
  const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return Math.round((isDesk ? 28 : 60) * Math.max(1, Number.isFinite(textScale) ? textScale : 1));
}
