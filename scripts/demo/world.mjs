/** Customers of the demonstration, one a simulated printer; all invented. */
export const customers = [
  {
    customerNumber: 'C-10021',
    customerName: 'Nordhavn Logistics',
    description: 'Open plan east',
    dealerNumber: 'D-2041',
    dealerName: 'Haldane Office',
  },
  {
    customerNumber: 'C-10021',
    customerName: 'Nordhavn Logistics',
    description: 'Reception',
    dealerNumber: 'D-2041',
    dealerName: 'Haldane Office',
  },
  {
    customerNumber: 'C-10044',
    customerName: '東亜物産 大阪支店',
    description: '経理部 3F',
    dealerNumber: 'D-2043',
    dealerName: '北浜ビジネス機器',
  },
  {
    customerNumber: 'C-10044',
    customerName: '東亜物産 大阪支店',
    description: '総務課',
    dealerNumber: 'D-2043',
    dealerName: '北浜ビジネス機器',
  },
  {
    customerNumber: 'C-10077',
    customerName: 'Clinique du Parc',
    description: 'Ward 4 nurse station',
    dealerNumber: 'D-2041',
    dealerName: 'Haldane Office',
  },
  {
    customerNumber: 'C-10077',
    customerName: 'Clinique du Parc',
    description: "Director's office",
    dealerNumber: 'D-2041',
    dealerName: 'Haldane Office',
  },
  {
    customerNumber: 'C-10102',
    customerName: '市立北浜図書館',
    description: '閲覧室 カウンター',
    dealerNumber: 'D-2043',
    dealerName: '北浜ビジネス機器',
  },
  {
    customerNumber: 'C-10115',
    customerName: 'Tessel Publishing',
    description: 'Print room, unit 2',
    dealerNumber: 'D-2041',
    dealerName: 'Haldane Office',
  },
];

/** Of the customers above and of the simulated fleet: what their collector keys may report for. */
export const dealers = ['D-2041', 'D-2042', 'D-2043', 'D-2044', 'D-2045', 'D-2046'];

/** Dealers and some of their customers, parents first, and the users of the development sign-in in them. */
export const organisations = [
  { name: 'Haldane Office', kind: 'dealer', numbers: 'D-2041', users: ['dealer-admin', 'billing'] },
  { name: '北浜ビジネス機器', kind: 'dealer', numbers: 'D-2043' },
  { name: 'Merrow Copy Systems', kind: 'dealer', numbers: 'D-2044' },
  { name: 'Brandt Bürotechnik', kind: 'dealer', numbers: 'D-2045' },
  { name: '青葉事務機', kind: 'dealer', numbers: 'D-2046' },
  {
    name: 'Nordhavn Logistics',
    kind: 'customer',
    below: 'Haldane Office',
    numbers: 'C-10021',
    users: ['customer'],
  },
  { name: 'Clinique du Parc', kind: 'customer', below: 'Haldane Office', numbers: 'C-10077' },
  { name: 'Tessel Publishing', kind: 'customer', below: 'Haldane Office', numbers: 'C-10115' },
  { name: '東亜物産 大阪支店', kind: 'customer', below: '北浜ビジネス機器', numbers: 'C-10044' },
  { name: '市立北浜図書館', kind: 'customer', below: '北浜ビジネス機器', numbers: 'C-10102' },
];

/** Groups by rule, and the users who see them. */
export const groups = [
  { name: 'Haldane Office', id: 1, rule: ['--dealers', 'D-2041'], users: ['dealer', 'technician', 'service'] },
  { name: 'Nordhavn Logistics', id: 2, rule: ['--customers', 'C-10021'], users: ['dealer', 'technician', 'service'] },
  { name: '北浜ビジネス機器', id: 3, rule: ['--dealers', 'D-2043'], users: ['service'] },
  { name: 'Merrow Copy Systems', id: 4, rule: ['--dealers', 'D-2044'], users: ['service'] },
  { name: 'Brandt Bürotechnik', id: 5, rule: ['--dealers', 'D-2045'], users: ['service'] },
  { name: '青葉事務機', id: 6, rule: ['--dealers', 'D-2046'], users: ['service'] },
];

/** Simulated people who work on the worklist: one who hands out the work first. They have no password. */
export const people = [
  { subject: 'simulated-weber', name: 'Dana Weber', role: ['service', '--all'] },
  { subject: 'simulated-mori', name: 'Ken Mori', role: ['technician', '--groups', '1,2,3,4,5,6'] },
  { subject: 'simulated-lund', name: 'Ida Lund', role: ['technician', '--groups', '1,2,3,4,5,6'] },
];

export const notifications = [
  {
    en: 'Welcome to Platen.\nThe devices you see are simulated: a few printers are read over SNMP once a minute, a fleet of machines reports once a day, and three simulated people work on the worklist.',
    ja: 'Platenへようこそ。\n表示されている機器はシミュレーションです。数台のプリンターをSNMPで1分ごとに読み取り、そのほかの機器は1日に1回報告します。ワークリストでは3人の担当者（シミュレーション）が作業しています。',
  },
];
