import { makeDialogTables } from './msi-dialog-tables.mjs';
import { dialogOrder, dialogProperties } from './msi-dialogs.mjs';
import { isJapanese, japanese, texts } from './msi-texts.mjs';

/**
 * Tables of the Windows installer that wixl cannot write (CF-40): properties, conditions, actions and their
 * order. A table is { columns: { name: type }, keys, rows }; types and names are those of Windows Installer.
 */
export function makeTables({ version, productCode, upgradeCode, serviceSid }) {
  return {
    Property: {
      columns: { Property: 's72', Value: 'l0' },
      keys: 1,
      rows: Object.entries({
        ...properties,
        ...dialogProperties,
        ...Object.fromEntries(Object.entries(texts).map(([name, [english]]) => [name, english])),
        ProductVersion: version,
        ProductCode: productCode,
        UpgradeCode: upgradeCode,
      }),
    },
    Upgrade: {
      columns: {
        UpgradeCode: 's38',
        VersionMin: 'S20',
        VersionMax: 'S20',
        Language: 'S255',
        Attributes: 'i4',
        Remove: 'S255',
        ActionProperty: 's72',
      },
      keys: 5,
      // 2: it is only looked for.
      rows: [
        [upgradeCode, '', version, '', 0, '', 'OLDERFOUND'],
        [upgradeCode, version, '', '', 2, '', 'NEWERFOUND'],
      ],
    },
    LaunchCondition: {
      columns: { Condition: 's255', Description: 'l255' },
      keys: 1,
      rows: [
        ['NOT NEWERFOUND', 'A newer version of Platen Collector is installed.'],
        ['Installed OR VersionNT >= 603', 'Windows 10, Windows Server 2016 or newer is needed.'],
        ['REMOTE = "off" OR REMOTE = "see" OR REMOTE = "manage"', 'REMOTE is one of off, see, manage.'],
      ],
    },
    CustomAction: {
      columns: { Action: 's72', Type: 'i2', Source: 'S72', Target: 'S255', ExtendedType: 'I4' },
      keys: 1,
      rows: [...actions(serviceSid), ...translations].map(([name, type, source, target]) => [
        name,
        type,
        source,
        target,
        '',
      ]),
    },
    InstallExecuteSequence: sequence(executed),
    InstallUISequence: sequence(shown),
    ...makeDialogTables(),
  };
}

/** What a person or the command line gives, and how the installer behaves. */
const properties = {
  ALLUSERS: 1,
  ARPNOMODIFY: 1,
  ARPNOREPAIR: 1,
  Manufacturer: 'Platen',
  // The code and the password of a proxy stay out of the log; Enrol is what its action receives.
  MsiHiddenProperties: 'CODE;PROXY;Enrol',
  ProductLanguage: 1033,
  ProductName: 'Platen Collector',
  REMOTE: 'see',
  // All files are replaced. Else a file with a version stays where the new one names none, and then goes
  // with the old product.
  REINSTALLMODE: 'amus',
  SecureCustomProperties: 'CODE;KEEPDATA;NEWERFOUND;OLDERFOUND;PROXY;REMOTE;SERVER',
};

/** The types of custom actions, by their bits. */
const setsProperty = 51;
const ofLibrary = 1;
const ofFolder = 34;
const asSystem = 1024 + 2048;
const mayFail = 64;
const hidden = 8192;

/** `Prepare…` gives the action its values: a deferred one sees no other property. */
const actions = (serviceSid) => [
  // Owner: administrators (BA). Full for them and the system (SY), to change for the service.
  [
    'PrepareProtectData',
    setsProperty,
    'ProtectData',
    `[DATADIR]|O:BAG:BAD:P(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1301bf;;;${serviceSid})`,
  ],
  ['ProtectData', ofLibrary + asSystem, 'SetupActions', 'ProtectData'],
  [
    'PrepareEnrol',
    setsProperty + hidden,
    'Enrol',
    '[INSTALLDIR]|[DATADIR]|[SERVER]|[REMOTE]|[CODE]|[Installed]|[PROXY]',
  ],
  ['Enrol', ofLibrary + asSystem + hidden, 'SetupActions', 'Enrol'],
  ['DelayStart', ofFolder + asSystem + mayFail, 'System64Folder', 'sc.exe config PlatenCollector start= delayed-auto'],
  [
    'Recover',
    ofFolder + asSystem + mayFail,
    'System64Folder',
    'sc.exe failure PlatenCollector reset= 3600 actions= restart/5000/restart/60000/restart/300000',
  ],
  ['PrepareRemoveData', setsProperty, 'RemoveData', '[DATADIR]'],
  ['RemoveData', ofLibrary + asSystem + mayFail, 'SetupActions', 'RemoveData'],
];

const translations = japanese.map(({ action, name, text }) => [action, setsProperty, name, text]);

const isThere = 'NOT REMOVE';
// Repairing keeps the enrolment unless a code is given; replacing an older version does too.
const enrols = 'NOT Installed OR (CODE AND NOT REMOVE)';
const isLeaving = 'REMOVE = "ALL" AND NOT UPGRADINGPRODUCTCODE AND KEEPDATA <> "1"';

const executed = {
  FindRelatedProducts: [25],
  LaunchConditions: [100],
  ValidateProductID: [700],
  CostInitialize: [800],
  FileCost: [900],
  CostFinalize: [1000],
  InstallValidate: [1400],
  InstallInitialize: [1500],
  // Within the transaction: the old version comes back where the new one fails.
  RemoveExistingProducts: [1501],
  ProcessComponents: [1600],
  UnpublishFeatures: [1800],
  StopServices: [1900],
  DeleteServices: [2000],
  RemoveFiles: [3500],
  RemoveFolders: [3600],
  PrepareRemoveData: [3610, isLeaving],
  RemoveData: [3620, isLeaving],
  CreateFolders: [3700],
  InstallFiles: [4000],
  InstallServices: [5800],
  PrepareProtectData: [5810, isThere],
  ProtectData: [5820, isThere],
  PrepareEnrol: [5830, enrols],
  Enrol: [5840, enrols],
  DelayStart: [5850, isThere],
  Recover: [5860, isThere],
  StartServices: [5900],
  RegisterUser: [6000],
  RegisterProduct: [6100],
  PublishFeatures: [6300],
  PublishProduct: [6400],
  InstallFinalize: [6600],
};

const shown = {
  FindRelatedProducts: [25],
  LaunchConditions: [100],
  ValidateProductID: [700],
  CostInitialize: [800],
  FileCost: [900],
  CostFinalize: [1000],
  ExecuteAction: [1300],
  ...dialogOrder,
  ...Object.fromEntries(japanese.map(({ action }, index) => [action, [30 + index, isJapanese]])),
};

const sequence = (order) => ({
  columns: { Action: 's72', Condition: 'S255', Sequence: 'I2' },
  keys: 1,
  rows: Object.entries(order).map(([action, [number, condition = '']]) => [action, condition, number]),
});

/** A table as the text that Windows Installer and msibuild import. */
export const toIdt = (name, { columns, keys, rows }) =>
  [Object.keys(columns), Object.values(columns), [name, ...Object.keys(columns).slice(0, keys)], ...rows]
    .map((cells) => `${cells.join('\t')}\r\n`)
    .join('');
