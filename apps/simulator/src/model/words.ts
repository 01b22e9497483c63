import type { Words } from './machine.ts';

export const english: Words = {
  ready: 'Ready',
  printing: 'Printing',
  jam: 'Paper jam. Open the side door and remove the paper',
  doorOpen: 'A door is open',
  trayEmpty: (tray) => `${tray} is empty`,
  low: (supply) => `${supply} low`,
  empty: (supply) => `Replace ${supply}`,
  serviceCall: 'Call for service',
};

export const japanese: Words = {
  ready: '印刷できます',
  printing: '印刷中です',
  jam: '用紙がつまりました。カバーを開けて取り除いてください',
  doorOpen: 'カバーが開いています',
  trayEmpty: (tray) => `${tray}に用紙がありません`,
  low: (supply) => `${supply}が残りわずかです`,
  empty: (supply) => `${supply}を交換してください`,
  serviceCall: 'サービス担当者に連絡してください',
};
