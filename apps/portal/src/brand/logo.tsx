import type { Brand, BrandId } from './brands.ts';
import styles from './logo.module.css';

/** Mark and name of the brand (BR-09). */
export function Logo({ brand }: { readonly brand: Brand }) {
  return (
    <p className={styles.logo}>
      <Mark brand={brand.id} />
      <span>{brand.title}</span>
    </p>
  );
}

/** The brand's mark (OQ-06): a drum over a sheet for Platen, a trace for the Remote Diagnosis Tool. */
export function Mark({ brand, className }: { readonly brand: BrandId; readonly className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      aria-hidden="true"
    >
      {brand === 'rdt' ? (
        <path d="M1 11h4l2.5-7 4.5 12 2.5-5H19" strokeLinejoin="round" />
      ) : (
        <>
          <circle cx="10" cy="8" r="5.2" />
          <path d="M1 15.2h18" />
          <circle cx="10" cy="8" r="1" fill="currentColor" stroke="none" />
        </>
      )}
    </svg>
  );
}
