import { mostHandOverRows } from '@platen/contract/ticket-names';
import type { HandOverResult, TicketSystem } from '@platen/contract/tickets';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { itemCodes } from '@platen/contract/worklist-names';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useHeadline } from '../../../device/use-headline.ts';
import { TextArea, useRefusal } from '../../../editing/form-dialog.tsx';
import { toMessage } from '../../../platform/application-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/text-field.tsx';
import { toItems } from '../actions.ts';
import { RowTexts } from '../row-texts.tsx';
import { ticketQueries, useHandOver } from '../ticket-queries.ts';
import styles from './send.module.css';
import { type SendDevice, toChosen, toFirstTicks } from './send-model.ts';
import { SendDecide, SendTable } from './send-table.tsx';
import { toggled } from './tick-list.tsx';

interface SendProps {
  readonly rows: readonly WorklistRow[];
  /** Conditions that a person chose in the drawer; undefined: whole rows are meant. */
  readonly ticked: readonly string[] | undefined;
  /** `isAll`: nothing that was ticked is left, and the dialog can go. */
  readonly onSent: (count: number, rowIds: readonly string[], isAll: boolean) => void;
  readonly onClose: () => void;
}

/** Hands conditions over to the ticket system of somebody else (TK-03), after a person has read what goes. */
export const SendDialog = (props: SendProps) => (
  <RowTexts>
    <ChooseSystem {...props} />
  </RowTexts>
);

/** A choice only where there is one. */
function ChooseSystem(props: SendProps) {
  const t = useTranslations('dialogs.send');
  const query = useQuery(ticketQueries.systems);
  const [systemId, setSystemId] = useState<string>();
  const systems = query.data ?? [];
  const system = systems.find((one) => one.systemId === systemId) ?? systems[0];
  const isTooMany = props.rows.length > mostHandOverRows;
  if (system === undefined || isTooMany)
    return (
      <Dialog
        title={t('choose')}
        onClose={props.onClose}
        footer={
          <Button data-autofocus="" onClick={props.onClose}>
            {t('done')}
          </Button>
        }
      >
        <PanelBody state={toPanelState(query, 3)}>
          <p>{isTooMany ? t('tooMany', { count: mostHandOverRows }) : t('none')}</p>
        </PanelBody>
      </Dialog>
    );
  const choice =
    systems.length === 1 ? null : (
      <Select
        label={t('system')}
        value={system.systemId}
        options={systems.map((one) => ({ value: one.systemId, label: one.name }))}
        onChange={({ currentTarget }) => setSystemId(currentTarget.value)}
      />
    );
  return (
    <SendTo key={system.systemId} {...props} system={system}>
      {choice}
    </SendTo>
  );
}

interface SendToProps extends SendProps {
  readonly system: TicketSystem;
  readonly children: React.ReactNode;
}

const noDevices: readonly SendDevice[] = [];

function SendTo({ rows, ticked, system, onSent, onClose, children }: SendToProps) {
  const t = useTranslations('dialogs.send');
  const all = useTranslations('dialogs');
  const common = useTranslations('common');
  const id = useId();
  const rowIds = rows.map(({ rowId }) => rowId);
  const query = useQuery(ticketQueries.preview(system.systemId, rowIds));
  const [chosenTicks, setTicks] = useState<ReadonlySet<string>>();
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const sending = useHandOver();
  const refusal = useRefusal(sending.error);
  const devices = (query.data?.devices ?? noDevices).filter(({ conditions }) => conditions.length > 0);
  const ticks = chosenTicks ?? toFirstTicks(devices, ticked);
  const chosen = toChosen(devices, ticks, apart);
  const { conditions, judged, fresh, notes } = chosen;
  const reported = conditions.length - judged.length;
  const send = () => {
    if (query.data === undefined || sending.isPending) return;
    setTried(true);
    if (conditions.length === 0) return;
    const { systemId } = system;
    const ofTheirOwn = devices.flatMap((one) => (one.ticket !== null && apart.has(one.rowId) ? one.rowId : []));
    const text = note.trim() === '' ? {} : { note: note.trim() };
    sending.mutate(
      { systemId, items: toItems(conditions), ...(ofTheirOwn.length > 0 && { apart: ofTheirOwn }), ...text },
      {
        onSuccess: ({ results, tickets }) => {
          const left = results.filter(({ code }) => code !== itemCodes.done);
          setTicks(new Set(left.map(({ conditionId }) => conditionId)));
          onSent(
            results.length - left.length,
            tickets.map(({ rowId }) => rowId),
            left.length === 0,
          );
        },
      },
    );
  };
  const made = [
    ...(fresh === 0 ? [] : [t('fresh', { count: fresh })]),
    ...(notes === 0 ? [] : [t('notes', { count: notes })]),
  ];
  const problem = isTried && conditions.length === 0 ? all('noneTicked') : refusal;
  return (
    <Dialog
      title={t('title', { name: system.name })}
      size="wide"
      onClose={onClose}
      footer={
        <>
          <span className={styles.along}>{t(system.withNetworkAddress ? 'alongNetwork' : 'along')}</span>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            disabled={query.data !== undefined && devices.length === 0}
            busy={sending.isPending}
            data-autofocus=""
          >
            {judged.length === 0
              ? t('submit', { count: reported })
              : reported === 0
                ? t('submitJudged', { count: judged.length })
                : t('submitBoth', { reported, judged: judged.length })}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {children}
        <PanelBody state={toPanelState(query, 6)}>
          {query.data === undefined ? null : devices.length === 0 ? (
            <p>{t('nothing')}</p>
          ) : (
            <>
              <p aria-live="polite">
                {made.length === 0 ? all('noneTicked') : t('intro', { what: made.join(t('and')) })}
              </p>
              {query.data.leftOut === 0 ? null : <p className="quiet">{t('leftOut', { count: query.data.leftOut })}</p>}
              <SendTable
                devices={devices}
                ticks={ticks}
                apart={apart}
                onTick={(conditionId) => setTicks(toggled(ticks, conditionId))}
                onApart={(rowId) => setApart(toggled(apart, rowId))}
              />
              <SendDecide chosen={chosen} />
              <TextArea label={all('note')} hint={all('noteHint')} value={note} onChange={setNote} />
            </>
          )}
        </PanelBody>
        <NotSent results={sending.data?.results ?? []} />
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </form>
    </Dialog>
  );
}

/** What the server refused to hand over, each with its reason. */
function NotSent({ results }: Pick<HandOverResult, 'results'>) {
  const t = useTranslations('dialogs.send');
  const worklist = useTranslations('worklist');
  const headline = useHeadline();
  const left = results.filter(({ code }) => code !== itemCodes.done);
  if (left.length === 0) return null;
  return (
    <div className={styles.problem} role="alert">
      {t('some', { count: left.length })}
      <ul>
        {left.map(({ conditionId, code, current }) => (
          <li key={conditionId}>
            {current === undefined
              ? toMessage(code)
              : worklist('failedItem', { what: headline(current), reason: toMessage(code) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
