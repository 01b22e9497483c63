import { describe, expect, test } from 'vitest';
import { countTargets, listTargets, toTargetName, toTargetSpan, toTargetSpans } from './targets.ts';

const list = (text: string, exclude = '') =>
  [...listTargets(toTargetSpans(text), toTargetSpans(exclude))].map(({ host, port }) => `${host}:${port}`);

describe('targets', () => {
  test('networks, ranges, names and ports in one list', () => {
    expect(list('192.0.2.0/30, printer.example 192.0.2.9-11,127.0.0.1:16101-16103')).toEqual([
      '192.0.2.1:161',
      '192.0.2.2:161',
      'printer.example:161',
      '192.0.2.9:161',
      '192.0.2.10:161',
      '192.0.2.11:161',
      '127.0.0.1:16101',
      '127.0.0.1:16102',
      '127.0.0.1:16103',
    ]);
  });

  test('a network begins where its prefix ends, without its own and the broadcast address', () => {
    expect(list('192.0.2.77/29')).toEqual([73, 74, 75, 76, 77, 78].map((n) => `192.0.2.${n}:161`));
    expect(list('192.0.2.4/31')).toEqual(['192.0.2.4:161', '192.0.2.5:161']);
    expect(list('192.0.2.4/32:1161')).toEqual(['192.0.2.4:1161']);
    expect(list('10.0.0.254-10.0.1.1')).toEqual(
      ['10.0.0.254', '10.0.0.255', '10.0.1.0', '10.0.1.1'].map((a) => `${a}:161`),
    );
  });

  test('IPv6 addresses, in brackets where a port follows, in one spelling', () => {
    expect(list('2001:DB8:0::7 [2001:db8::8],[2001:db8::9]:1161-1162 fe80::1%eth0')).toEqual([
      '2001:db8::7:161',
      '2001:db8::8:161',
      '2001:db8::9:1161',
      '2001:db8::9:1162',
      'fe80::1%eth0:161',
    ]);
    expect(list('2001:db8::7,[2001:db8::8]:161,[2001:db8::8]:162', '2001:db8:0:0::7 [2001:DB8::8]:162')).toEqual([
      '2001:db8::8:161',
    ]);
    expect(toTargetName({ host: '2001:db8::7', port: 161 })).toBe('[2001:db8::7]:161');
    expect(() => toTargetSpan('[printer]')).toThrow("'printer' is not an IPv6 address");
    expect(() => toTargetSpan('2001:db8::g')).toThrow('as [2001:db8::7]:1161');
  });

  test('a /16 is counted, and started, without being expanded', () => {
    const span = toTargetSpan('10.20.0.0/16');
    expect(countTargets(span)).toBe(65_534);
    const [first] = listTargets([span], []);
    expect(first).toEqual({ host: '10.20.0.1', port: 161, searched: true });
  });

  test('a span of more than 16 is a search, a shorter one a list of printers', () => {
    const searched = (text: string) =>
      new Set([...listTargets(toTargetSpans(text), [])].map((target) => target.searched));
    expect(searched('printer.example,192.0.2.0/28,127.0.0.1:1-16')).toEqual(new Set([false]));
    expect(searched('192.0.2.0/27,127.0.0.1:1-17')).toEqual(new Set([true]));
  });

  test('excluded targets are left out: addresses, networks, names, single ports', () => {
    expect(list('192.0.2.0/29', '192.0.2.2,192.0.2.4/30')).toEqual(['192.0.2.1:161', '192.0.2.3:161']);
    expect(list('Printer.example,other.example', 'printer.EXAMPLE')).toEqual(['other.example:161']);
    expect(list('127.0.0.1:1-4', '127.0.0.1:2-3')).toEqual(['127.0.0.1:1', '127.0.0.1:4']);
    expect(list('127.0.0.1:1-4', '127.0.0.1')).toEqual([]);
  });

  test.each([
    ['10.0.0.0/15', 'a network wider than /16 is not searched'],
    ['10.0.0.0/16:161-162', '131068 addresses are more than one target may have'],
    ['192.0.2.300', "'192.0.2.300' is not an IPv4 address"],
    ['192.0.2.0/33', 'a prefix is at most 32'],
    ['192.0.2/24', "'192.0.2' is not an IPv4 address"],
    ['192.0.2.20-10', 'the range ends before it begins'],
    ['192.0.2.1-999', 'neither an IPv4 address nor a last number'],
    ['printer.example:0', 'port 0 is not within 1 to 65535'],
    ['printer.example:70000', 'port 70000 is not within'],
    ['printer.example:20-10', 'the last port is below the first'],
    ['prin ter_é', "'ter_é' is neither an IPv4 address nor a host name"],
    ['fe80::1:::2', 'expected host, network or range'],
    ['http://printer/', 'expected host, network or range'],
  ])('%s is refused with an explanation', (text, message) => {
    expect(() => toTargetSpans(text)).toThrow(message);
  });
});
