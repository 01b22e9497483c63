import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './tab-strip.module.css';

/**
 * A line of links to the views of one thing, the shown one marked by `aria-current`. They are routes, so no
 * ARIA tabs.
 */
export function TabStrip({ className, ...rest }: ComponentPropsWithRef<'nav'>) {
  return <nav className={classNames(styles.strip, className)} {...rest} />;
}
