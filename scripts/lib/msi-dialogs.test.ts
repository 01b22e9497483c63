import { describe, expect, test } from 'vitest';
import { dialogOrder } from './msi-dialogs.mjs';
import { makeTables } from './msi-tables.mjs';
import { japanese, texts } from './msi-texts.mjs';

interface Table {
  columns: Record<string, string>;
  keys: number;
  rows: (string | number)[][];
}
const tables: Record<string, Table> = makeTables({
  version: '1.2.3',
  productCode: '{1}',
  upgradeCode: '{2}',
  serviceSid: 'S-1-5-80-1',
});
/** The rows of a table by the names of its columns. */
const read = (name: string) =>
  (tables[name]?.rows ?? []).map((row) =>
    Object.fromEntries(Object.keys(tables[name]?.columns ?? {}).map((column, index) => [column, row[index]])),
  );
const dialogs = read('Dialog');
const controlsOf = (dialog: unknown) => read('Control').filter((one) => one['Dialog_'] === dialog);
const order = new Map(read('InstallUISequence').map((row) => [row['Action'], row]));

describe('CF-40: the dialogs of the Windows installer', () => {
  test('ask for server, code, proxy and level before anything is done, and on removal whether data stay', () => {
    const asked = (dialog: string) => controlsOf(dialog).flatMap(({ Property }) => (Property ? [Property] : []));
    expect(asked('SettingsDlg')).toEqual(['SERVER', 'CODE', 'PROXY', 'REMOTE']);
    expect(read('RadioButton').map((row) => row['Value'])).toEqual(['off', 'see', 'manage']);
    expect(asked('RemoveDlg')).toEqual(['KEEPDATA']);
    expect(read('CheckBox')).toEqual([{ Property: 'KEEPDATA', Value: '1' }]);
    const number = (name: string) => Number(order.get(name)?.['Sequence']);
    for (const name of ['SettingsDlg', 'UpgradeDlg', 'RemoveDlg'])
      expect([number(name) > number('CostFinalize'), number(name) < number('ExecuteAction')]).toEqual([true, true]);
    // Exactly one of them comes: new, newer version, installed.
    expect(order.get('SettingsDlg')?.['Condition']).toBe('NOT Installed AND NOT OLDERFOUND');
    expect(order.get('UpgradeDlg')?.['Condition']).toBe('NOT Installed AND OLDERFOUND');
    expect(order.get('RemoveDlg')?.['Condition']).toMatch(/^Installed /);
  });

  test('lead through every control by Tab and back to the first, and have buttons for Enter and Escape', () => {
    for (const { Dialog, Control_First, Control_Default, Control_Cancel } of dialogs) {
      const controls = controlsOf(Dialog);
      const next = new Map(controls.map((one) => [one['Control'], one['Control_Next']]));
      const passed: unknown[] = [];
      for (let name = Control_First; !passed.includes(name) && name !== undefined; name = next.get(name))
        passed.push(name);
      expect(next.get(passed.at(-1) as string)).toBe(Control_First);
      const ring = controls.filter((one) => one['Type'] !== 'Line').map((one) => one['Control']);
      expect([Dialog, passed.length, new Set(passed)]).toEqual([Dialog, ring.length, new Set(ring)]);
      if (Dialog === 'ErrorDlg') continue;
      const buttons = controls.filter((one) => one['Type'] === 'PushButton').map((one) => one['Control']);
      expect(buttons).toEqual(expect.arrayContaining([Control_Default, Control_Cancel]));
    }
  });

  test('name each field by the text before it, which a screen reader reads', () => {
    const fields = read('Control').flatMap((control, index, all) =>
      control['Type'] === 'Edit' || control['Type'] === 'RadioButtonGroup' ? [[control, all[index - 1]]] : [],
    );
    expect(fields.length).toBe(4);
    for (const [field, before] of fields)
      expect(before).toMatchObject({
        Type: 'Text',
        Dialog_: field?.['Dialog_'],
        Control: `${field?.['Control']}Label`,
      });
  });

  test('every button does something, and every event refers to what exists', () => {
    const names = dialogs.map((one) => one['Dialog']);
    const events = read('ControlEvent');
    const idOf = (dialog: unknown, control: unknown) => `${String(dialog)} ${String(control)}`;
    const all = read('Control').map((one) => idOf(one['Dialog_'], one['Control']));
    const pressed = events.map((one) => idOf(one['Dialog_'], one['Control_']));
    expect(all).toEqual(expect.arrayContaining(pressed));
    const buttons = read('Control').filter((one) => one['Type'] === 'PushButton');
    expect(pressed).toEqual(expect.arrayContaining(buttons.map((one) => idOf(one['Dialog_'], one['Control']))));
    const spawned = events.filter((one) => one['Event'] === 'SpawnDialog').map((one) => one['Argument']);
    expect(names).toEqual(expect.arrayContaining(spawned));
    expect(names).toEqual(expect.arrayContaining(Object.keys(dialogOrder)));
    // The conditions of the actions read REMOVE, which the event of that name does not set everywhere.
    const removing = events.filter((one) => one['Control_'] === 'Remove').map((one) => one['Event']);
    expect(removing).toEqual(['Remove', '[REMOVE]', 'EndDialog']);
  });

  test('server and code are asked for together', () => {
    const [missing, install] = read('ControlEvent').filter(
      (one) => one['Dialog_'] === 'SettingsDlg' && one['Control_'] === 'Install',
    );
    expect(missing).toMatchObject({ Event: 'SpawnDialog', Argument: 'MissingDlg' });
    expect(install).toMatchObject({ Event: 'EndDialog', Condition: `NOT (${missing?.['Condition']})` });
    expect(missing?.['Condition']).toBe('(SERVER AND NOT CODE) OR (CODE AND NOT SERVER)');
  });

  test('controls lie within their dialog and do not overlap, but those of which one is shown', () => {
    const hidden = new Set(read('ControlCondition').map((one) => `${one['Dialog_']} ${one['Control_']}`));
    for (const { Dialog, Width, Height } of dialogs.filter((one) => one['Dialog'] !== 'ErrorDlg')) {
      const boxes = controlsOf(Dialog)
        .filter((one) => !hidden.has(`${one['Dialog_']} ${one['Control']}`))
        .map(
          (one) => [one['X'], one['Y'], one['Width'], one['Height']].map(Number) as [number, number, number, number],
        );
      for (const [x, y, width, height] of boxes)
        expect([x >= 0, y >= 0, x + width <= Number(Width), y + height <= Number(Height)]).not.toContain(false);
      for (const [index, [x, y, width, height]] of boxes.entries())
        for (const [ox, oy, ow, oh] of boxes.slice(index + 1))
          expect(x + width <= ox || ox + ow <= x || y + height <= oy || oy + oh <= y).toBe(true);
    }
  });

  test('have all texts in English and Japanese, with the same keys, each once in a dialog', () => {
    const used = [...read('Control'), ...read('RadioButton'), ...dialogs].flatMap((row) =>
      [...`${row['Text'] ?? ''}${row['Title'] ?? ''}`.matchAll(/\[(\w+)\]/g)].map(([, name]) => name),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(texts).sort());
    const keyOf = (text: string) => /&(\w)/.exec(text)?.[1]?.toUpperCase();
    for (const [english, translated] of Object.values(texts)) {
      expect(translated).not.toBe('');
      expect(keyOf(translated ?? '')).toBe(keyOf(english ?? ''));
    }
    for (const { Dialog } of dialogs.filter((one) => one['Dialog'] !== 'ErrorDlg')) {
      const rows = [...controlsOf(Dialog), ...(Dialog === 'SettingsDlg' ? read('RadioButton') : [])];
      const keys = rows.flatMap(({ Text, Attributes = 0, Type }) => {
        const [, name = ''] = /\[(\w+)\]/.exec(String(Text)) ?? [];
        const isPlain = Type === 'Text' && (Number(Attributes) & 0x20000) !== 0;
        return isPlain ? [] : [keyOf(texts[name as keyof typeof texts]?.[0] ?? '')].filter((key) => key !== undefined);
      });
      expect(new Set(keys).size).toBe(keys.length);
    }
    // Set where the user's language is Japanese, before the first dialog.
    for (const { action, name, text } of japanese) {
      expect(tables['CustomAction']?.rows).toContainEqual([action, 51, name, text, '']);
      expect(order.get(action)).toMatchObject({ Condition: 'UserLanguageID = 1041' });
      expect(Number(order.get(action)?.['Sequence'])).toBeLessThan(100);
      expect(text.length).toBeLessThan(256);
    }
  });
});
