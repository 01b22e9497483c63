import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Icon } from './button.tsx';
import styles from './text-field.module.css';
import { FieldTip } from './text-field.tsx';

interface FileFieldProps {
  readonly label: string;
  readonly accept: string;
  readonly hint?: ReactNode;
  /** Why the file is refused; set, the field is invalid. */
  readonly problem?: string | undefined;
  /** Focus goes here when its dialog opens. */
  readonly isFirst?: boolean;
  /** Undefined: the choice was taken back. */
  readonly onChoose: (file: File | undefined) => void;
}

/**
 * One file to choose, or to drop here, with its name; needs the texts `editing`. The input of the browser
 * lies over it.
 */
export function FileField({ label, accept, hint, problem, isFirst = false, onChoose }: FileFieldProps) {
  const t = useTranslations('editing');
  const id = useId();
  const [name, setName] = useState<string>();
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <span className={styles.file}>
        <input
          type="file"
          accept={accept}
          data-autofocus={isFirst ? '' : undefined}
          aria-labelledby={`${id}-label ${id}-choose`}
          aria-describedby={`${id}-name ${id}-tip`}
          aria-invalid={problem !== undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            setName(file?.name);
            onChoose(file);
          }}
        />
        <span id={`${id}-choose`} className={styles.choose}>
          <Icon name="export" /> {t('chooseFile')}
        </span>
        <span id={`${id}-name`} className={styles.fileName} data-chosen={name !== undefined}>
          {name ?? t('noFile')}
        </span>
      </span>
      <FieldTip id={`${id}-tip`} hint={hint} problem={problem} />
    </div>
  );
}
