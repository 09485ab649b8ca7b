import { BlockList, isIP } from 'node:net'

/** An IPv4 caller of a socket that listens for both is written as IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is one of these, or in one of these networks. */
export function isListed(listed: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const one of listed) {
    const [network = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  const plain = plainAddress(address)
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}

/** The addresses that can be asked: networks cannot. */
export const singleAddresses = (listed: readonly string[]): string[] =>
  listed.filter((one) => isIP(one) !== 0)
