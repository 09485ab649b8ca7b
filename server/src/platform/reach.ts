import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { isListed } from './networks.ts'
import { addressesOf, isPrivate, OutwardRefused } from './outward.ts'

/**
 * The address of a host that a user gave, where it may be asked. One of a network that the operator
 * named may be asked plainly. Any other private one is not asked, and any other public one only
 * behind TLS. The caller connects to this address, so a name cannot change in between.
 */
export async function reach(
  host: string,
  { networks, secure }: { networks: readonly string[]; secure: boolean },
): Promise<LookupAddress> {
  const bare = host.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  const found = family === 0 ? await addressesOf(bare) : [{ address: bare, family }]
  const [first] = found
  if (first === undefined) throw Object.assign(new Error(`no address of ${bare}`), NO_HOST)
  for (const { address } of found) {
    if (isListed(networks, address)) continue
    if (isPrivate(address)) throw new OutwardRefused('private')
    if (!secure) throw new OutwardRefused('not-https')
  }
  return first
}

const NO_HOST = { code: dns.NOTFOUND }
