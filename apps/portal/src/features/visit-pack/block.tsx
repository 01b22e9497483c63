import type { PackDevice, VisitPack } from '@platen/contract/visit-pack';
import type { PackBlock } from '@platen/diagnosis/pack/fresh';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { classNames } from '../../ui/class-names.ts';
import styles from './pack.module.css';

/** What each block of a page gets. */
export interface BlockProps {
  readonly pack: VisitPack;
  readonly device: PackDevice;
  /** Whether the line is new since the pack before. */
  readonly isNew: (block: PackBlock, key: string) => boolean;
  /** Prefix of the ids on this page, since there is a page for each device. */
  readonly prefix: string;
}

interface BlockFrameProps {
  readonly id: string;
  readonly title: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A block of the page with its heading. */
export function Block({ id, title, note, aside, className, children }: BlockFrameProps) {
  return (
    <section id={id} className={classNames(styles.block, className)} aria-labelledby={`${id}-title`}>
      <div className={styles.blockHead}>
        <h2 id={`${id}-title`}>{title}</h2>
        {note === undefined ? null : <span className="quiet">{note}</span>}
        {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

interface HeadProps {
  /** `figure`: heading of a column of numbers, aligned at its end; null: a column of drawings without one. */
  readonly columns: readonly (string | { readonly figure: string } | null)[];
}

/** The headings of a table in a block. */
export function BlockTableHead({ columns }: HeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (column === null) return <th key="" aria-hidden="true" />;
          const isText = typeof column === 'string';
          const heading = isText ? column : column.figure;
          return (
            <th key={heading} scope="col" data-figure={isText ? undefined : ''}>
              {heading}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Mark of a line that the pack before did not have (VP-17). */
export function Fresh({ when }: { readonly when: boolean }) {
  const t = useTranslations('visitPack');
  return when ? <span className={styles.fresh}>{t('isNew')}</span> : null;
}
