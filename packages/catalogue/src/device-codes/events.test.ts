import { describe, expect, it } from 'vitest';
import { deviceMessage, explainCode } from './device-codes.ts';

const english = (code: string) => deviceMessage(code, 'en-us');
const japanese = (code: string) => deviceMessage(code, 'ja-jp');
const englishFallback = 'Kindly refer manual for more details';
const japaneseFallback = 'サービスマニュアルを参照してください。';
const everyEvent = Array.from({ length: 0xa000 }, (_, code) => code.toString(16).toUpperCase().padStart(4, '0'));
/** The codes just before and just after every named range. */
const outsideRanges = (
  '00FF 013A 013F 0141 2A6F 2A74 2ACF 2AD5 2B70 2B72 2B7F 2B81 2BCF 2BD1 2D9F 2DA9 3B4F 3F11 4214 4216 4245 4247 ' +
  '4412 4414 4520 4524 4720 4722 4730 4732 5011 5031 50FE 5100 5211 5215 53FF 541A 5500 5503 5600 5603 5A0F 5A14 ' +
  '5C0F 5C23 5FFF 6087 60FF 6104 6120 6122 612F 6132 614F 61C5 61CF 61D4 61FF 6201 70FF 74B2 7FFF 8215'
).split(' ');

type Row = readonly [rows: string, subject: string, codes: readonly string[], text: RegExp];

