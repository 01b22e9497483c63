import { randomUUID } from 'node:crypto';

/** What goes to the mail of the demonstration's dispatcher. */
const subscriptions = [
  {
    name: 'Pressing work',
    scope: {},
    leastPriority: 'P1',
    events: ['opened', 'cameBack', 'worse', 'overdue', 'forgotten', 'resolved', 'collector'],
    when: { at: 'once' },
    quiet: { spans: [{ days: [0, 1, 2, 3, 4], from: '18:00', to: '07:00' }], onHolidays: true, isReallyQuiet: false },
  },
  {
    name: 'Overview of the day',
    scope: {},
    leastPriority: 'P2',
    events: ['opened', 'cameBack', 'worse'],
    when: { at: 'digest', times: ['07:30'], days: 'working', isSentEmpty: false },
    quiet: null,
  },
];

/**
 * Gives the dispatcher of the demonstration a channel of mail, once, and sends an example: mail of the
 * demonstration is shown at the development sign-in, so a newcomer sees a message without any setting.
 * `token` is the dispatcher's, who has agreed to the terms. Resolves to whether there is such a channel.
 */
export async function startMessages({ env, url, subject, token }) {
  // With a mail server of its own nothing is sent to addresses that do not exist.
  if ((env.PLATEN_SMTP_URL ?? '') !== '') return false;
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    const sent = body && {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
    const value = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(value)}`);
    return value;
  };
  const { channels } = await call('GET', '/v1/channels');
  if (channels.some(({ own, owner }) => own && owner === 'self')) return true;
  const { channel } = await call('POST', '/v1/channels', {
    kind: 'mail',
    owner: 'self',
    name: 'Dispatch',
    address: `${subject}@platen.example`,
    language: 'en-us',
    zone: 'UTC',
  });
  const path = `/v1/channels/${channel.channelId}`;
  await call('PUT', `${path}/subscriptions`, { subscriptions, version: channel.version });
  await call('POST', `${path}/test`);
  return true;
}
