import { BlockList, isIP } from 'node:net'

/** An IPv4 caller of a socket that listens for both is written as IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Whoever holds one address of IPv6 holds the other 2^64 of its network: they are counted as one. An address of IPv4 is
 * counted by itself.
 */
export function networkOf(address: string): string {
  const [plain = ''] = plainAddress(address).split('%')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const last = groups(tail)
  const first = [...groups(head), ...Array.from({ length: 8 - last.length }, () => '0')]
  return `${[...first.slice(0, 8 - last.length), ...last].slice(0, 4).join(':')}::/64`
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is one of these, or in one of these networks. */
export function isListed(listed: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const entry of listed) {
    const [network = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  const plain = plainAddress(address)
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain))
}

/** The addresses that can be asked: networks cannot. */
export const singleAddresses = (listed: readonly string[]): string[] =>
  listed.filter((entry) => isIP(entry) !== 0)
