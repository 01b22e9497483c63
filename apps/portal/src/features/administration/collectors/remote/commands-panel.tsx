import {
  type CommandKind,
  commandKinds,
  commandLimits,
  type ShownCommand,
  toAddressCount,
} from '@platen/contract/collector-commands';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, TextArea, useRefusal } from '../../../../editing/form-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Link } from '../../../../ui/link.tsx';
import { ListTable } from '../../../../ui/list-table.tsx';
import { Panel, PanelBody, toPanelState } from '../../../../ui/panel.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useDates, useMinute } from '../../../../ui/use-dates.ts';
import frame from '../collectors.module.css';
import { commandsQuery, resultQuery, settingsQuery, useAsk } from './queries.ts';
import styles from './remote.module.css';
import { SwitchedOff } from './switched-off.tsx';

const isOpen = ({ state }: ShownCommand) => state === 'waiting' || state === 'fetched';

/** What a collector may be asked, and what came of it (CF-30, CF-31). */
export function CommandsPanel({ id }: { readonly id: string }) {
  const t = useTranslations('collectorRemote.commands');
  const settings = useQuery(settingsQuery(id));
  const query = useQuery(commandsQuery(id));
  const [asking, setAsking] = useState<CommandKind>();
  const [opened, setOpened] = useState<ShownCommand>();
  const commands = query.data ?? [];
  const off = settings.data?.remoteOff ?? null;
  const allowed = commandKinds.filter(
    (kind) => off === null && settings.data?.remote?.commands?.includes(kind) === true,
  );
  return (
    <Panel
      title={t('title')}
      note={t('note', { count: commands.filter(isOpen).length, most: commandLimits.waiting })}
      className={frame.panel}
      state={toPanelState(query, 3)}
    >
      {off !== null ? (
        <SwitchedOff off={off} />
      ) : allowed.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <div className={styles.asks} data-print="none">
          {allowed.map((kind) => (
            <Button key={kind} onClick={() => setAsking(kind)}>
              {t(kind, { count: commandLimits.logLines })}
            </Button>
          ))}
        </div>
      )}
      {allowed.length === 0 ? null : <p className={styles.note}>{t('hint')}</p>}
      <p>
        <SecurityLink id={id} />
      </p>
      <CommandsTable commands={commands} onShow={setOpened} />
      {asking === undefined ? null : <AskDialog id={id} kind={asking} onClose={() => setAsking(undefined)} />}
      {opened === undefined ? null : <ResultDialog id={id} command={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

function SecurityLink({ id }: { readonly id: string }) {
  const t = useTranslations('collectorRemote.security');
  return (
    <Link to="/administration/$section" params={{ section: 'collectors' }} search={{ collector: id, kind: 'security' }}>
      {t('link')}
    </Link>
  );
}

interface TableProps {
  readonly commands: readonly ShownCommand[];
  /** Undefined: on paper. */
  readonly onShow?: (command: ShownCommand) => void;
}

export function CommandsTable({ commands, onShow }: TableProps) {
  const t = useTranslations('collectorRemote.commands');
  const { moment } = useDates();
  const now = useMinute();
  if (commands.length === 0) return <p>{t('empty')}</p>;
  const columns = ['at', 'what', 'by', 'reason', 'state', ...(onShow ? (['result'] as const) : [])] as const;
  return (
    <ListTable
      caption={t('caption')}
      columns={columns}
      heading={(column) => t(`columns.${column}`)}
      className={`${styles.settings} ${styles.asked}`}
    >
      {commands.map((one) => (
        <tr key={one.commandId}>
          <td>{moment(new Date(one.askedAt), now)}</td>
          <td>
            {t(one.kind, { count: commandLimits.logLines })} <span className="code">{one.addresses.join(', ')}</span>
          </td>
          <td>{one.askedBy}</td>
          <td>{one.reason}</td>
          <td>{t(`states.${one.state}`)}</td>
          {onShow === undefined ? null : (
            <td>{one.size === null ? null : <Button onClick={() => onShow(one)}>{t('show')}</Button>}</td>
          )}
        </tr>
      ))}
    </ListTable>
  );
}

interface AskProps {
  readonly id: string;
  readonly kind: CommandKind;
  readonly onClose: () => void;
}

function AskDialog({ id, kind, onClose }: AskProps) {
  const t = useTranslations('collectorRemote.commands');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  /** Sent again after a lost answer, it asks nothing twice (GE-07). */
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const asking = useAsk(id);
  const refusal = useRefusal(asking.error);
  const [least, most] = toAddressCount(kind);
  const addresses = typed.split(/[\s,]+/).filter((part) => part !== '');
  const isCountGood = addresses.length >= least && addresses.length <= most;
  const submit = () => {
    setTried(true);
    if (!isCountGood || reason.trim() === '') return;
    asking.mutate({ form: { kind, addresses, reason: reason.trim() }, idempotencyKey }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t(kind, { count: commandLimits.logLines })}
      submit={t('submit')}
      busy={asking.isPending}
      problem={isTried && !isCountGood ? t('addressNeeded', { count: most }) : refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      {most > 1 ? (
        <TextArea
          label={t('addresses')}
          hint={t('addressesHint', { count: most })}
          value={typed}
          hasFocus
          onChange={setTyped}
        />
      ) : most === 1 ? (
        <TextField
          label={t('address')}
          hint={t('addressesHint', { count: most })}
          value={typed}
          data-autofocus=""
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      ) : null}
      <TextField
        label={t('reason')}
        maxLength={commandLimits.reason}
        value={reason}
        data-autofocus={most === 0 ? '' : undefined}
        problem={isTried && reason.trim() === '' ? t('reasonNeeded') : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface ResultProps {
  readonly id: string;
  readonly command: ShownCommand;
  readonly onClose: () => void;
}

/** What came of a command: shown first, saved at wish. */
function ResultDialog({ id, command, onClose }: ResultProps) {
  const t = useTranslations('collectorRemote.commands');
  const query = useQuery(resultQuery(id, command.commandId));
  const text = query.data?.text ?? '';
  const what = [t(command.kind, { count: commandLimits.logLines }), ...command.addresses.slice(0, 3)].join(' ');
  const extension = command.kind === 'walk' ? 'snmprec' : 'txt';
  return (
    <Dialog
      title={t('result', { what })}
      size="default"
      onClose={onClose}
      footer={
        query.data === undefined ? null : (
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${command.kind}-${command.askedAt.slice(0, 16).replaceAll(/[:-]/g, '')}.${extension}`}
          >
            {t('save')}
          </a>
        )
      }
    >
      <PanelBody state={toPanelState(query, 4)}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
        <pre className={styles.result} tabIndex={0}>
          {text === '' ? t('emptyResult') : text}
        </pre>
      </PanelBody>
    </Dialog>
  );
}
