import type { ChannelKind } from '@platen/contract/channel-names';
import { isMailAddress } from '../../settings/mail.ts';
import type { AllowedDestinations } from '../../settings/webhook-allow.ts';
import { hostOf, RefusedDestination, readAddress } from './destination.ts';

/** Hosts of Workflows of Teams: Power Automate, worldwide and in the clouds of governments and of China. */
const workflows =
  /\.(logic\.azure\.(com|us|cn)|(environment\.)?api\.powerplatform\.(com|us|partner\.microsoftonline\.cn)|api\.(gov|high)\.powerplatform\.microsoft\.us)$/;
/** Hosts of the connectors that Microsoft has switched off. */
const connectors = /(^|\.)(webhook\.office\.com|outlook\.office(365)?\.com)$/;
const slackHosts = /^hooks\.slack(-gov)?\.com$/;

const workflowHint =
  'in Teams, make a workflow of the template "Send webhook alerts to a channel" and enter the address that it shows';
const slackHint =
  'in Slack, make an app with an incoming webhook and enter its address, https://hooks.slack.com/services/…';

/**
 * What is wrong with the address of a channel, as a sentence that says what to enter instead; undefined:
 * nothing (DE-29, DE-30). No name is resolved. Hosts that the operator allows may stand in for those of Teams
 * and Slack, so that a relay can be used.
 */
export function findAddressFault(kind: ChannelKind, address: string, allowed: AllowedDestinations): string | undefined {
  if (kind === 'mail') return isMailAddress(address) ? undefined : 'this is not a mail address like name@example.com';
  try {
    const url = readAddress(address, allowed);
    return allowed.hosts.has(hostOf(url)) ? undefined : findServiceFault(kind, url);
  } catch (error) {
    if (error instanceof RefusedDestination) return error.message;
    throw error;
  }
}

function findServiceFault(kind: Exclude<ChannelKind, 'mail'>, url: URL): string | undefined {
  const host = hostOf(url);
  if (kind === 'slack')
    return slackHosts.test(host) && url.pathname.startsWith('/services/')
      ? undefined
      : `this is no address of an incoming webhook of Slack: ${slackHint}`;
  if (kind !== 'teams') return undefined;
  if (connectors.test(host)) return `Microsoft has switched off the connectors of Teams: ${workflowHint}`;
  return workflows.test(host) ? undefined : `this is no address of a workflow of Teams: ${workflowHint}`;
}
