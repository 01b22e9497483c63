import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  readonly icon: IconName;
  /** Name of the control, for assistive technology and as its tip. */
  readonly label: string;
  readonly tone?: 'sheet' | 'bezel';
}

export function IconButton({ icon, label, tone = 'sheet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-print="none"
      className={classNames(styles.button, tone === 'bezel' && styles.bezel, className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} className={styles.icon} />
    </button>
  );
}
