import { messageLanguages } from '@platen/contract/channel-names';
import { exportFormats } from '@platen/contract/export';
import { cellSeparators, decimalMarks, exportFields, exportShapes } from '@platen/contract/meter-export-names';
import type { TemplateForm as Form, MeterTemplate } from '@platen/contract/meter-exports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, TextArea, useRefusal } from '../../editing/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/text-field.tsx';
import { Check } from './check.tsx';
import { toList } from './chosen-fields.tsx';
import { meterQueries, sendTemplate } from './queries.ts';
import { TrialTable } from './trial-table.tsx';

interface TemplateFormProps {
  readonly from: MeterTemplate;
  readonly isNew: boolean;
  readonly closeId: string;
  readonly closeName: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

type Fields = Form['fields'];

const toText = (fields: Fields): string =>
  fields.map(({ field, head }) => (head === undefined ? field : `${field} = ${head}`)).join('\n');

/** Fields of a text, one a line; the name of the first line that is none. */
function readFields(text: string): { readonly fields: Fields; readonly wrong: string | undefined } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const fields = lines.flatMap((line): Fields => {
    const [name = '', ...rest] = line.split('=').map((part) => part.trim());
    const field = exportFields.find((one) => one === name);
    const head = rest.join('=');
    return field === undefined ? [] : [{ field, ...(head !== '' && { head }) }];
  });
  const wrong = lines
    .map((line) => (line.split('=')[0] ?? '').trim())
    .find((name) => !exportFields.some((one) => one === name));
  return { fields, wrong };
}

/** A template, tried on the lines of a close before it is saved. */
export function TemplateForm({ from, isNew, closeId, closeName, onSaved, onClose }: TemplateFormProps) {
  const t = useTranslations('meters.templates');
  const { templateId, isShipped: _shipped, version, ...given } = from;
  const [form, setForm] = useState<Form>(given);
  const [text, setText] = useState(() => toText(given.fields));
  const [meters, setMeters] = useState(given.meters.join(', '));
  const [tried, setTried] = useState<Form>();
  const { fields, wrong } = readFields(text);
  const whole: Form = { ...form, name: form.name.trim(), fields, meters: toList(meters) };
  const saving = useMutation({
    mutationFn: () => sendTemplate(whole, isNew ? undefined : { templateId, version }),
    onSuccess: onSaved,
  });
  const trial = useQuery({
    ...meterQueries.trial(closeId, { form: tried ?? whole }),
    enabled: tried !== undefined,
  });
  const refusal = useRefusal(saving.error ?? trial.error);
  const fault =
    wrong !== undefined ? t('fieldsWrong', { name: wrong }) : fields.length === 0 ? t('fieldsMissing') : undefined;
  const isReady = fault === undefined && whole.name !== '';
  const choose =
    <T extends string>(values: readonly T[], change: (value: T) => void) =>
    ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const value = values.find((one) => one === currentTarget.value);
      if (value !== undefined) change(value);
    };
  return (
    <FormDialog
      title={form.name}
      size="default"
      submit={t('save')}
      busy={saving.isPending}
      problem={fault ?? refusal}
      onSubmit={() => {
        if (isReady) saving.mutate();
      }}
      onClose={onClose}
      aside={
        <Button
          busy={trial.isFetching}
          onClick={() => {
            if (isReady) setTried(whole);
          }}
        >
          {t('try')}
        </Button>
      }
    >
      <TextField
        label={t('name')}
        maxLength={80}
        required
        data-autofocus=""
        value={form.name}
        onChange={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
      />
      <Select
        label={t('shape')}
        value={form.shape}
        options={exportShapes.map((value) => ({ value, label: t(`shapes.${value}`) }))}
        onChange={choose(exportShapes, (shape) => setForm({ ...form, shape }))}
      />
      <Select
        label={t('format')}
        value={form.format}
        options={exportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={choose(exportFormats, (format) => setForm({ ...form, format }))}
      />
      <Select
        label={t('separator')}
        value={form.separator}
        options={cellSeparators.map((value) => ({ value, label: t(`separators.${value}`) }))}
        onChange={choose(cellSeparators, (separator) => setForm({ ...form, separator }))}
      />
      <Select
        label={t('decimalMark')}
        value={form.decimalMark}
        options={decimalMarks.map((value) => ({ value, label: t(`decimalMarks.${value}`) }))}
        onChange={choose(decimalMarks, (decimalMark) => setForm({ ...form, decimalMark }))}
      />
      <Select
        label={t('language')}
        value={form.language}
        options={messageLanguages.map((value) => ({
          value,
          label: t(value === 'ja-jp' ? 'languages.jajp' : 'languages.enus'),
        }))}
        onChange={choose(messageLanguages, (language) => setForm({ ...form, language }))}
      />
      <TextArea
        label={t('fields')}
        hint={t('fieldsHint', { example: 'assetNumber = Equipment' })}
        value={text}
        onChange={setText}
      />
      <TextField
        label={t('meters')}
        hint={t('metersHint')}
        value={meters}
        onChange={({ currentTarget }) => setMeters(currentTarget.value)}
      />
      <Check label={t('all')} isOn={form.all} onChange={(all) => setForm({ ...form, all })} />
      {trial.data === undefined ? null : (
        <section aria-label={t('trial', { name: closeName })}>
          <TrialTable trial={trial.data} />
        </section>
      )}
    </FormDialog>
  );
}
