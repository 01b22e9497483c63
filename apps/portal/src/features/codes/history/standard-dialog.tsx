import type { CodeStandardDetail } from '@platen/contract/code-lists';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { FormDialog } from '../../../editing/form-dialog.tsx';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { parseCodeList, toListText } from './code-list.ts';
import { CodeListField } from './code-list-field.tsx';
import styles from './history.module.css';
import { historyQueries, sendRemoval, writeStandard } from './queries.ts';

interface StandardDialogProps {
  readonly family: string;
  /** Null: a new one, by hand. */
  readonly standardId: string | null;
  readonly mayManage: boolean;
  readonly onCompare: (deviceId: string) => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** A standard: its codes, and the devices that differ from it (CH-10). */
export function StandardDialog(props: StandardDialogProps) {
  const { standardId, onClose } = props;
  const t = useTranslations('codeHistory.standards');
  const query = useQuery({ ...historyQueries.standard(standardId ?? ''), enabled: standardId !== null });
  if (standardId === null) return <StandardForm {...props} detail={undefined} />;
  if (query.data !== undefined)
    return <StandardForm key={query.data.standard.version} {...props} detail={query.data} />;
  return (
    <Dialog title={t('one')} onClose={onClose}>
      <PanelBody state={toPanelState(query, 6)} />
    </Dialog>
  );
}

type FormProps = StandardDialogProps & { readonly detail: CodeStandardDetail | undefined };

function StandardForm({ family, detail, mayManage, onCompare, onChanged, onClose }: FormProps) {
  const t = useTranslations('codeHistory.standards');
  const [name, setName] = useState(detail?.standard.name ?? '');
  const [text, setText] = useState(toListText(detail?.codes ?? []));
  const [isRemoving, setRemoving] = useState(false);
  const { codes, wrong } = parseCodeList(text, 'standard');
  const done = () => {
    onChanged();
    onClose();
  };
  const save = useMutation({
    mutationFn: () => writeStandard({ name: name.trim(), family, codes: [...codes], before: detail?.standard }),
    onSuccess: done,
  });
  const remove = useMutation({
    mutationFn: async () => {
      if (detail !== undefined) await sendRemoval(detail.standard);
    },
    onSuccess: done,
  });
  const failure = save.error ?? remove.error;
  const isWhole = name.trim() !== '' && wrong.length === 0 && codes.length > 0;
  const title = detail === undefined ? t('byHand') : t('one');
  const body = (
    <>
      <TextField
        label={t('name')}
        maxLength={80}
        required
        readOnly={!mayManage}
        value={name}
        data-autofocus=""
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <CodeListField kind="standard" name={name} text={text} onChange={mayManage ? setText : undefined} />
      {detail === undefined ? null : <Differing detail={detail} onCompare={onCompare} />}
    </>
  );
  if (!mayManage)
    return (
      <Dialog title={title} onClose={onClose}>
        {body}
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      size="default"
      submit={t('save')}
      busy={save.isPending || remove.isPending}
      problem={failure === null ? undefined : toMessage(toStateOf(failure).errorCode)}
      aside={
        detail === undefined ? null : (
          <Button onClick={() => (isRemoving ? remove.mutate() : setRemoving(true))}>
            {t(isRemoving ? 'removeNow' : 'remove')}
          </Button>
        )
      }
      onSubmit={() => {
        if (isWhole) save.mutate();
      }}
      onClose={onClose}
    >
      {body}
    </FormDialog>
  );
}

interface DifferingProps {
  readonly detail: CodeStandardDetail;
  readonly onCompare: (deviceId: string) => void;
}

/** Devices that differ in most codes first. */
function Differing({ detail: { standard, devices }, onCompare }: DifferingProps) {
  const t = useTranslations('codeHistory.standards');
  const format = useFormatter();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={styles.differing} tabIndex={0} aria-label={t('differing')}>
      <h3>
        {t('differing')} <small>{t('ofDevices', { count: standard.differing, devices: standard.devices })}</small>
      </h3>
      {devices.length === 0 ? <p className={styles.note}>{t('noneDiffers')}</p> : null}
      <table className={styles.table}>
        <tbody>
          {devices.map((device) => (
            <tr key={device.deviceId}>
              <th scope="row" className={styles.code}>
                {device.serial ?? '-'}
              </th>
              <td>{device.model}</td>
              <td>{device.customerName}</td>
              <td className={styles.number}>
                {t('differsIn', { count: device.differs, compared: format.number(device.compared) })}
              </td>
              <td>
                <Button
                  variant="link"
                  aria-label={t('compareWith', { name: device.serial ?? '-' })}
                  onClick={() => onCompare(device.deviceId)}
                >
                  {t('compare')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
