import { changeNotification, longestNotification, type WrittenNotification } from '@platen/contract/notifications';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toConflict } from '../../../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../../../editing/conflict-dialog.tsx';
import { FormDialog, TextArea, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { toInstant, toLocalMinute } from '../../../ui/local-minute.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { useChangeNotifications } from './queries.ts';

interface DialogProps {
  /** Undefined: a new one. */
  readonly stored: WrittenNotification | undefined;
  readonly onClose: () => void;
}

type Content = Pick<WrittenNotification, 'from' | 'until' | 'en' | 'ja'>;
const now = () => new Date().toISOString();
const toBox = (until: string | null): string => (until === null ? '' : toLocalMinute(until));

/** Writes a text to all users, changes or deletes one (OA-60). */
export function NotificationDialog({ stored, onClose }: DialogProps) {
  const t = useTranslations('notifications.dialog');
  const [base, setBase] = useState(stored);
  const [from, setFrom] = useState(() => toLocalMinute(stored?.from ?? now()));
  const [until, setUntil] = useState(() => toBox(stored?.until ?? null));
  const [texts, setTexts] = useState({ en: stored?.en ?? '', ja: stored?.ja ?? '' });
  const [wasSent, setWasSent] = useState(false);
  const [isSure, setSure] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const changing = useChangeNotifications();
  const conflict = toConflict(changing.error, changeNotification.answer);
  const problem = useRefusal(conflict === undefined ? changing.error : null);
  // A box of minutes cuts the seconds off; what was not touched stays as it is stored.
  const fromAt = base !== undefined && from === toLocalMinute(base.from) ? base.from : toInstant(from);
  const untilAt = until === '' ? null : toInstant(until);
  const isEndWrong = untilAt === undefined || (untilAt !== null && fromAt !== undefined && untilAt <= fromAt);
  const [en, ja] = [texts.en.trim(), texts.ja.trim()];
  const hasTexts = en !== '' && ja !== '';
  const save = (version = base?.version) => {
    setWasSent(true);
    if (fromAt === undefined || untilAt === undefined || isEndWrong || !hasTexts) return;
    const form = { from: fromAt, until: untilAt, en, ja };
    const id = base?.notificationId;
    changing.mutate(
      id === undefined || version === undefined
        ? { kind: 'add', form, key }
        : { kind: 'change', id, form: { ...form, version } },
      { onSuccess: onClose },
    );
  };
  const takeTheirs = (theirs: WrittenNotification) => {
    setBase(theirs);
    setFrom(toLocalMinute(theirs.from));
    setUntil(toBox(theirs.until));
    setTexts({ en: theirs.en, ja: theirs.ja });
    changing.reset();
  };
  const mine = { from: fromAt ?? from, until: untilAt ?? null, en, ja };
  if (base !== undefined && conflict !== undefined)
    return (
      <Changed
        before={base}
        mine={mine}
        theirs={conflict}
        busy={changing.isPending}
        onKeepMine={() => save(conflict.current.version)}
        onTakeTheirs={() => takeTheirs(conflict.current)}
      />
    );
  const remove = () => {
    if (base === undefined) return;
    if (isSure) changing.mutate({ kind: 'remove', ...base }, { onSuccess: onClose });
    else setSure(true);
  };
  return (
    <FormDialog
      title={stored === undefined ? t('add') : t('change')}
      submit={t('save')}
      size="default"
      busy={changing.isPending}
      problem={problem ?? (wasSent && !hasTexts ? t('textNeeded') : undefined)}
      onSubmit={() => save()}
      onClose={onClose}
      aside={base === undefined ? undefined : <Button onClick={remove}>{t(isSure ? 'removeSure' : 'remove')}</Button>}
    >
      {(['en', 'ja'] as const).map((language) => (
        <TextArea
          key={language}
          label={t(language)}
          hint={t('textHint')}
          longest={longestNotification}
          required
          hasFocus={language === 'en'}
          value={texts[language]}
          onChange={(text) => setTexts({ ...texts, [language]: text })}
        />
      ))}
      <TextField
        label={t('from')}
        type="datetime-local"
        required
        value={from}
        problem={wasSent && fromAt === undefined ? t('fromNeeded') : undefined}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextField
        label={t('until')}
        type="datetime-local"
        hint={t('untilHint')}
        value={until}
        problem={wasSent && isEndWrong ? t('untilWrong') : undefined}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface ChangedProps {
  readonly before: Content;
  readonly mine: Content;
  readonly theirs: { readonly current: WrittenNotification; readonly by: string | undefined };
  readonly busy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Another administrator changed the same text meanwhile (GE-06). */
function Changed({ before, mine, theirs, ...rest }: ChangedProps) {
  const t = useTranslations('notifications');
  const { dateTime } = useDates();
  const toTexts = ({ from, until, en, ja }: Content) => ({
    from: dateTime(new Date(from)),
    until: until === null ? t('noEnd') : dateTime(new Date(until)),
    en,
    ja,
  });
  const [was, own, other] = [toTexts(before), toTexts(mine), toTexts(theirs.current)];
  const rows = (['from', 'until', 'en', 'ja'] as const).map((field) => ({
    label: t(`columns.${field}`),
    before: was[field],
    mine: own[field],
    theirs: other[field],
  }));
  return (
    <ConflictDialog
      tables={[{ id: 'notification', caption: t('caption'), by: theirs.by, rows: changedRows(rows) }]}
      {...rest}
    />
  );
}
