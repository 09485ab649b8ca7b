import { randomBytes } from 'node:crypto'
import { SECOND_FACTOR } from '@mingmou/contract'
import { hashWithSalt } from '../credentials/passwords.ts'
import type { Trx } from '../../platform/database/database.ts'

/** Base32 (RFC 4648). */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const HALF = 5

const half = () => Array.from(randomBytes(HALF), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** As a person types it: small letters and other dashes count too. */
export const bare = (typed: string) => typed.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')

/** Ten new codes of 50 bits; the earlier ones are void. Only their hashes are kept. */
export async function renewCodes(trx: Trx, uid: string): Promise<string[]> {
  const codes = Array.from({ length: SECOND_FACTOR.recoveryCodes }, () => `${half()}-${half()}`)
  const salt = randomBytes(16)
  const rows = await Promise.all(
    codes.map(async (code) => ({ uid, salt, hash: await hashWithSalt(bare(code), salt) })),
  )
  await trx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
  await trx.insertInto('recovery_codes').values(rows).execute()
  return codes
}
