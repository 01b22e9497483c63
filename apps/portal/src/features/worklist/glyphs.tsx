import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import type { ConditionKind, ConditionMark } from '@platen/contract/worklist-names';
import { Swatch } from '../../ui/gauge.tsx';
import { printLetters } from '../../ui/print-colors.ts';
import { StatusShape } from '../../ui/status-mark.tsx';
import styles from './worklist-table.module.css';

/** Outlines on a 20 px grid; each stands next to words that name it. */
const paths = {
  away: 'M11.500 4H16v4.500M16 4l-7 7M13.500 11.500V16H4V6.500h4.500',
  again: 'M4 8.500h8.500a3.500 3.500 0 0 1 0 7H7M4 8.500L7.500 5M4 8.500L7.500 12',
  bolt: 'M11 2.500L4.500 11.500H10l-1 6 6.500-9H10z',
  calendar: 'M3.500 5h13v11.500h-13zM3.500 8.500h13M7 3v3.500M13 3v3.500',
  check: 'M4 10.500l4 4 8-9',
  clock: 'M16.700 10a6.700 6.700 0 1 1-13.400 0a6.700 6.700 0 0 1 13.400 0M10 6v4.200l2.800 1.800',
  code: 'M7 5.500L2.500 10 7 14.500M13 5.500l4.500 4.500-4.500 4.500',
  flicker: 'M2.500 13l3-7 3 7 3-7 3 7 2.500-5.500',
  hourglass:
    'M5.500 3.500h9M5.500 16.500h9M6.500 3.500c0 3.500 3.500 4.500 3.500 6.500s-3.500 3-3.500 6.500M13.500 3.500c0 3.500-3.500 4.500-3.500 6.500s3.500 3 3.500 6.500',
  part: 'M12.600 10a2.600 2.600 0 1 1-5.200 0a2.600 2.600 0 0 1 5.200 0M10 2.800v2.600M10 14.600v2.600M2.800 10h2.600M14.600 10h2.600M4.900 4.900l1.900 1.900M13.200 13.200l1.900 1.900M15.100 4.900l-1.900 1.900M6.800 13.200l-1.900 1.900',
  pen: 'M4 16l.8-3.500L13.500 3.800l2.700 2.700-8.700 8.700z',
  phone:
    'M6.500 3.500l2 4-1.800 1.600c.8 1.800 2.300 3.300 4.200 4.200l1.600-1.800 4 2v2.500c0 .6-.5 1-1.100 1C8.900 16.500 3.500 11.100 3.500 4.600c0-.6.4-1.100 1-1.100z',
  plug: 'M7.500 3v4M12.500 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v3',
  stack: 'M10 3l3 3-3 3-3-3zM5.500 10.500l3 3-3 3-3-3zM14.500 10.500l3 3-3 3-3-3z',
  steps: 'M3 15.500h3.500v-4H10v-4h3.500v-4H17',
  up: 'M10 16V4M5 9l5-5 5 5',
} as const;
export type GlyphName = keyof typeof paths;

export function Glyph({ name }: { readonly name: GlyphName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

const kindGlyphs: Readonly<Record<Exclude<ConditionKind, 'down' | 'errorRepeat' | 'stopped'>, GlyphName>> = {
  part: 'part',
  supply: 'part',
  counterBreak: 'steps',
  identity: 'stack',
  codeLimit: 'code',
  codeChanged: 'code',
  storage: 'part',
  firmware: 'code',
  collector: 'plug',
  rule: 'code',
  outbreak: 'stack',
  person: 'phone',
};

const isColor = (name: string): name is TonerColor => tonerColors.some((one) => one === name);

interface KindGlyphProps {
  readonly kind: ConditionKind;
  readonly subject: string;
  /** The device no longer shows it. */
  readonly isCleared: boolean;
}

/** What kind of matter a row is about; a supply shows the letter of its colour. */
export function KindGlyph({ kind, subject, isCleared }: KindGlyphProps) {
  if (kind === 'down') return <StatusShape status={isCleared ? 'normal' : 'error'} />;
  if (kind === 'errorRepeat') return <StatusShape status="warning" />;
  if (kind === 'stopped') return <StatusShape status="offline" />;
  if (kind === 'supply' && isColor(subject)) return <Swatch tone={printLetters[subject]} />;
  return <Glyph name={kindGlyphs[kind]} />;
}

export const markGlyphs: Readonly<Record<ConditionMark, GlyphName>> = {
  overdue: 'clock',
  cameBack: 'again',
  forgotten: 'hourglass',
  goneByItself: 'check',
  flickering: 'flicker',
  notHeardOf: 'plug',
  worse: 'up',
  setByHand: 'pen',
};
