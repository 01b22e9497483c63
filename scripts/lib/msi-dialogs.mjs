// Dialogs of the Windows installer (CF-40), which wixl cannot write. Positions and sizes are in its units.
export const shown = 1;
const enabled = 2;
export const modal = 2;
export const minimises = 4;
const sunken = 4;
const plain = 0x20000; // In a text `&` is no key.
const isError = 0x10000;
const shield = 0x800000;

export const wide = { width: 370, height: 270 };
const small = { width: 270, height: 85 };

/** Controls: [name, type, x, y, width, height, attributes, text, property]. */
const title = ['Title', 'Text', 15, 10, 340, 15, shown + enabled + plain, '{\\Title}[TextTitle]'];
export const line = ['Line', 'Line', 0, 234, 370, 0, shown, ''];
const paragraph = (name, text, y = 34, height = 40) => [
  name,
  'Text',
  15,
  y,
  340,
  height,
  shown + enabled + plain,
  `[${text}]`,
];
const label = (name, text, y) => [`${name}Label`, 'Text', 15, y + 2, 110, 15, shown + enabled, `[${text}]`];
const field = (name, property, y, most) => [
  name,
  'Edit',
  130,
  y,
  225,
  16,
  shown + enabled + sunken,
  `{${most}}`,
  property,
];
const button = (name, text, x, y = 243, more = 0) => [
  name,
  'PushButton',
  x,
  y,
  66,
  17,
  shown + enabled + more,
  `[${text}]`,
];
const cancel = button('Cancel', 'TextCancel', 294);
const finish = button('Finish', 'TextFinish', 294);

/** A press: [control, event, argument, condition]. */
const asksToCancel = ['Cancel', 'SpawnDialog', 'CancelDlg', '1'];
const ends = (control, how, condition = '1') => [control, 'EndDialog', how, condition];
const needsBoth = '(SERVER AND NOT CODE) OR (CODE AND NOT SERVER)';

/** By name: the controls in the order of the Tab key, the buttons of Enter and Escape, and what they do. */
export const dialogs = {
  SettingsDlg: {
    ...wide,
    controls: [
      label('Server', 'TextServer', 82),
      field('Server', 'SERVER', 82, 250),
      label('Code', 'TextCode', 104),
      field('Code', 'CODE', 104, 20),
      label('Proxy', 'TextProxy', 126),
      field('Proxy', 'PROXY', 126, 250),
      paragraph('RemoteLabel', 'TextRemote', 152, 12),
      ['Remote', 'RadioButtonGroup', 15, 166, 340, 60, shown + enabled, '', 'REMOTE'],
      button('Install', 'TextInstall', 222, 243, shield),
      cancel,
      title,
      paragraph('Intro', 'TextIntro'),
    ],
    enter: 'Install',
    escape: 'Cancel',
    presses: [
      ['Install', 'SpawnDialog', 'MissingDlg', needsBoth],
      ends('Install', 'Return', `NOT (${needsBoth})`),
      asksToCancel,
    ],
  },
  UpgradeDlg: {
    ...wide,
    controls: [button('Install', 'TextInstall', 222, 243, shield), cancel, title, paragraph('Text', 'TextUpgrade')],
    enter: 'Install',
    escape: 'Cancel',
    presses: [ends('Install', 'Return'), asksToCancel],
  },
  RemoveDlg: {
    ...wide,
    controls: [
      ['Keep', 'CheckBox', 15, 82, 340, 17, shown + enabled, '[TextKeep]', 'KEEPDATA'],
      button('Remove', 'TextRemove', 222, 243, shield),
      cancel,
      title,
      paragraph('Text', 'TextRemoving'),
    ],
    enter: 'Remove',
    escape: 'Cancel',
    presses: [
      ['Remove', 'Remove', 'ALL', '1'],
      // The conditions of the actions read the property.
      ['Remove', '[REMOVE]', 'ALL', '1'],
      ends('Remove', 'Return'),
      asksToCancel,
    ],
  },
  ProgressDlg: {
    ...wide,
    modeless: true,
    controls: [
      cancel,
      title,
      paragraph('Text', 'TextWorking'),
      ['Bar', 'ProgressBar', 15, 82, 340, 12, shown + enabled, ''],
    ],
    enter: 'Cancel',
    escape: 'Cancel',
    presses: [asksToCancel],
  },
  ExitDlg: {
    ...wide,
    controls: [finish, title, paragraph('Installed', 'TextInstalled'), paragraph('Removed', 'TextRemoved')],
    enter: 'Finish',
    escape: 'Finish',
    presses: [ends('Finish', 'Return')],
    conditions: [
      ['Installed', 'Hide', 'REMOVE = "ALL"'],
      ['Removed', 'Hide', 'NOT (REMOVE = "ALL")'],
    ],
  },
  UserExitDlg: {
    ...wide,
    controls: [finish, title, paragraph('Text', 'TextStopped')],
    enter: 'Finish',
    escape: 'Finish',
    presses: [ends('Finish', 'Exit')],
  },
  FatalErrorDlg: {
    ...wide,
    controls: [finish, title, paragraph('Text', 'TextFailed')],
    enter: 'Finish',
    escape: 'Finish',
    presses: [ends('Finish', 'Exit')],
  },
  CancelDlg: {
    ...small,
    controls: [
      button('No', 'TextNo', 138, 60),
      button('Yes', 'TextYes', 66, 60),
      ['Text', 'Text', 15, 15, 240, 35, shown + enabled + plain, '[TextCancelling]'],
    ],
    enter: 'No',
    escape: 'No',
    presses: [ends('No', 'Return'), ends('Yes', 'Exit')],
  },
  MissingDlg: {
    ...small,
    controls: [
      button('Ok', 'TextOk', 102, 60),
      ['Text', 'Text', 15, 15, 240, 40, shown + enabled + plain, '[TextMissing]'],
    ],
    enter: 'Ok',
    escape: 'Ok',
    presses: [ends('Ok', 'Return')],
  },
  // Windows Installer shows those buttons that the message asks for, and puts them in their places.
  ErrorDlg: {
    width: 320,
    height: 120,
    more: isError,
    controls: [
      ['ErrorText', 'Text', 15, 10, 290, 75, shown + enabled + plain, ''],
      ...['Yes', 'No', 'Ok', 'Cancel', 'Retry', 'Abort', 'Ignore'].map((name) => button(name, `Text${name}`, 127, 95)),
    ],
    presses: ['Yes', 'No', 'Ok', 'Cancel', 'Retry', 'Abort', 'Ignore'].map((name) => ends(name, `Error${name}`)),
  },
};

/** When each dialog comes: [number, condition]; negative: in the end, by how it ended. */
export const dialogOrder = {
  FatalErrorDlg: [-3],
  UserExitDlg: [-2],
  ExitDlg: [-1],
  SettingsDlg: [1230, 'NOT Installed AND NOT OLDERFOUND'],
  UpgradeDlg: [1231, 'NOT Installed AND OLDERFOUND'],
  RemoveDlg: [1232, 'Installed AND NOT RESUME AND NOT Preselected'],
  ProgressDlg: [1280],
};

export const dialogProperties = { DefaultUIFont: 'Normal', ErrorDialog: 'ErrorDlg' };
