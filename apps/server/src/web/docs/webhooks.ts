import {
  closeWebhook,
  conditionWebhook,
  deviceWebhook,
  meterWebhook,
  testWebhook,
  ticketWebhook,
  visitWebhook,
} from '@platen/contract/webhook-events';
import type * as z from 'zod/mini';

/** A call that Platen makes: an entry of `webhooks` in OpenAPI 3.1. */
export interface WebhookCall {
  readonly summary: string;
  readonly requestBody: unknown;
}

const headers = [
  ['webhook-id', 'Stays the same when the message is sent again'],
  ['webhook-timestamp', 'Seconds since 1970 at which it was sent'],
  ['webhook-signature', 'v1, and HMAC-SHA256 of id.timestamp.body in base64; several while a secret is exchanged'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

/** What receivers of webhooks are sent (DE-25, DE-27), by the convention of Standard Webhooks 1.0.0. */
export function toWebhookCalls(
  toSchema: (schema: z.ZodMiniType) => unknown,
): Readonly<Record<string, { readonly post: WebhookCall }>> {
  const toCall = (summary: string, schema: z.ZodMiniType) => ({
    post: {
      summary,
      parameters: headers,
      requestBody: { content: { 'application/json': { schema: toSchema(schema) } } },
      responses: { '2XX': { description: 'Taken' }, 410: { description: 'Gone: the channel is switched off' } },
    },
  });
  return {
    condition: toCall('Something happened to a condition; fields are only ever added', conditionWebhook),
    ticket: toCall('A ticket is requested, or one that the receiver knows changed (TK-04, TK-09)', ticketWebhook),
    visit: toCall('A visit is planned, changed or done', visitWebhook),
    device: toCall('A device reported for the first time, or belongs elsewhere', deviceWebhook),
    meter: toCall('A meter was corrected', meterWebhook),
    close: toCall('A period of meters was closed', closeWebhook),
    test: toCall('An example', testWebhook),
  };
}
