import type { Locator, Page } from 'playwright-core';

/** Somebody at keyboard and mouse, whose keystrokes and clicks are counted. */
export class Hands {
  readonly #page: Page;
  #count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Keystrokes and clicks so far; a key with Shift is one. */
  get count(): number {
    return this.#count;
  }

  async press(key: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n++) {
      this.#count += 1;
      await this.#page.keyboard.press(key);
    }
  }

  /** A keystroke for each character. */
  async type(text: string): Promise<void> {
    for (const character of text) await this.press(character);
  }

  async click(target: Locator): Promise<void> {
    this.#count += 1;
    await target.click();
  }
}
