import type { WatchList } from '@platen/contract/code-lists';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog } from '../../../editing/form-dialog.tsx';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import { parseCodeList } from './code-list.ts';
import { CodeListField } from './code-list-field.tsx';
import styles from './history.module.css';
import { historyQueries, sendWatched } from './queries.ts';

interface WatchedPanelProps {
  readonly family: string;
  readonly mayManage: boolean;
}

/** The watched codes of the family: only they open a condition when they change (CH-07). */
export function WatchedPanel({ family, mayManage }: WatchedPanelProps) {
  const t = useTranslations('codeHistory.watched');
  const { date } = useDates();
  const query = useQuery(historyQueries.watched(family));
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.sheet} aria-label={t('title')}>
      <h2>
        {t('title')} <small>{family}</small>
      </h2>
      <PanelBody state={toPanelState(query, 2)}>
        <p className={styles.note}>
          {t('count', { count: query.data?.codes.length ?? 0 })}{' '}
          {query.data === undefined || query.data.changedAt === null
            ? null
            : t('changed', { name: query.data.changedBy?.name ?? '-', date: date(new Date(query.data.changedAt)) })}
        </p>
        <p className={styles.note}>{t('note')}</p>
        <Button onClick={() => setOpen(true)}>{t(mayManage ? 'edit' : 'show')}</Button>
      </PanelBody>
      {isOpen && query.data !== undefined ? (
        <WatchedDialog list={query.data} mayManage={mayManage} onClose={() => setOpen(false)} />
      ) : null}
    </section>
  );
}

interface WatchedDialogProps {
  readonly list: WatchList;
  readonly mayManage: boolean;
  readonly onClose: () => void;
}

function WatchedDialog({ list, mayManage, onClose }: WatchedDialogProps) {
  const t = useTranslations('codeHistory.watched');
  const client = useQueryClient();
  const [text, setText] = useState(list.codes.join('\n'));
  const { codes, wrong } = parseCodeList(text, 'watched');
  const save = useMutation({
    mutationFn: () =>
      sendWatched(
        list.family,
        codes.map(({ code }) => code),
        list.version,
      ),
    onSuccess: (saved) => {
      client.setQueryData(historyQueries.watched(list.family).queryKey, saved);
      onClose();
    },
  });
  const field = (
    <CodeListField kind="watched" name={t('title')} text={text} onChange={mayManage ? setText : undefined} />
  );
  if (!mayManage)
    return (
      <Dialog title={t('title')} size="narrow" onClose={onClose}>
        {field}
      </Dialog>
    );
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      busy={save.isPending}
      problem={save.error === null ? undefined : toMessage(toStateOf(save.error).errorCode)}
      onSubmit={() => {
        if (wrong.length === 0) save.mutate();
      }}
      onClose={onClose}
    >
      {field}
    </FormDialog>
  );
}
