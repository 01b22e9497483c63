/**
 * What a message is about: the portal's own calls, device codes, device events, advice on parts and failures
 * (OQ-95).
 */
export const messageKinds = ['app', 'device', 'event', 'advice'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Codes as all catalogues write them: letters, digits and what joins them. */
const form = new RegExp(`^message\\.(${messageKinds.join('|')})_([0-9A-Za-z_-]+)$`);

/**
 * The id of a message, `message.{kind}_{code}` (DM-003). The code is kept as it is; only one of letters,
 * digits, - and _ can be read back.
 */
export const toMessageId = <Kind extends MessageKind>(kind: Kind, code: string) => `message.${kind}_${code}` as const;

/** Kind and code of a message id; undefined where the text is none (DM-003). */
export function parseMessageId(id: string): { kind: MessageKind; code: string } | undefined {
  const [, name, code] = form.exec(id) ?? [];
  const kind = messageKinds.find((one) => one === name);
  return kind === undefined || code === undefined ? undefined : { kind, code };
}
