import { searchTextLimit } from '@platen/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CodeKind } from '../../device/code-queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { parseCodeSearch } from './code-search.ts';
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
