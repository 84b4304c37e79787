import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressReader } from './address.ts'

const alone = addressReader([])
const behind = addressReader(['10.0.0.0/8', '203.0.113.7/32', 'fd00::/8', '::1/128'])

describe('[D7] an address counts as', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, key) => expect(alone(address, undefined)).toBe(key))

  test('a socket that has gone counts as one', () => {
    expect(alone(undefined, undefined)).toBe(alone(undefined, '192.0.2.1'))
  })
})

describe('[D7] X-Forwarded-For', () => {
  test.each([
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'], // no trusted proxy confirms it
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '198.51.100.1', '198.51.100.1'],
    ['fd00::5', '2001:db8::7', '2001:db8:0:0::/64'],
    ['203.0.113.7', '198.51.100.1', '198.51.100.1'],
    ['203.0.113.8', '198.51.100.1', '203.0.113.8'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.1.1.1', '198.51.100.1'],
    ['10.0.0.1', ' 198.51.100.1 ,10.1.1.1 ', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1,::ffff:10.1.1.1', '198.51.100.1'],
    ['10.0.0.1', '10.3.3.3, 10.2.2.2', '10.3.3.3'], // all hops are trusted: the first counts
    ['10.0.0.1', '198.51.100.1:49152', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8:0:0::/64'],
    ['10.0.0.1', '198.51.100.1:49152, 10.1.1.1:80, [fd00::1]:8080', '198.51.100.1'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1:', '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1, [198.51.100.1:80', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, ', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, 10.1.1.1, nonsense, 10.2.2.2', '10.2.2.2'],
  ])('from %s with %j counts for %s', (socket, header, key) => expect(behind(socket, header)).toBe(key))

  test('without trusted proxies it is never read', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(alone('192.0.2.1', header)).toBe('192.0.2.1')
      }),
    )
  })

  test('[D7] a client counts for the same address, with any text to the left of that of the proxy', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.ipV4().filter((ip) => !/^(10\.|203\.0\.113\.7$)/.test(ip)),
        (made, seen) => {
          expect(behind('10.0.0.1', `${made}, ${seen}`)).toBe(seen)
        },
      ),
    )
  })
})

test('[D7] two addresses count together when their first 64 bits are the same', () => {
  const half = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 0xffff })))
  const words = (parts: readonly number[]) => parts.map((part) => part.toString(16)).join(':')
  fc.assert(
    fc.property(half, half, half, ([...net], [...a], [...b]) => {
      fc.pre(net.some((part) => part !== 0))
      expect(alone(`${words(net)}:${words(a)}`, undefined)).toBe(
        alone(`${words(net)}:${words(b)}`, undefined),
      )
    }),
  )
})

describe('[operations] a forwarded address that is ignored', () => {
  const warned = (trusted: readonly string[], ...calls: readonly [socket: string, forwarded?: string][]) => {
    const addresses: string[] = []
    const read = addressReader(trusted, (address) => addresses.push(address))
    for (const call of calls) read(...call)
    return addresses
  }

  test.each<[string, readonly string[], readonly [string, string?][], readonly string[]]>([
    ['of this machine', [], [['127.0.0.1', '192.0.2.1']], ['127.0.0.1']],
    ['of a container', ['10.0.0.0/8'], [['::ffff:172.17.0.1', '198.51.100.7']], ['172.17.0.1']],
    ['twice, once', [], [['10.0.0.1', '198.51.100.7'], ['10.0.0.2', '198.51.100.7']], ['10.0.0.1']], // prettier-ignore
    ['of a trusted proxy', ['10.0.0.0/8'], [['10.0.0.1', '198.51.100.7']], []],
    ['of a program on the internet', [], [['8.8.8.8', '198.51.100.7'], ['2606:4700::1', '8.8.8.8']], []], // prettier-ignore
    ['without the header', [], [['10.0.0.1']], []],
    ['of no address', [], [['', '198.51.100.7']], []],
  ])('%s is reported', (_, trusted, calls, expected) => expect(warned(trusted, ...calls)).toEqual(expected))
})
