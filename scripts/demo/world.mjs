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

/** Groups by rule, and the users who see them. */
export const groups = [
  { name: 'Haldane Office', id: 1, rule: ['--dealers', 'D-2041'], users: ['dealer', 'service'] },
  { name: 'Nordhavn Logistics', id: 2, rule: ['--customers', 'C-10021'], users: ['dealer', 'service'] },
  { name: '北浜ビジネス機器', id: 3, rule: ['--dealers', 'D-2043'], users: ['service'] },
];

export const notifications = [
  {
    en: 'Welcome to Platen.\nThe printers you see are simulated, and read over SNMP once a minute.',
    ja: 'Platenへようこそ。\n表示されている機器はシミュレーションです。SNMPで1分ごとに読み取っています。',
  },
];
