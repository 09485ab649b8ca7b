import { z } from 'zod'
import { bounded } from './fields.ts'

/** An address or a network. */
const NETWORK = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const Address = bounded(z.string().trim().min(1, 'required'), 43, 'address_format')
const isNetwork = (value: string) => NETWORK.safeParse(value).success

/** Addresses and networks, up to a number of them. A fault of one stands at the field. */
export const networks = (most: number) =>
  z
    .array(Address, 'wrong_type')
    .max(most, 'out_of_range')
    .refine((all) => all.every(isNetwork), 'address_format')
