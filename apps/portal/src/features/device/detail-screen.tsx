import type { DetailTab } from '../../app/screens.ts';

export function DetailScreen({ tab }: { readonly tab: DetailTab }) {
  return <p>{tab}</p>;
}
