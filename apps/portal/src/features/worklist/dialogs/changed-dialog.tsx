import type { Condition } from '@platen/contract/worklist-item';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import type { ActionDraft, ChangedItem } from '../actions.ts';
import { RowTexts } from '../row-texts.tsx';
import { toDate, useHeadline } from '../use-headline.ts';
import type { ChangedDialogProps } from './dialog-props.ts';
import styles from './dialogs.module.css';

/** Another person changed the conditions meanwhile: both values, and whose holds (GE-06). */
export const ChangedDialog = (props: ChangedDialogProps) => (
  <RowTexts>
    <Changed {...props} />
  </RowTexts>
);

function Changed({ draft, changed, busy, onKeepMine, onTakeTheirs }: ChangedDialogProps) {
  const t = useTranslations('dialogs');
  const keep = () =>
    onKeepMine(
      draft,
      changed.map(({ current }) => current),
    );
  return (
    <Dialog
      title={t('changed.title')}
      onClose={onTakeTheirs}
      footer={
        <>
          <Button onClick={onTakeTheirs}>{t('changed.take')}</Button>
          <Button variant="primary" busy={busy} onClick={keep}>
            {t('changed.keep')}
          </Button>
        </>
      }
    >
      {changed.map((item) => (
        <Values key={item.current.conditionId} item={item} draft={draft} />
      ))}
    </Dialog>
  );
}

/** State, assignee and planned day of one condition: before, as the user wants them, as another set them. */
function Values({ item: { before, current, by }, draft }: { item: ChangedItem; draft: ActionDraft }) {
  const t = useTranslations('dialogs');
  const worklist = useTranslations('worklist');
  const headline = useHeadline();
  const dates = useDates();
  const texts = {
    state: ({ state }: Condition) => worklist(`states.${state}`),
    assignee: ({ assignee }: Condition) => assignee?.name ?? t('changed.none'),
    day: ({ plannedDay }: Condition) => (plannedDay === null ? t('changed.none') : dates.date(toDate(plannedDay))),
  };
  const mine = {
    state: worklist(`actions.${draft.action}`),
    assignee: texts.assignee(before),
    day: draft.action === 'plan' ? dates.date(toDate(draft.plannedDay)) : texts.day(before),
  };
  const names = ['state', 'assignee', 'day'] as const;
  return (
    <table className={styles.values}>
      <caption>
        {headline(current)}
        <br />
        <span className="quiet">{by === undefined ? t('changed.byOther') : t('changed.by', { name: by })}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('about')}</span>
          </th>
          <th scope="col">{t('changed.before')}</th>
          <th scope="col">{t('changed.mine')}</th>
          <th scope="col">{t('changed.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`changed.${name}`)}</th>
            <td>{texts[name](before)}</td>
            <td>{mine[name]}</td>
            <td>{texts[name](current)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
