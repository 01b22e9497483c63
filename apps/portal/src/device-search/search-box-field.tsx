import type { FirmwareMatcher } from '@platen/contract/devices';
import { type BoxFault, boxLimit, checkBox, type SearchBox, takesSeveral } from '@platen/diagnosis/search-rules';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl/react';
import { classNames } from '../ui/class-names.ts';
import { StatusShape } from '../ui/status-mark.tsx';
import styles from './criteria-dialog.module.css';

interface SearchBoxFieldProps {
  box: SearchBox;
  text: string;
  matcher: FirmwareMatcher;
  onText: (text: string) => void;
  /** Before the box: the comparison of the firmware. */
  lead?: ReactNode;
}

/**
 * One box of the form with its label, its tip while a rule is broken (OQ-48), and its count where the limit
 * is far.
 */
export function SearchBoxField({ box, text, matcher, onText, lead }: SearchBoxFieldProps) {
  const t = useTranslations('advancedSearch');
  const id = useId();
  const isLong = box === 'mfpIdentifiers';
  const fault = checkBox(box, text, matcher);
  const tip = fault === undefined ? undefined : toTip(box, fault);
  const isSingle = box === 'firmwareVersion' && !takesSeveral(matcher);
  const hasHint = tip !== undefined || isSingle;
  const shared = {
    id,
    value: text,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    placeholder: isSingle ? t('placeholder.one') : t('placeholder.many'),
    className: classNames(styles.box, tip !== undefined && styles.bad, (isLong || isSingle) && styles.code),
    'aria-invalid': tip !== undefined,
    'aria-describedby': classNames(hasHint && `${id}-tip`, isLong && `${id}-count`) || undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onText(currentTarget.value),
    onPaste: (event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) => pasteList(event, onText),
  };
  return (
    <>
      <label htmlFor={id}>{t(`field.${box}`)}</label>
      <div className={styles.control}>
        <div className={lead === undefined ? undefined : styles.pair}>
          {lead}
          {isLong ? <textarea rows={2} {...shared} onKeyDown={submitOnEnter} /> : <input type="text" {...shared} />}
        </div>
        {(hasHint || isLong) && (
          <div className={styles.hint}>
            {/* Stands before the tip does, so that it is read out when it comes. */}
            <span id={`${id}-tip`} role="alert" className={tip === undefined ? undefined : styles.tip}>
              {tip === undefined ? (
                isSingle && t('tip.oneValue')
              ) : (
                <>
                  <StatusShape status="error" />
                  {t(`tip.${tip.key}`, { limit: tip.limit })}
                </>
              )}
            </span>
            {isLong && <span id={`${id}-count`}>{t('characters', { count: text.length, limit: boxLimit(box) })}</span>}
          </div>
        )}
      </div>
    </>
  );
}

/**
 * Enter searches from the large box too (AS-41); Shift and Enter make a new line, Enter while composing ends
 * the word.
 */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

function pasteList(
  event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>,
  onText: (text: string) => void,
): void {
  const field = event.currentTarget;
  const { value, selectionStart: start, selectionEnd: end } = field;
  if (start === null || end === null) return;
  const pasted = toPasted(value.slice(0, start), event.clipboardData.getData('text'), value.slice(end));
  if (pasted === undefined) return;
  event.preventDefault();
  field.setRangeText(pasted, start, end, 'end');
  onText(field.value);
}

/** Tips of the form, keys of the texts `advancedSearch.tip`. */
type BoxTip = Exclude<BoxFault, 'notAllowed'> | 'identifiers' | 'notAllowedNumber' | 'notAllowedPlain';

/** The tip that says which rule a box breaks, and its limit (AS-13, AS-31, AS-36). */
export function toTip(box: SearchBox, fault: BoxFault): { key: BoxTip; limit: string } {
  const limit = String(boxLimit(box));
  if (box === 'mfpIdentifiers' && (fault === 'tooLong' || fault === 'notAllowed')) return { key: 'identifiers', limit };
  if (fault !== 'notAllowed') return { key: fault, limit };
  return { key: box === 'customerNumbers' ? 'notAllowedNumber' : 'notAllowedPlain', limit };
}

/**
 * What to put in for a pasted column or row of a sheet: its lines and cells become values separated by
 * commas. Undefined for a text of one line, which is pasted as it is.
 */
export function toPasted(before: string, pasted: string, after: string): string | undefined {
  const values = pasted
    .split(/[\r\n\t]+/)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  if (!/[\r\n\t]/.test(pasted.trim()) || values.length === 0) return undefined;
  const joins = (text: string, comma: RegExp) => text.trim() !== '' && !comma.test(text);
  const lead = joins(before, /,\s*$/) ? ', ' : '';
  const trail = joins(after, /^\s*,/) ? ', ' : '';
  // A sheet may already hold the commas.
  return `${lead}${values.map((value) => value.replace(/,$/, '')).join(', ')}${trail}`;
}
