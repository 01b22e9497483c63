import type { SecretForm } from './secret-forms.ts';

interface Place {
  form: SecretForm;
  offset: number;
}

/**
 * Finds runs of secrets in any of their forms, in any case, also where a device has cut one short, and writes the same run of the
 * placeholder over them. `isKept` exempts runs that are no secret (a word of the product's name in a host name).
 */
export class SecretRuns {
  /** By length of the run, then by the run in lower case. */
  readonly #places = new Map<number, Map<string, Place>>();

  constructor(forms: readonly SecretForm[], isKept: (run: string, form: SecretForm) => boolean) {
    for (const form of forms) {
      const lower = form.secret.toLowerCase();
      const last = Math.min(form.to, lower.length - form.shortest);
      for (let offset = form.from; offset <= last; offset++) {
        const run = lower.slice(offset, offset + form.shortest);
        // A run of one character, as `000000`, is found everywhere and tells nothing.
        if (
          isKept(run, form) ||
          /^(.)\1+$/s.test(run) ||
          run === form.placeholder.slice(offset, offset + form.shortest).toLowerCase()
        )
          continue;
        const ofLength = this.#places.get(form.shortest) ?? new Map<string, Place>();
        this.#places.set(form.shortest, ofLength);
        if (!ofLength.has(run)) ofLength.set(run, { form, offset });
      }
    }
  }

  /** Latin-1 text of the same length without any run of a secret. */
  replace(text: string): string {
    const lower = text.toLowerCase();
    // Some characters beyond ASCII change their length with their case: then the search goes by the text as it is.
    const searched = lower.length === text.length ? lower : text;
    let written: string[] | undefined;
    for (const [length, places] of this.#places)
      for (let at = 0; at + length <= searched.length; at++) {
        const place = places.get(searched.slice(at, at + length));
        if (place === undefined) continue;
        written ??= text.split('');
        this.#write(written, text, at, length, place);
      }
    return written === undefined ? text : written.join('');
  }

  #write(written: string[], text: string, at: number, length: number, { form, offset }: Place): void {
    const run = text.slice(at, at + length);
    const isExact = run === form.secret.slice(offset, offset + length);
    const isUpper = run === run.toUpperCase() && run !== run.toLowerCase();
    for (let i = 0; i < length; i++) {
      const original = text[at + i] ?? '';
      const placeholder = form.placeholder[offset + i] ?? original;
      written[at + i] = isExact ? placeholder : isUpper ? placeholder.toUpperCase() : withCaseOf(original, placeholder);
    }
  }
}

const withCaseOf = (original: string, text: string): string => {
  if (original !== original.toUpperCase()) return text.toLowerCase();
  return original !== original.toLowerCase() ? text.toUpperCase() : text;
};
