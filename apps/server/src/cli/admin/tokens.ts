import { type TokenScope, tokenScopes } from '@platen/contract/token-scopes';
import * as service from '../../features/tokens/service.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type Arguments, type Command, toArgument, toDay, toList, toTable, UsageError } from './command.ts';

/** API tokens (OA-30 to OA-32). */
export const tokenCommands: readonly Command[] = [
  {
    name: 'tokens list',
    usage: '',
    summary: 'All API tokens: scopes, maker, end, last use',
    arguments: [0, 0],
    async run({ db, actor }) {
      const tokens = await service.listAllTokens(db, actor);
      const table = tokens.map((token) => [
        token.begins,
        token.name,
        token.scopes.join(','),
        token.ofOrganisation ? 'organisation' : token.maker.name,
        token.endsAt.slice(0, 10),
        token.lastUse === null ? 'never' : `${token.lastUse.hour} ${token.lastUse.address}`,
        token.revokedAt === null ? (token.endedWithMaker ? 'ended with its maker' : '') : `revoked ${token.revokedAt}`,
      ]);
      return {
        value: { tokens },
        lines: toTable(['BEGINS', 'NAME', 'SCOPES', 'OF', 'ENDS', 'LAST USE', ''], table),
      };
    },
  },
  {
    name: 'tokens add',
    usage: '<user> <name> --scopes devices.read[,…] --ends 2027-06-30 [--addresses 192.0.2.0/28[,…]] [--organisation]',
    summary: 'Make an API token for a user, which is shown only once; --organisation: it does not end with that user',
    arguments: [2, 2],
    options: { scopes: 'text', ends: 'text', addresses: 'text', organisation: 'flag' },
    async run({ db, actor }, args) {
      const subject = toArgument(args, 0, 'the user');
      const form = {
        name: toArgument(args, 1, 'the name', 80),
        scopes: toScopes(args),
        ofOrganisation: args.flag('organisation'),
        endsOn: toDay(args.text('ends') ?? '', '--ends'),
        addresses: toList(args, 'addresses') ?? [],
      };
      const maker = await service.readMaker(db, subject);
      const { apiToken, token } = await inTransaction(db, (trx) =>
        service.addToken(trx, actor, maker, form, new Date()),
      );
      return { value: { apiToken, token }, lines: [`made token '${form.name}' of ${subject}, shown only now:`, token] };
    },
  },
  {
    name: 'tokens revoke',
    usage: '<first eight characters or id>',
    summary: 'Refuse the token from now on; all servers do within 3 s',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const tokenId = await service.findTokenId(db, toArgument(args, 0, 'the token'));
      const apiToken = await inTransaction(db, (trx) =>
        service.revokeToken(trx, actor, tokenId, { userId: null, now: new Date() }),
      );
      return { value: { apiToken }, lines: [`revoked token '${apiToken.name}' (${apiToken.begins}…)`] };
    },
  },
];

function toScopes(args: Arguments): TokenScope[] {
  const given = toList(args, 'scopes') ?? [];
  const scopes = tokenScopes.filter((scope) => given.includes(scope));
  if (scopes.length === 0 || scopes.length < given.length)
    throw new UsageError(`--scopes: one or more of ${tokenScopes.join(', ')}, separated by commas`);
  return scopes;
}
