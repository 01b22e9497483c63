import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

/** Placeholder of a value; hidden from assistive technology, which reads the panel's own text. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span className={classNames(styles.skeleton, className)} aria-hidden="true" data-print="none" />;
}