describe('EV-01..EV-56 AU-48: English texts', () => {
  it('EV-01: most numeric codes give the fallback, exactly', () => {
    const unnamed = everyEvent.filter((code) => english(code) === englishFallback);
    expect(unnamed.length).toBeGreaterThan(everyEvent.length / 2);
    expect(unnamed).toEqual(expect.arrayContaining(['0000', '1A2B', '4000', '4FFF', '9000', '9FFF']));
  });

  it('EV-01: a code of no named range is not known', () => {
    for (const code of ['0000', '1A2B', '3FFF', '5000', '9000', '9FFF'])
      expect(explainCode(code, 'en-us')).toMatchObject({ isKnown: false, message: englishFallback });
  });

  it('EV-01: the codes next to every named range give the fallback', () => {
    expect(outsideRanges.filter((code) => english(code) !== englishFallback)).toEqual([]);
  });

  const singles: readonly (readonly [row: string, code: string, text: string])[] = [
    ['EV-03', '0100', 'SIP registration succeeded.'],
    ['EV-04', '0131', 'Transmission may be slow.'],
    ['EV-05', '0140', 'IP fax could not be started.'],
    ['EV-08', '2B71', 'Documents expire soon.'],
    ['EV-09', '2B80', 'The e-Filing disk is nearly full.'],
    ['EV-10', '2BD0', 'Power failed during a restore.'],
    ['EV-13', '4215', 'IPP PIN error.'],
    ['EV-13', '4413', 'IPP PIN error.'],
    ['EV-14', '4246', 'The IP fax licence is missing.'],
    ['EV-16', '4721', 'Multi-station print event.'],
    ['EV-16', '4731', 'Multi-station print event.'],
    ['EV-20', '5501', 'The request or the response is too large.'],
    ['EV-21', '5502', 'Timeout between the mobile device and the embedded application.'],
    ['EV-22', '5601', 'Proxy authentication failed.'],
    ['EV-23', '5602', 'EWB access was denied.'],
    ['EV-30', '6121', 'Secure erase failed.'],
    ['EV-34', '6200', 'The security level was changed.'],
  ];
  it.each(singles)('%s: %s reads "%s"', (_row, code, text) => {
    expect(english(code)).toBe(text);
  });

  it('EV-06 AU-47: 2A70 to 2A73 name the four operations in the listed order', () => {
    expect(['2A70', '2A71', '2A72', '2A73'].map(english)).toEqual([
      'Insufficient permission for remote scan.',
      'Insufficient permission for e-Filing through the scan utility.',
      'Insufficient permission for address book import.',
      'Insufficient permission for address book export.',
    ]);
  });

  it('EV-18: 5212 to 5214 ask to clean the part that the Japanese table names', () => {
    expect(['5212', '5213', '5214'].map(english)).toEqual([
      'Clean the charger.',
      'Clean the slit glass.',
      'Clean the LED print head.',
    ]);
  });

  const maintenance = ['7100', '7180', '71FF'];
  const laterMaintenance = ['7200', '72A0', '7300', '7400', '74B1'];
  const network = ['8000', '80FF', '8100', '8214'];
  const ranges: readonly Row[] = [
    ['EV-02', 'SIP registration failed', ['0101', '011A', '0130', '0132', '0139'], /^SIP registration failed\.$/],
    [
      'EV-07',
      'e-Filing operations',
      ['2AD0', '2AD2', '2AD4'],
      /^e-Filing backup, restore, archive or download done\.$/,
    ],
    ['EV-11', 'shared folder', ['2DA0', '2DA4', '2DA8'], /shared folder were deleted.*disk is nearly full/],
    [
      'EV-12',
      'mail reception',
      ['3B50', '3CFF', '3F10'],
      /^Mail reception error: SMTP, Off-Ramp \(.*\), POP3 \(connection, timeout or login\) or file I\/O\.$/,
    ],
    ['EV-15', 'print limits', ['4521', '4522', '4523'], /^A print limit was reached\.$/],
    ['EV-17', 'remote monitoring', ['5012', '501F', '5030', '50FF'], /^Remote monitoring error\.$/],
    ['EV-19', 'remote maintenance', ['5400', '540A', '5419'], /^Remote maintenance event\.$/],
    ['EV-24', 'trial', ['5A10', '5A11', '5A13'], /^The trial period expires soon\.$/],
    ['EV-25', 'fax unit', ['5C10', '5C1A', '5C1F'], /^Fax unit missing, or /],
    ['EV-26', 'address book', ['5C10', '5C1A', '5C1F'], /, or address book security\.$/],
    ['EV-27', 'import', ['5C20', '5C21', '5C22'], /^Import (?:completed|failed: (?:invalid format|internal error))\.$/],
    [
      'EV-28',
      'authentication',
      ['6000', '604B', '6086'],
      /^Result of .*: login, logout, box, LDAP, department code, card, PIN or fingerprint\.$/,
    ],
    ['EV-29', 'lock', ['6100', '6101', '6103'], /^An account or a box is locked\.$/],
    ['EV-31', 'time server', ['6130', '6131'], /^Time server event\.$/],
    [
      'EV-32',
      'log capacity',
      ['6150', '6199', '61C4'],
      /^A log \(print, scan, fax send, fax receive, message or application log\) is /,
    ],
    ['EV-33', 'storage', ['61D0', '61D1', '61D3'], /^Storage: back up .*back up and replace the storage\.$/],
    ['EV-35', 'updates', maintenance, /^Maintenance event: firmware, ROM or licence update,/],
    ['EV-36', 'imports and exports', maintenance, /\bimport, export\b/],
    ['EV-37', 'edits', maintenance, /\bedit of users \(.*\), roles or settings\.$/],
    ['EV-38', 'certificates', maintenance, /\bcertificate\b/],
    ['EV-39', 'backup and restore', laterMaintenance, /^Maintenance event: backup, restore,/],
    ['EV-40', 'TPM', laterMaintenance, /\bTPM\b/],
    ['EV-41', 'fingerprint', laterMaintenance, /\bfingerprint\b/],
    ['EV-42', 'remote commands', laterMaintenance, /\bremote command \(also one not permitted by the administrator\)/],
    ['EV-43', 'applications', laterMaintenance, /\bapplication install \(.*\), uninstall or licence,/],
    ['EV-44', 'licence activation', laterMaintenance, /\blicence activation\b/],
    ['EV-45', 'consumables', laterMaintenance, /\bconsumable install\b/],
    ['EV-46', 'debug log', laterMaintenance, /\bdebug log or data capture\b/],
    ['EV-47', 'remote panel', laterMaintenance, /\bremote panel\b/],
    ['EV-48', 'IP addresses', network, /^Network error: duplicate IP address,/],
    ['EV-49', '802.1X', network, /\b802\.1X\b/],
    ['EV-50', 'IPsec and IKE', network, /\bIPsec or IKE\b/],
    ['EV-51', 'DDNS', network, /\bDDNS\b/],
    ['EV-52', 'Bluetooth', network, /\bBluetooth\b/],
    ['EV-53', 'TLS', network, /\bTLS\b/],
    ['EV-54', 'wireless', network, /\bwireless LAN\b/],
    ['EV-55', 'SNMP', network, /\bSNMP\b/],
    ['EV-56', 'domain', network, /\bdomain \(Active Directory\) authentication\b/],
  ];
  it.each(ranges)('%s: the text of the range names its subject, %s', (_rows, _subject, codes, text) => {
    expect(codes.filter((code) => !text.test(english(code)))).toEqual([]);
  });

  it('EV-48..EV-56: all 533 network codes, and no others, name the nine subjects', () => {
    const text =
      'Network error: duplicate IP address, 802.1X, IPsec or IKE, DDNS, Bluetooth, TLS, wireless LAN, SNMP, ' +
      'or domain (Active Directory) authentication.';
    const codes = everyEvent.filter((code) => english(code) === text);
    expect([codes.length, codes[0], codes.at(-1)]).toEqual([533, '8000', '8214']);
  });

  it('EV-39..EV-47: all 690 later maintenance codes, and no others, name the nine subjects', () => {
    const text =
      'Maintenance event: backup, restore, TPM, fingerprint, remote command (also one not permitted by the ' +
      'administrator), application install (also a refusal at the maximum number of registered applications), ' +
      'uninstall or licence, licence activation, consumable install, debug log or data capture, or remote panel.';
    const codes = everyEvent.filter((code) => english(code) === text);
    expect([codes.length, codes[0], codes.at(-1)]).toEqual([690, '7200', '74B1']);
  });

  it('EV-25 EV-26 EV-27: from 5C10 to 5C1F the two conditions, then the three results of an import in the listed order', () => {
    const codes = everyEvent.filter((code) => english(code) === 'Fax unit missing, or address book security.');
    expect([codes.length, codes[0], codes.at(-1)]).toEqual([16, '5C10', '5C1F']);
    expect(['5C20', '5C21', '5C22'].map(english)).toEqual([
      'Import completed.',
      'Import failed: invalid format.',
      'Import failed: internal error.',
    ]);
    expect(['5C20', '5C21'].map((code) => explainCode(code, 'en-us').severity)).toEqual(['information', 'warning']);
  });
});

