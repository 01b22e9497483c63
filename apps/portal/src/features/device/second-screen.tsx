import type { SecondScreenName } from '../../app/screens.ts';

export function SecondScreen({ name }: { readonly name: SecondScreenName }) {
  return <p>{name}</p>;
}
