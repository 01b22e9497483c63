import { searchTextLimit } from '@platen/contract/constants';
import { checkSearchText } from '@platen/diagnosis/search-rules';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Typing } from '../../device-search/use-device-search.ts';
import { popupArea } from '../../platform/state.ts';
import { Icon, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './list-bar.module.css';

/** The pause after which a typed text is sent (OQ-32). */
const pauseMs = 400;

/**
 * Free search (DL-23): sent on Enter or after a pause, never while a word is being composed or a rule is
 * broken.
 */
export function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string, typing: Typing) => void }) {
  const t = useTranslations('deviceList');
  // What stands in the box while it differs from the search in force: blanks not sent, text that breaks a
  // rule.
  const [draft, setDraft] = useState<string>();
  const [inForce, setInForce] = useState(text);
  const [sent, setSent] = useState(text);
  const timer = useRef<number>(undefined);
  const input = useSlashKey();
  if (text !== inForce) {
    setInForce(text);
    if (text !== sent) setDraft(undefined); // changed from outside, not by what was typed here
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const shown = draft ?? text;
  const broken = checkSearchText(shown.trim());
  const send = (typed: string, typing: Typing = 'ends') => {
    clearTimeout(timer.current);
    const next = typed.trim();
    if (checkSearchText(next) !== undefined) return;
    setSent(next);
    onSearch(next, typing);
  };
  const wait = (typed: string) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(send, pauseMs, typed, 'goesOn');
  };
  const clear = () => {
    setDraft('');
    send('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') send(shown);
    if (event.key === 'Escape' && shown !== '') clear();
  };
  return (
    <TextField
      ref={input}
      type="search"
      className={styles.search}
      label={t('searchLabel')}
      hideLabel
      placeholder={t('searchPlaceholder')}
      lead={<Icon name="search" />}
      trail={
        shown === '' ? (
          <kbd className={styles.key} aria-hidden="true">
            /
          </kbd>
        ) : (
          <IconButton
            icon="close"
            label={t('clearSearch')}
            className={styles.clear}
            onMouseDown={keepFocus}
            onClick={clear}
          />
        )
      }
      enterKeyHint="search"
      aria-keyshortcuts="/"
      value={shown}
      problem={
        broken === undefined
          ? undefined
          : broken === 'bracket'
            ? t('searchBracket')
            : t('searchTooLong', { limit: searchTextLimit })
      }
      onChange={({ currentTarget, nativeEvent }) => {
        setDraft(currentTarget.value);
        if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) clearTimeout(timer.current);
        else wait(currentTarget.value);
      }}
      onCompositionEnd={({ currentTarget }) => wait(currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (broken !== undefined || draft === undefined) return;
        setDraft(draft.trim());
        send(draft);
      }}
    />
  );
}

/** A press on the cross is not the end of typing, which would send the text about to be cleared. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** `/` leads to the search box from anywhere on the list, except while something else is typed into. */
function useSlashKey() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      if (isTyping || popupArea.get() !== 'none') return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return input;
}
