import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

/** What a variable of the environment may be. */

export const port = z.coerce.number().int().min(0).max(65_535)
export const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
/** A number of proxies one behind the other, or the addresses and networks of proxies. */
export const proxies = z
  .string()
  .transform((text) =>
    /^\d+$/.test(text) ? Number(text) : text.split(',').map((address) => address.trim()),
  )
  .refine((given) => (typeof given === 'number' ? given <= 10 : given.every(isNetwork)), {
    error: 'must be a number of proxies up to 10, or addresses such as 10.0.0.5 or 10.0.0.0/24',
  })

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (text === 'loopback') return true
  const version = isIP(address)
  const largest = version === 4 ? 32 : 128
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= largest)
  return version !== 0 && fits && rest.length === 0
}
/** Addresses and networks, split by commas. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((given) => given.every((network) => network !== 'loopback' && isNetwork(network)), {
    error: 'must be addresses or networks such as 10.0.0.5 or 10.0.0.0/24, split by commas',
  })
/** Addresses of providers of identity, split by commas. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((given) => given.every(isHttpsAddress), {
    error: 'must be addresses that start with https://, split by commas',
  })
  .transform((given) => given.map((address) => new URL(address).origin))

function isHttpsAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

export const caFile = z.string().refine(existsSync, { error: 'must be the path of a PEM file' })
export const flag = z.enum(['0', '1']).transform((text) => text === '1')
