import { describe, expect, it } from 'vitest';
import { applicationCodes, applicationMessage } from './application-codes.ts';
import englishData from './data/application-codes/en-us.json' with { type: 'json' };
import japaneseData from './data/application-codes/ja-jp.json' with { type: 'json' };
import { locales } from './locale.ts';

const en = (code: number) => applicationMessage(code, 'en-us');
const ja = (code: number) => applicationMessage(code, 'ja-jp');

describe('specified wording, exactly', () => {
  it.each([
    [101000, 'Error occurred. When this error occurs frequently, please logout and login.'],
    [102001, 'Network error.'],
    [102002, 'Token is already expired or cleared.'],
    [102003, 'No device selected.'],
    [201000, 'Server error occurred. When this error occurs frequently, please logout and login.'],
    [202001, 'Invalid parameters. Please contact administrator.'],
    [204001, 'Resource not found. Please contact administrator.'],
  ])('AC-04 AC-05 AC-06 AC-07 AC-14 AC-22 AC-26: %i reads "%s"', (code, text) => {
    expect(en(code)).toBe(text);
  });

  it.each([
    [101000, /^エラーが発生しました。.*ログアウトしてから再度ログイン/],
    [102001, /サーバーに接続できませんでした。ネットワークの状態を確認/],
    [102002, /認証トークン.*有効期限が切れているか、すでに削除/],
    [102003, /機器が選択されていません。最初から操作をやり直して/],
    [201000, /^サーバーでエラーが発生しました。.*ログアウトしてから再度ログイン/],
    [202001, /通信内容に異常.*パラメーターが正しくありません.*管理者/],
    [204001, /対象の情報が見つかりません。管理者/],
  ])(
    'AC-04 AC-05 AC-06 AC-07 AC-14 AC-22 AC-26: %i in Japanese, with the advice of the catalogue',
    (code, japanese) => {
      expect(ja(code)).toMatch(japanese);
    },
  );
});

describe('meaning of the other codes, in both languages', () => {
  it.each([
    [0, /logout and login/, /ログアウトしてから再度ログイン/],
    [100000, /success/, /正常/],
    [200000, /success/, /正常/],
    [103001, /could not be fetched\. Check the network and retry/, /取得できませんでした.*ネットワーク.*再試行/],
    [103002, /response.*invalid\. Wait .* retry/, /応答が正しくありません.*待ってから再試行/],
  ])('AC-01 AC-02 AC-03 AC-08 AC-09: %i', (code, english, japanese) => {
    expect(en(code)).toMatch(english);
    expect(ja(code)).toMatch(japanese);
  });

  it.each([
    [200001, /Agree to the terms of use first/, /ご利用規約への同意/],
    [200002, /no permission\. Contact the administrator/, /利用権限がありません。管理者/],
    [200003, /permission for this device.*device-management console/, /機器の利用権限.*機器管理コンソール/],
    [200004, /not found.*registered.*days/, /見つかりません.*登録後.*数日/],
  ])('AC-10 AC-11 AC-12 AC-13: %i', (code, english, japanese) => {
    expect(en(code)).toMatch(english);
    expect(ja(code)).toMatch(japanese);
  });

  it.each([
    [201001, /expired\. Log in again/, /有効期限が切れました。再度ログイン/],
    [201002, /could not be verified\. Log in again/, /検証できませんでした。再度ログイン/],
    [201003, /check .* failed\. Log in again/, /検証でエラー.*再度ログイン/],
    [201004, /No credentials were found\. Log in again/, /見つかりません。再度ログイン/],
    [201005, /invalid or corrupted\. Log in again/, /無効.*破損.*再度ログイン/],
    [201006, /log in again/, /再度ログイン/],
    [201007, /Contact the administrator/, /管理者へご連絡/],
  ])('AC-15..AC-21: %i', (code, english, japanese) => {
    expect(en(code)).toMatch(english);
    expect(ja(code)).toMatch(japanese);
  });

  it.each([203001, 203002, 203003])(
    'AC-23 AC-24 AC-25: %i asks to wait and retry, or to contact the administrator',
    (code) => {
      expect(en(code)).toMatch(/load .* high|Too many requests/);
      expect(en(code)).toMatch(/Wait a while and retry\. .*contact the administrator/);
      expect(ja(code)).toMatch(/待ってから再試行.*管理者/);
    },
  );

  it.each([205000, 205001])('AC-27 AC-28: %i is an internal server error', (code) => {
    expect(en(code)).toMatch(/^Internal server error/);
    expect(ja(code)).toMatch(/^サーバー内部でエラー/);
  });

  it.each([301001, 301002, 301003, 301004])('AC-29..AC-32: %i says the user information was not confirmed', (code) => {
    expect(en(code)).toMatch(/user information could not be confirmed.*internal connection error/);
    expect(ja(code)).toMatch(/内部接続エラー.*ユーザー情報を確認できません/);
  });

  it.each([302001, 302002, 302003, 302004])('AC-33..AC-36: %i says the access rights were not confirmed', (code) => {
    expect(en(code)).toMatch(/access rights could not be confirmed/);
    expect(ja(code)).toMatch(/アクセス権を確認できません/);
  });

  it.each([401000, 401001, 401002])('AC-37 AC-38 AC-39: %i says device information was not obtained', (code) => {
    expect(en(code)).toMatch(/^Internal server error.*device information could not be obtained/);
    expect(ja(code)).toMatch(/機器情報を取得できません/);
  });

  it.each([501000, 501001, 501002])('AC-40 AC-41 AC-42: %i says storage information was not obtained', (code) => {
    expect(en(code)).toMatch(/^Internal server error.*storage information could not be obtained/);
    expect(ja(code)).toMatch(/ストレージ情報を取得できません/);
  });
});

describe('the catalogue as a whole', () => {
  it('AC-43 GE-03: each of the 46 codes has a text in both languages, and no other code has', () => {
    expect(applicationCodes).toHaveLength(46);
    expect(applicationCodes.filter((code) => !en(code)?.endsWith('.') || !ja(code)?.endsWith('。'))).toEqual([]);
    for (const code of [-1, 1, 100001, 999999, Number.NaN, 1.5]) expect(en(code)).toBeUndefined();
  });

  it('AC-43: texts are alike only where the meanings given are: the generic error, success, and causes that one step mends', () => {
    for (const locale of locales) {
      const codes = new Map<string, number[]>();
      for (const code of applicationCodes) {
        const text = applicationMessage(code, locale) ?? '';
        codes.set(text, [...(codes.get(text) ?? []), code]);
      }
      expect([...codes.values()].filter((alike) => alike.length > 1)).toEqual([
        [0, 101000],
        [100000, 200000],
        [301001, 301004],
        [302002, 302003, 302004],
      ]);
    }
  });

  it('AC-43: seven wordings are specified, all others are written by the project', () => {
    expect(Object.keys(englishData.specified).map(Number)).toEqual([
      101000, 102001, 102002, 102003, 201000, 202001, 204001,
    ]);
    expect(Object.keys(englishData.project)).toHaveLength(39);
    expect([Object.keys(japaneseData.specified).length, Object.keys(japaneseData.project).length]).toEqual([0, 46]);
  });

  it('AC-43: no Japanese text holds an English word', () => {
    expect(applicationCodes.filter((code) => /[A-Za-z]/.test(ja(code) ?? ''))).toEqual([]);
  });

  it('EH-32: the text of 201006, which forces no login, asks the user to log in again', () => {
    expect(en(201006)).toBe('Log out and log in again.');
  });
});
