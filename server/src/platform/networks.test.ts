import { expect, test } from 'vitest'
import { networkOf } from './networks.ts'

test.each([
  ['203.0.113.5', '203.0.113.5'],
  // As a socket for both says an address of IPv4: not one network for all of them.
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['64:ff9b:7:1::203.0.113.5', '64:ff9b:7:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nowhere', 'nowhere'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
