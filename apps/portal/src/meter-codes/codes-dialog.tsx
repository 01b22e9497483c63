import type { MeterCode } from '@platen/contract/meter-exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../editing/form-dialog.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './meter-codes.module.css';
import { codesQuery, sendCodes } from './queries.ts';

interface CodesDialogProps {
  readonly mayClose: boolean;
  readonly onClose: () => void;
}

/** The codes of the ERP (MX-03). */
export function CodesDialog({ mayClose, onClose }: CodesDialogProps) {
  const t = useTranslations('meterCodes');
  const query = useQuery(codesQuery);
  if (query.data === undefined)
    return (
      <Dialog title={t('title')} onClose={onClose}>
        <PanelBody state={toPanelState(query, 4)} />
      </Dialog>
    );
  return <CodesForm key={query.data.version} {...query.data} mayClose={mayClose} onClose={onClose} />;
}

interface Line {
  readonly id: number;
  readonly meters: string;
  readonly modelPattern: string;
  readonly code: string;
}

interface CodesFormProps extends CodesDialogProps {
  readonly version: number;
  readonly codes: readonly MeterCode[];
  readonly inheritedFrom: string | null;
}

const toCode = ({ meters, modelPattern, code }: Line): MeterCode => ({
  meters: meters
    .split('+')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
  modelPattern: modelPattern.trim(),
  code: code.trim(),
});
const isWhole = ({ meters, modelPattern, code }: MeterCode): boolean =>
  meters.length > 0 && modelPattern !== '' && code !== '';

function CodesForm({ version, codes, inheritedFrom, mayClose, onClose }: CodesFormProps) {
  const t = useTranslations('meterCodes');
  const client = useQueryClient();
  const [lines, setLines] = useState<readonly Line[]>(() =>
    codes.map((one, id) => ({ ...one, id, meters: one.meters.join(' + ') })),
  );
  const [wrong, setWrong] = useState<number>();
  const saving = useMutation({
    mutationFn: sendCodes,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: codesQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['closes'] }),
      ]);
      onClose();
    },
  });
  const refusal = useRefusal(saving.error);
  const change = (id: number, part: Partial<Line>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const submit = () => {
    const made = lines.map(toCode);
    const bad = made.findIndex((code) => !isWhole(code));
    setWrong(bad === -1 ? undefined : bad + 1);
    if (bad === -1) saving.mutate({ version, codes: made });
  };
  const body = (
    <>
      <p>{t('note')}</p>
      {inheritedFrom === null ? null : <p>{t('inherited', { name: inheritedFrom })}</p>}
      {mayClose ? null : <p>{t('readOnly')}</p>}
      {lines.map((line, n) => (
        <div key={line.id} className={styles.codeLine}>
          <TextField
            label={t('meters')}
            hint={n === 0 ? t('metersHint', { one: 'black', several: 'copy.black + print.black' }) : undefined}
            readOnly={!mayClose}
            value={line.meters}
            onChange={({ currentTarget }) => change(line.id, { meters: currentTarget.value })}
          />
          <TextField
            label={t('model')}
            hint={n === 0 ? t('modelHint') : undefined}
            readOnly={!mayClose}
            maxLength={100}
            value={line.modelPattern}
            onChange={({ currentTarget }) => change(line.id, { modelPattern: currentTarget.value })}
          />
          <TextField
            label={t('code')}
            readOnly={!mayClose}
            maxLength={60}
            value={line.code}
            onChange={({ currentTarget }) => change(line.id, { code: currentTarget.value })}
          />
          {mayClose ? (
            <IconButton
              icon="close"
              label={t('remove', { n: n + 1 })}
              onClick={() => setLines(lines.filter(({ id }) => id !== line.id))}
            />
          ) : null}
        </div>
      ))}
      {mayClose ? (
        <p>
          <Button
            onClick={() =>
              setLines([
                ...lines,
                { id: Math.max(0, ...lines.map(({ id }) => id)) + 1, meters: '', modelPattern: '*', code: '' },
              ])
            }
          >
            {t('add')}
          </Button>
        </p>
      ) : null}
    </>
  );
  if (!mayClose)
    return (
      <Dialog title={t('title')} onClose={onClose}>
        {body}
      </Dialog>
    );
  return (
    <FormDialog
      title={t('title')}
      size="default"
      submit={t('save')}
      busy={saving.isPending}
      problem={wrong === undefined ? refusal : t('wrong', { n: wrong })}
      onSubmit={submit}
      onClose={onClose}
    >
      {body}
    </FormDialog>
  );
}
