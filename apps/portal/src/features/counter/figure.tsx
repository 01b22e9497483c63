import { useFormatter, useTranslations } from 'use-intl/react';
import { Evidence } from '../../ui/evidence.tsx';
import { Unknown } from '../../ui/readout.tsx';

/** A counter with its evidence; words in place of one nobody reported. */
export function Figure({
  title,
  value,
  path,
  note,
  format: name = 'integer',
}: {
  title: string;
  value: number | null;
  path?: string | undefined;
  note?: string;
  format?: 'integer' | 'oneDecimal';
}) {
  const format = useFormatter();
  const notReported = useTranslations('common')('notReported');
  if (value === null) return <Unknown boxed>{notReported}</Unknown>;
  return (
    <Evidence title={title} {...(path === undefined ? {} : { path })} note={note}>
      {format.number(value, name)}
    </Evidence>
  );
}
