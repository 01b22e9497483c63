import { describe, expect, test } from 'vitest';
import { allowedDestinations } from '../../settings/webhook-allow.ts';
import { findDestination, RefusedDestination, readAddress } from './destination.ts';
import { isPublicAddress } from './public-address.ts';

const nothing = allowedDestinations('');
const faultOf = (text: string, allowed = nothing): string | undefined => {
  try {
    readAddress(text, allowed);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedDestination) return error.message;
    throw error;
  }
};

describe('the address of a destination', () => {
  test.each([
    'https://erp.example/hook',
    'https://erp.example:443/',
    'https://erp.example:1024/',
    'https://erp.example:65535/a?b=c',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]:8443/',
    'https://münchen.example/',
  ])('DE-29: %s may be one', (text) => {
    expect(faultOf(text)).toBeUndefined();
  });

  test.each([
    ['http://erp.example/', 'must begin with https:'],
    ['ftp://erp.example/', 'must begin with https:'],
    ['file:///etc/passwd', 'must begin with https:'],
    ['https://user@erp.example/', 'user name'],
    ['https://:secret@erp.example/', 'user name'],
    ['https://erp.example:80/', 'port 80'],
    ['https://erp.example:22/', 'port 22'],
    ['https://erp.example:0/', 'port 0'],
    ['https://erp.example:65536/', 'not a web address'],
    ['https://erp.example\\@10.0.0.1/', 'not a web address'],
    ['https://erp\u200b.example/', 'not a web address'],
    ['https://erp.example/\r\nhost: other', 'not a web address'],
    ['https://', 'not a web address'],
    ['', 'not a web address'],
    [`https://erp.example/${'a'.repeat(2000)}`, 'not a web address'],
    ['https://2130706433/', '127.0.0.1 is not a public address'],
    ['https://0x7f.1/', '127.0.0.1 is not a public address'],
    ['https://0177.0.0.01/', '127.0.0.1 is not a public address'],
    ['https://１２７.0.0.1/', '127.0.0.1 is not a public address'],
    ['https://127.1./', '127.0.0.1 is not a public address'],
    ['https://[::ffff:10.0.0.1]/', 'not a public address'],
    ['https://169.254.169.254/latest/meta-data/', 'not a public address'],
  ])('DE-28 DE-29: %j is refused: %s', (text, message) => {
    expect(faultOf(text)).toContain(message);
  });

  test('DE-28: http is for addresses that the operator allows, with port 80 too', () => {
    const allowed = allowedDestinations('10.2.0.0/16, erp.office');
    expect(faultOf('http://10.2.3.4/', allowed)).toBeUndefined();
    expect(faultOf('http://erp.office:8080/', allowed)).toBeUndefined();
    expect(faultOf('http://10.3.0.1/', allowed)).toContain('not a public address');
    expect(faultOf('http://93.184.216.34/', allowed)).toContain('must begin with https:');
    expect(faultOf('http://erp.office:22/', allowed)).toContain('port 22');
  });
});

describe('public addresses', () => {
  test.each(
    `0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16
     169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1
     198.51.100.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1
     ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:db8::1
     2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0
     fec0::1 ff02::1 2606:2800::5efe:10.0.0.1 2606:2800::200:5efe:10.0.0.1 010.0.0.1 1.2.3 erp.example`
      .split(/\s+/)
      .concat('', '8.8.8.8 '),
  )('DE-29: %s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::5'])(
    'DE-29: %s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('resolving a destination', () => {
  const find = (addresses: readonly string[], text = 'https://erp.example/', allowed = nothing) =>
    findDestination(text, allowed, async () => addresses);

  test('DE-29: every address of the name must be public, and all of them are given', async () => {
    await expect(find(['1.1.1.1', '2606:4700::1111'])).resolves.toMatchObject({
      addresses: ['1.1.1.1', '2606:4700::1111'],
    });
    for (const hidden of ['10.0.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1%lo', 'localhost', ''])
      await expect(find(['1.1.1.1', hidden])).rejects.toThrow('is not public');
  });

  test('DE-29: a name is resolved once, an address not at all', async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return ['1.1.1.1'];
    };
    await findDestination('https://erp.example./', nothing, resolve);
    await findDestination('https://1.0.0.1/', nothing, resolve);
    expect(asked).toEqual(['erp.example']);
  });

  test('DE-29: a name without address may pass at a later try, a private one may not', async () => {
    await expect(find([])).rejects.toMatchObject({ mayPass: true });
    const fails = findDestination('https://erp.example/', nothing, () => Promise.reject(new Error('ENOTFOUND')));
    await expect(fails).rejects.toMatchObject({ mayPass: true, message: 'erp.example cannot be resolved: ENOTFOUND' });
    await expect(find(['10.0.0.1'])).rejects.toMatchObject({ mayPass: false });
  });

  test('DE-29: a host that the operator names may be private, but neither link-local nor multicast', async () => {
    const allowed = allowedDestinations('ERP.Office, 10.9.0.0/16');
    await expect(find(['10.0.0.1'], 'http://erp.office/', allowed)).resolves.toBeDefined();
    await expect(find(['10.9.0.1'], 'http://other.office/', allowed)).resolves.toBeDefined();
    await expect(find(['10.0.0.1'], 'https://other.office/', allowed)).rejects.toThrow('is not public');
    await expect(find(['1.1.1.1'], 'http://other.office/', allowed)).rejects.toThrow('must begin with https:');
    for (const address of ['169.254.169.254', '224.0.0.1', '0.0.0.0', '::ffff:10.0.0.1', 'fe80::1'])
      await expect(find([address], 'https://erp.office/', allowed)).rejects.toThrow('is not public');
  });
});

describe('PLATEN_WEBHOOK_ALLOW', () => {
  test('DE-29: takes host names, addresses and networks', () => {
    const { hosts, networks } = allowedDestinations(' erp.office , 10.0.0.0/8,127.0.0.1, fd00::/8 ,');
    expect([...hosts]).toEqual(['erp.office']);
    expect(networks.map(([address, bits]) => `${address.toString()}/${bits}`)).toEqual([
      '10.0.0.0/8',
      '127.0.0.1/32',
      'fd00::/8',
    ]);
  });

  test.each([
    '*',
    'https://erp.office',
    'erp.office:8080',
    '10.0.0.0/33',
    '0x7f.1',
    '127.1',
    '10.0.0.1/',
    '-a.example',
  ])('DE-29: %s is refused', (text) => {
    expect(() => allowedDestinations(text)).toThrow('expected host names');
  });
});
