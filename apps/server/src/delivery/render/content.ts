/** What a message says in words, before it takes the form of a mail, card or chat message. Plain text all. */
export interface Content {
  readonly lang: 'en-US' | 'ja-JP';
  /** Without the name of the product; one line. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly ContentItem[];
  readonly lists: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** How many items are not among them: 'and 3 more'. */
  readonly more: string | undefined;
  readonly action: Link | undefined;
  /** Why the receiver gets this, how to change it, and the zone of the times. */
  readonly footer: { readonly lines: readonly string[]; readonly links: readonly Link[] };
}

export interface ContentItem {
  /** `P1 · Came back: C371, device down`. */
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** 'For you to decide' (TX-20). */
  readonly notice: string | undefined;
  readonly link: Link;
}

export interface Link {
  readonly label: string;
  readonly href: string;
}

/**
 * Text from data as one line without characters that control a terminal, a header or the direction of
 * writing; at most `longest` characters, the last of them an ellipsis where it was longer.
 */
export function toLine(text: string, longest = 300): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
