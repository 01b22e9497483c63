import type { RemoteLevel } from '@platen/contract/enrolment';
import type { EffectiveSettings, SettingsProblem, WantedDocument } from '@platen/contract/remote-settings';
import { SettingsError } from '../platform/errors.ts';
import type { Line } from '../platform/http.ts';
import type { Credential } from '../settings/credentials.ts';
import { type Enrolment, withEnrolment } from '../settings/enrolment.ts';
import { type GivenSettings, type Settings, toSettings } from '../settings/settings.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { checkRemoteTargets, toAllowance } from './check-targets.ts';
import { toEffective } from './effective.ts';
import { mergeRemote } from './merge.ts';
import { openSeal, toSealingFingerprint } from './sealed.ts';

/** What this machine decides by itself. */
export interface LocalSettings {
  readonly given: GivenSettings;
  readonly file: SettingsFile;
  readonly enrolment: Enrolment | undefined;
  readonly line: Line;
  /** Targets of the command line or the environment take the place of every site. */
  readonly ownTargets: boolean;
}

/** Settings in force, and as they are shown. */
export interface Composed {
  readonly settings: Settings;
  readonly effective: EffectiveSettings;
}

/** Why wanted settings are not taken; those in force stay. */
export class WantedRefused extends Error {
  override name = 'WantedRefused';
  readonly problems: readonly SettingsProblem[];
  constructor(problems: readonly SettingsProblem[]) {
    super(problems.map(({ place, reason }) => (place === '' ? reason : `${place}: ${reason}`)).join('; '));
    this.problems = problems;
  }
}

/** How far the portal may go; only what lies on this machine decides (CF-10). */
export const toRemoteLevel = (
  environment: RemoteLevel | undefined,
  file: SettingsFile,
  enrolment: Enrolment | undefined,
): RemoteLevel => environment ?? file.remote ?? enrolment?.remote ?? (enrolment === undefined ? 'off' : 'see');

/**
 * The settings of this machine with what the portal wants in the entries left open, checked as the file is.
 * Throws `WantedRefused` for anything that this machine does not allow, `SettingsError` without `wanted`.
 */
export function compose(local: LocalSettings, wanted: WantedDocument | undefined): Composed {
  const { file, enrolment, ownTargets } = local;
  if (wanted === undefined) return toComposed(local, file, undefined);
  const { sites, ...others } = wanted.settings;
  const settings = ownTargets || sites === undefined ? others : wanted.settings;
  const problems = checkRemoteTargets(settings, toAllowance(file));
  const credentials = wanted.credentials.flatMap((sealed, i) => {
    const opened = openCredential(enrolment, sealed);
    if ('reason' in opened) problems.push({ place: `credentials[${i}]`, reason: `'${sealed.name}': ${opened.reason}` });
    return 'reason' in opened ? [] : [opened.credential];
  });
  if (problems.length > 0) throw new WantedRefused(problems);
  try {
    return toComposed(local, mergeRemote(file, settings, credentials), { ...wanted, settings });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const [, place = '', reason = error.message] = /^([\w.[\]]+): (.+)$/s.exec(error.message) ?? [];
    throw new WantedRefused([{ place, reason }]);
  }
}

function toComposed(local: LocalSettings, merged: SettingsFile, wanted: WantedDocument | undefined): Composed {
  const { given, enrolment, line, ownTargets } = local;
  const whole = withEnrolment(merged, enrolment);
  const settings = toSettings(given, ownTargets ? { ...whole, sites: merged.sites } : whole);
  const effective = toEffective({ ...local, wanted, sites: ownTargets ? undefined : whole.sites }, settings);
  return {
    settings,
    effective: {
      ...effective,
      server: settings.server.origin,
      ...(line.proxy !== undefined && { proxy: line.proxy.host }),
      allows: toAllowance(local.file),
      ...(enrolment !== undefined && { sealingFingerprint: toSealingFingerprint(enrolment) }),
    },
  };
}

type Opened = { readonly credential: Credential } | { readonly reason: string };

/** Passwords come from the seal alone: those of this machine are for its own users. */
function openCredential(enrolment: Enrolment | undefined, sealed: WantedDocument['credentials'][number]): Opened {
  if (enrolment === undefined) return { reason: 'this collector has no key to open it: enrol it' };
  const secret = openSeal(enrolment, sealed);
  if (secret === undefined)
    return { reason: 'it was sealed to another key or for another credential: set it again in the portal' };
  const { kind, user, authProtocol, privProtocol, contextName } = sealed;
  const { community, authPassword, privPassword } = secret;
  if (kind === 'community')
    return community === undefined ? { reason: 'no community in it' } : { credential: { community } };
  if (authProtocol !== undefined && authPassword === undefined)
    return { reason: 'no password of authentication in it' };
  if (privProtocol !== undefined && privPassword === undefined) return { reason: 'no password of privacy in it' };
  return { credential: { user, authProtocol, authPassword, privProtocol, privPassword, contextName } };
}
