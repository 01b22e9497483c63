import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/account-queries.ts';
import { TokensPanel } from '../../api-tokens/tokens-panel.tsx';

/** API tokens of all users and of the organisation (OA-30, OA-31). */
export function TokensSection() {
  const { data: me } = useQuery(meQuery);
  return <TokensPanel whose="all" me={me} />;
}
