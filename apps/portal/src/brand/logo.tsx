import type { Brand } from './brands.ts';
import styles from './logo.module.css';
import { Mark } from './mark.tsx';

/** Mark and name of the brand, as one picture with a name (BR-09). */
export function Logo({ brand }: { readonly brand: Brand }) {
  return (
    <div className={styles.logo} role="img" aria-label={brand.title}>
      <Mark brand={brand.id} />
      <span aria-hidden="true">{brand.title}</span>
    </div>
  );
}
