export interface TermsSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/**
 * The terms of use, in English for all locales (OQ-21, TM-11 to TM-23), written afresh for this product. To
 * be checked by a lawyer before real use. A change of meaning needs a new version, as users agree to a
 * version.
 */
export const termsOfUse: { readonly version: string; readonly sections: readonly TermsSection[] } = {
  version: '1.0.1',
  sections: [
    {
      title: '1. Acceptance',
      paragraphs: [
        'These terms govern your use of this remote diagnosis portal, in this text called the portal. The portal shows what networked printers and copiers report about themselves, what has been computed from those reports, and advice for their service.',
        'By choosing Accept you confirm that you have read these terms, that you agree to them, and that you may bind the organisation for which you service or support devices. If you do not agree, choose Decline; you are then signed out, nothing is recorded, and you cannot use the portal until you agree.',
        'The version you agreed to is kept with your account. When these terms change in a way that matters to you, the version number rises and you are asked again before your next use. You find the current text and the version you agreed to under Terms of Use in the user menu at any time.',
      ],
    },
    {
      title: '2. Licence',
      paragraphs: [
        'For as long as your account is active you receive a personal, non-exclusive and non-transferable right to use the portal in a web browser, solely for the service, the supply and the support of devices that are assigned to your groups. You may use what you see there to plan visits, order parts and supplies, and inform the customer who operates the device.',
        'No other right is granted. All rights in the portal, its texts, its code tables and its design stay with those who hold them. You may not lend, rent or sell your access, and your right does not pass to another organisation if yours is sold or merged without consent in writing.',
      ],
    },
    {
      title: '3. Restrictions',
      paragraphs: [
        'You may not copy, change or redistribute the portal or parts of it; make it available to third parties; examine its inner structure beyond what the law allows without consent; remove or cover notices of origin; or use it to build a product that competes with it.',
        'You may not try to reach devices, customers or data that are not assigned to you, get round limits of access or of rate, disturb the operation of the portal, or bring harmful code into it. Automatic queries are allowed only through the documented calls, with your own credentials and within the published limits.',
        'You may not use the portal where a failure or a wrong reading could endanger life, health or the environment. It is a tool for planning service; it does not replace the safety instructions of a device or the judgement of a trained technician.',
      ],
    },
    {
      title: '4. Accounts',
      paragraphs: [
        'You use the portal with an account that your administrator has set up and that belongs to one person. You keep your credentials secret, do not share them, and sign out on computers that others use. What is done with your account counts as done by you until you report otherwise.',
        'Tell your administrator at once if you believe that someone else knows your credentials, if you lose a device on which you are signed in, or if your tasks change so that you no longer need the groups assigned to you. Which devices you see follows from those groups; an administrator can change them at any time.',
        'The information you give about yourself must be correct. An account that is not used for a long time, or whose holder has left the organisation, may be closed.',
      ],
    },
    {
      title: '5. User content',
      paragraphs: [
        'Texts, settings and files that you enter into the portal, in this text called user content, remain yours or your organisation’s. You allow the operator of the portal to store, copy, display and transmit them as far as the service needs it, in particular to show them to other users who may see the same devices.',
        'You are responsible for your user content. You confirm that you may enter it, that it breaks no law and no right of others, and that it holds no secrets, credentials or personal data that the service of a device does not require. Content that breaks these terms may be removed without notice.',
        'If you send suggestions for improvement, they may be used without payment and without obligation to you.',
      ],
    },
    {
      title: '6. Copyright notices',
      paragraphs: [
        'The portal, including its program code, its texts, tables, drawings and marks, is protected by copyright and other rights. Names of products and companies that appear in it may be marks of their owners and are used only to identify devices and parts.',
        'The portal contains open source components. Their licences, which come with the software, apply to those components and prevail over these terms for them. Copyright notices in the portal and in what you print or export from it must be kept.',
        'If you believe that something in the portal infringes your copyright, write to the operator and name the work, the place where it appears, your address, and a statement that your notice is correct and that you hold the right or act for its holder. Material that is rightly complained of is removed, and an account that infringes repeatedly is closed.',
      ],
    },
    {
      title: '7. Privacy',
      paragraphs: [
        'The portal keeps what it needs to work: your name and user identifier as your identity provider gives them, your groups and role, the time of your login, the version of these terms you agreed to and when, and changes of settings with their author and time. Access logs are kept for a limited time to protect the service.',
        'From devices the portal keeps identification, counters, states, errors, settings, versions, network addresses and the place and customer that the site’s settings name. It keeps no content of printed, copied, scanned or faxed documents, no address books, and no names of the people who use the devices.',
        'These data are used to provide and protect the service and to compute statistics and predictions about devices. They are given to others only where this is needed for the service, where you or your customer have agreed, or where the law requires it. Statistics across many devices may be used without reference to a person, a customer or a single device.',
        'Tokens of your session are kept in the local storage of your browser and removed when you sign out. You may ask the operator what is kept about you, and have it corrected or, as far as no duty to keep it stands against this, deleted. You inform your customers, where the law demands it, that their devices report to the portal.',
      ],
    },
    {
      title: '8. Termination',
      paragraphs: [
        'These terms apply from your agreement until your account is closed. You may end your use at any time by telling your administrator. The operator may suspend or close an account at once if these terms are broken, if the security of the portal demands it, or if the contract with your organisation ends; otherwise with reasonable notice.',
        'With the end of your account your right of use ends too. You then delete copies of data that you took from the portal, unless you must keep them by law or need them for service work that was ordered. Sections 3, 5, 6, 7, 9, 10 and 11 continue to apply as far as their purpose reaches beyond the end.',
      ],
    },
    {
      title: '9. Limits of liability',
      paragraphs: [
        'The portal is provided as it is and as it is available. It may be interrupted for maintenance or by causes outside the operator’s control. What it shows depends on what devices report, and devices report late, in part, or wrongly. A value that was not reported is shown as such and must not be read as zero.',
        'Predictions, recommended parts and days left are estimates with a range. They are no promise that a part fails at that time or lasts until then, and they do not release you from inspecting the device. To the extent the law allows, no warranty is given that the portal is free of errors, complete, or fit for a particular purpose.',
        'To the same extent, the operator and its suppliers are not liable for indirect or consequential damage, in particular lost profit, lost data, downtime of a device, or the cost of a visit or of a part that proved unnecessary, even if such damage could be foreseen. Where liability remains, it is limited to the amount paid for your organisation’s use of the portal in the twelve months before the event. Liability for intent and gross negligence, for injury to life and health, and wherever the law forbids its limitation, is not limited.',
      ],
    },
    {
      title: '10. Export rules',
      paragraphs: [
        'The portal and the technical information in it may be subject to export control and sanctions law, including the Foreign Exchange and Foreign Trade Act of Japan, the Export Administration Regulations of the United States, and the rules of the country in which you work. You comply with these rules at your own responsibility.',
        'You confirm that you are not in a country, and not a person or organisation, to which such access may not be given, and that you will not pass on access or information from the portal to such places or persons, nor use it for the development, production or use of nuclear, chemical or biological weapons or of missiles. If you need an approval to use the portal from where you are, obtain it first.',
      ],
    },
    {
      title: '11. Governing law',
      paragraphs: [
        'These terms are governed by the laws of Japan, without regard to rules that would lead to the law of another country. The United Nations Convention on Contracts for the International Sale of Goods does not apply. The Tokyo District Court has exclusive jurisdiction in the first instance over disputes that arise from these terms or from the use of the portal, except where the law that protects you gives you another court.',
        'If a part of these terms is invalid, the rest stays in force, and the invalid part is replaced by a valid one that comes closest to its purpose. If a right is not exercised, it is not waived. These terms are written in English; a translation serves only for understanding.',
      ],
    },
  ],
};
