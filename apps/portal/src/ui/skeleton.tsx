import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** Stands where a value will be; nothing to read for assistive technology, which hears the panel's own words. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span className={classNames(styles.skeleton, className)} aria-hidden="true" data-print="none" />;
}
