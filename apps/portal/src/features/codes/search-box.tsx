import { searchTextLimit } from '@platen/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CodeKind } from '../../device/code-queries.ts';
import { Icon, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './codes.module.css';

/** The pause after which a typed text is looked at: half a range is no mistake yet. */
const pauseMs = 400;

/** CD-13, CD-14. */
const examples: Readonly<Record<CodeKind, string>> = {
  '05': '2000-3000, 4000, 4001',
  '08': '2000-3000, 4000, 4001',
  '13': '100-200, 400, 401',
};

/**
 * The codes asked for (CD-11, OQ-51): taken on Enter, on leaving the box or after a pause. A text that does
 * not match is marked, and the table stays as it was (CD-15).
 */
export function CodeSearchBox({
  kind,
  text,
  onSearch,
}: {
  kind: CodeKind;
  text: string;
  onSearch: (text: string) => void;
}) {
  const t = useTranslations('codes');
  const parse = (typed: string) => parseCodeSearch(typed, kind !== '13');
  // What stands in the box while it differs from the search in force.
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState(() => parse(text) === undefined);
  const [inForce, setInForce] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  if (text !== inForce) {
    setInForce(text);
    setRefused(parse(text) === undefined);
    if (draft?.trim() !== text) setDraft(undefined); // changed from outside, not by what was typed here
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const shown = draft ?? text;
  const take = (typed: string) => {
    clearTimeout(timer.current);
    const isRefused = parse(typed) === undefined;
    setRefused(isRefused);
    if (!isRefused && typed.trim() !== text) onSearch(typed.trim());
  };
  const change = (typed: string, isComposing: boolean) => {
    setDraft(typed);
    clearTimeout(timer.current);
    if (parse(typed) !== undefined) setRefused(false);
    if (!isComposing) timer.current = setTimeout(take, pauseMs, typed);
  };
  const clear = () => {
    setDraft('');
    take('');
    input.current?.focus();
  };
  return (
    <TextField
      ref={input}
      className={styles.search}
      label={t('searchLabel')}
      hideLabel
      maxLength={searchTextLimit}
      inputMode="text"
      enterKeyHint="search"
      lead={<Icon name="search" />}
      trail={
        shown === '' ? undefined : (
          <IconButton
            icon="close"
            label={t('clearSearch')}
            className={styles.clear}
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
          />
        )
      }
      value={shown}
      problem={refused ? t('mismatch') : undefined}
      hint={t('example', { text: examples[kind] })}
      onChange={({ currentTarget, nativeEvent }) =>
        change(currentTarget.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
      }
      onCompositionEnd={({ currentTarget }) => change(currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') take(shown);
        if (event.key === 'Escape' && shown !== '') clear();
      }}
      onBlur={() => take(shown)}
    />
  );
}

/** Values asked for, both ends included. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
  /** Of a single code; undefined: all sub codes. */
  readonly sub?: number;
}

/** One item with its blanks: a value or a range, in half-width digits. */
const item = /^[ \t]*(\d+)(?:-(\d+))?[ \t]*$/;

/** A code with its kind, as the portal writes it: `05-2138-1`. */
const wholeCode = /^[ \t]*0[58]-(\d+-\d+)[ \t]*$/;
/** Sub codes have at most two digits, main codes at least three. */
const highestSub = 99;
const lowestMain = 100;

/**
 * What a search text asks for (OQ-51): comma-separated values and ranges; none for an empty text, which shows
 * all; undefined where the text does not match the grammar. `2138-1`, which is no range, is a code with its
 * sub code where the table has sub codes.
 */
export function parseCodeSearch(text: string, hasSub = true): readonly CodeRange[] | undefined {
  if (/^[ \t]*$/.test(text)) return [];
  const ranges: CodeRange[] = [];
  for (const part of text.split(',')) {
    const whole = hasSub ? wholeCode.exec(part)?.[1] : undefined;
    const found = item.exec(whole ?? part);
    if (found === null) return undefined;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    const isCode = whole !== undefined || (hasSub && from >= lowestMain && to <= highestSub);
    if (from > to && !isCode) return undefined;
    ranges.push(isCode ? { from, to: from, sub: to } : { from, to });
  }
  return ranges;
}

/** Whether a code is asked for; no ranges ask for all. */
export const isAskedFor = (code: { main: number; sub: number | null }, ranges: readonly CodeRange[]): boolean =>
  ranges.length === 0 ||
  ranges.some(({ from, to, sub }) => code.main >= from && code.main <= to && (sub === undefined || sub === code.sub));
