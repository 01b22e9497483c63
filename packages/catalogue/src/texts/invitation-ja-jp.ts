import type { InvitationTexts } from './types.ts';

/** As `invitation-en-us.ts`, in Japanese. */
export const texts: InvitationTexts = {
  invitation: {
    ended: 'この招待は使用済み、取り消し済み、または期限切れです。招待した人に新しい招待を依頼してください。',
    mail: '認証プロバイダーが招待されたメールアドレスを確認していないか、このログインにはすでにアカウントがあります。',
    changeUser: '別のユーザーでログイン',
    withoutInvitation: '招待を使わずに続ける',
    failed: '招待を受け付けられませんでした。リンクをもう一度開いてください。',
  },
};
