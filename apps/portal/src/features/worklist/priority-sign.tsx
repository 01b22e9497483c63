import type { Priority } from '@platen/contract/worklist-names';
import styles from './priority-sign.module.css';

/** The class of a condition: an arrow for P1, a box for P2, a line below P3, P4 as text alone. */
export function PrioritySign({ priority }: { readonly priority: Priority }) {
  return (
    <span className={styles.sign} data-class={priority}>
      {priority}
    </span>
  );
}
