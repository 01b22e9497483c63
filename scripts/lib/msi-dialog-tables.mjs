import { dialogs, line, minimises, modal, shown, wide } from './msi-dialogs.mjs';

const place = { X: 'i2', Y: 'i2', Width: 'i2', Height: 'i2' };
const each = (toRows) => Object.entries(dialogs).flatMap(([name, dialog]) => toRows(name, dialog));

/** The tables of Windows Installer for its dialogs (CF-40), in the form of `makeTables`. */
export const makeDialogTables = () => ({
  Dialog: {
    columns: {
      Dialog: 's72',
      HCentering: 'i2',
      VCentering: 'i2',
      Width: 'i2',
      Height: 'i2',
      Attributes: 'I4',
      Title: 'L128',
      Control_First: 's50',
      Control_Default: 'S50',
      Control_Cancel: 'S50',
    },
    keys: 1,
    rows: each((name, { width, height, modeless, more = 0, controls, enter = '', escape = '' }) => {
      const attributes = shown + minimises + (modeless === true ? 0 : modal) + more;
      return [[name, 50, 50, width, height, attributes, '[TextTitle]', controls[0][0], enter, escape]];
    }),
  },
  Control: {
    columns: {
      Dialog_: 's72',
      Control: 's50',
      Type: 's20',
      ...place,
      Attributes: 'I4',
      Property: 'S50',
      Text: 'L0',
      Control_Next: 'S50',
      Help: 'L50',
    },
    keys: 2,
    rows: each((name, { width, controls }) => [
      // Each leads to the next, the last to the first.
      ...controls.map(([control, type, x, y, w, h, attributes, text, property = ''], index) => {
        const [next] = controls[(index + 1) % controls.length];
        return [name, control, type, x, y, w, h, attributes, property, text, next, ''];
      }),
      ...(width === wide.width ? [[name, ...line.slice(0, 7), '', '', '', '']] : []),
    ]),
  },
  ControlEvent: {
    columns: { Dialog_: 's72', Control_: 's50', Event: 's50', Argument: 's255', Condition: 'S255', Ordering: 'I2' },
    keys: 5,
    rows: each((name, { presses }) => presses.map((press, index) => [name, ...press, index + 1])),
  },
  ControlCondition: {
    columns: { Dialog_: 's72', Control_: 's50', Action: 's50', Condition: 's255' },
    keys: 4,
    rows: each((name, { conditions = [] }) => conditions.map((condition) => [name, ...condition])),
  },
  EventMapping: {
    columns: { Dialog_: 's72', Control_: 's50', Event: 's50', Attribute: 's50' },
    keys: 3,
    rows: [['ProgressDlg', 'Bar', 'SetProgress', 'Progress']],
  },
  RadioButton: {
    columns: { Property: 's72', Order: 'i2', Value: 's64', ...place, Text: 'L64', Help: 'L50' },
    keys: 2,
    rows: ['off', 'see', 'manage'].map((level, index) => {
      const text = `[Text${level[0].toUpperCase()}${level.slice(1)}]`;
      return ['REMOTE', index + 1, level, 5, index * 19, 330, 17, text, ''];
    }),
  },
  CheckBox: { columns: { Property: 's72', Value: 'S64' }, keys: 1, rows: [['KEEPDATA', '1']] },
  TextStyle: {
    columns: { TextStyle: 's72', FaceName: 's32', Size: 'i2', Color: 'I4', StyleBits: 'I2' },
    keys: 1,
    rows: [
      ['Normal', 'Tahoma', 8, '', ''],
      ['Title', 'Tahoma', 10, '', 1],
    ],
  },
});
