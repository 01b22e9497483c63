import type { FigureInputs } from '@platen/contract/figures';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Unknown } from '../../ui/readout.tsx';

/** A counter with its evidence; a text in place of one that was not reported. */
export function Figure({
  title,
  value,
  path,
  note,
  inputs,
  format: name = 'integer',
}: {
  title: string;
  value: number | null;
  path?: string | undefined;
  note?: string;
  /** What the figure was calculated from, where that is known here. */
  inputs?: FigureInputs | undefined;
  format?: 'integer' | 'oneDecimal';
}) {
  const format = useFormatter();
  const notReported = useTranslations('common')('notReported');
  if (value === null) return <Unknown boxed>{notReported}</Unknown>;
  return (
    <Evidence title={title} {...(path === undefined ? {} : { path })} note={note} inputs={inputs && [{ inputs }]}>
      {format.number(value, name)}
    </Evidence>
  );
}
