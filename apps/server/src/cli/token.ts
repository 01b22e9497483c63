import { toMessage } from '../base/errors.ts';
import { developmentAccounts } from '../identity/development/accounts.ts';
import { readKeys, signToken } from '../identity/development/keys.ts';
import { readSettings } from '../settings/settings.ts';

const subjects = developmentAccounts.map(({ subject }) => subject).join('|');
const usage = `usage: npm run token -- <${subjects}|subject> [hours]`;

/** Prints an access token for scripts; only where the development sign-in is on. */
async function main(args: readonly string[]): Promise<void> {
  const [subject, hours = '1'] = args;
  if (
    subject === undefined ||
    args.length > 2 ||
    !/^\S{1,200}$/.test(subject) ||
    !/^\d{1,4}$/.test(hours) ||
    hours === '0'
  )
    throw new Error(usage);
  const settings = readSettings(process.env);
  if (settings.authority !== undefined)
    throw new Error('PLATEN_AUTHORITY is set: tokens come from that identity provider, none can be made here');
  const keys = await readKeys(settings.dataDirectory);
  if (!keys)
    throw new Error(
      `no sign-in keys in ${settings.dataDirectory}; start the server once (npm start), or set PLATEN_DATA`,
    );
  console.log(await signToken(settings, keys, subject, Number(hours) * 3600));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(toMessage(error));
  process.exit(1);
}