describe('EV-57..EV-75: Japanese texts', () => {
  const settings = ['7100', '7180', '71FF'];
  const later = ['7200', '72A0', '7300', '7400', '74B1'];
  const prints = ['4000', '4214', '4800', '4ABC', '4FFF'];
  const ranges: readonly Row[] = [
    ['EV-57', 'SIP registration', ['0101', '011A', '0139'], /^SIP登録に失敗しました。$/],
    ['EV-57', 'IP fax start-up', ['0140'], /^IPファクスを起動できませんでした。$/],
    ['EV-58', 'filing box', ['2AD0', '2AD2', '2AD4'], /^ファイリングボックスのバックアップ、リストア、アーカイブ/],
    ['EV-58', 'restore cut off', ['2BD0'], /^リストアの途中で電源が切れました。$/],
    ['EV-59', 'documents that expire', ['2B71'], /保存期限が切れる文書/],
    ['EV-59', 'shared folder', ['2DA0', '2DA4', '2DA8'], /共有フォルダーの文書が期限切れまたは削除/],
    ['EV-60', 'disk space', ['2B80', '2DA0', '2DA4', '2DA8'], /HDDの空き容量が残りわずか/],
    [
      'EV-61',
      'mail reception',
      ['3B50', '3CFF', '3F10'],
      /^メール受信エラーです：.*POP3（接続、タイムアウト、ログイン、ログイン方式）/,
    ],
    [
      'EV-62',
      'off-ramp limit',
      ['3B50', '3CFF', '3F10'],
      /オフランプ（ファクス転送の宛先が40件を超えた場合を含む。41件目以降の宛先には転送されません）/,
    ],
    ['EV-63', 'print errors', prints, /^プリントエラーです。/],
    ['EV-64', 'IPP-PIN', ['4215', '4413'], /^IPP-PINエラーです。$/],
    ['EV-65', 'connection limit', prints, /接続数が上限に達した/],
    ['EV-66', 'full job or storage', prints, /ジョブまたはストレージが満杯/],
    ['EV-67', 'remote monitoring', ['5012', '501F', '5030', '50FF'], /^リモート監視エラーです。$/],
    ['EV-67', 'remote maintenance', ['5400', '540A', '5419'], /^リモート保守のイベントです。$/],
    ['EV-69', 'trial', ['5A10', '5A11', '5A13'], /試用期間が終了/],
    ['EV-70', 'authentication', ['6000', '604B', '6086'], /ログイン、ログアウト、.*カード、PIN、指紋、ロックアウト。$/],
    ['EV-70', 'lockout, where English has it', ['6100', '6101', '6103'], /ロックアウト/],
    [
      'EV-71',
      'log usage, where English has it',
      ['6150', '6199', '61C4'],
      /^ログ（プリント、スキャン、ファクス送信、ファクス受信、メッセージ、アプリケーションのいずれか）の/,
    ],
    [
      'EV-72',
      'settings and data',
      settings,
      /ファームウェア、.*インポート、エクスポート、証明書、またはユーザー（.*）、ロール、設定の編集。$/,
    ],
    [
      'EV-73',
      'maintenance',
      later,
      /バックアップ、リストア、TPM、指紋、リモートコマンド.*アプリケーションのインストール（.*）、.*ライセンス.*部品の交換、デバッグログ/,
    ],
    [
      'EV-74',
      'network',
      ['8000', '80FF', '8100', '8214'],
      /^ネットワークエラーです：IPアドレスの重複、802\.1X、IPsecまたはIKE、DDNS、Bluetooth、TLS、無線LAN、SNMP、ドメイン（Active Directory）認証。$/,
    ],
  ];
  it.each(ranges)('%s: the text of the range names its subject, %s', (_rows, _subject, codes, text) => {
    expect(codes.filter((code) => !text.test(japanese(code)))).toEqual([]);
  });

  it('EV-68: 5212 to 5214 ask to clean the three parts in the listed order', () => {
    expect(['5212', '5213', '5214'].map(japanese)).toEqual([
      '帯電チャージャーを清掃してください。',
      'スリットガラスを清掃してください。',
      'LEDプリントヘッドを清掃してください。',
    ]);
  });

  it('EV-75: no numeric code with an English text of its own lacks a Japanese one', () => {
    const named = everyEvent.filter((code) => english(code) !== englishFallback);
    expect(named.length).toBeGreaterThan(2000);
    expect(
      named.filter((code) => japanese(code) === japaneseFallback || !/[ぁ-んァ-ヶ一-龠]/u.test(japanese(code))),
    ).toEqual([]);
  });

  it('EV-75: a code that neither table names refers to the service manual', () => {
    const outside = outsideRanges.filter((code) => !code.startsWith('4'));
    const unnamed = ['0000', '1A2B', '3FFF', '5000', '9FFF', ...outside];
    expect(unnamed.filter((code) => japanese(code) !== japaneseFallback)).toEqual([]);
  });
});

describe('facts', () => {
  it('a success asks for no action', () => {
    for (const code of ['0100', '2AD0', '2AD4', '6200'])
      expect(explainCode(code, 'en-us')).toMatchObject({ who: null, severity: 'information', isKnown: true });
  });

  it('a range that holds successes and failures raises no alarm', () => {
    for (const code of ['5400', '6000', '7100', '7200', '74B1'])
      expect(explainCode(code, 'en-us')).toMatchObject({ category: 'other', severity: 'information', isKnown: true });
  });

  it('a failure says who can act', () => {
    expect(explainCode('0101', 'en-us')).toMatchObject({ who: 'user', severity: 'error', place: 'Fax unit' });
    expect(explainCode('5012', 'ja-jp')).toMatchObject({ who: 'technician', severity: 'error' });
    expect(explainCode('6121', 'en-us')).toMatchObject({ who: 'technician', severity: 'error', place: 'Security' });
    expect(explainCode('8000', 'ja-jp')).toMatchObject({ who: 'user', severity: 'error', place: 'ネットワーク' });
  });
});
