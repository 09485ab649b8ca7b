import { randomBytes } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'

/** The second OWASP setting for argon2id, the library's default algorithm: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of no password: a missing account takes as long to refuse as an existing one. */
const NOBODY = hashPassword(crypto.randomUUID())

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** As slow as that of a password. The same text with the same salt has the same hash. */
export function hashWithSalt(text: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(text, { ...COST, salt })
}

/** null: no such account. It never matches, and takes as long. */
export async function passwordMatches(kept: string | null, given: string): Promise<boolean> {
  const right = await verify(kept ?? (await NOBODY), given)
  return right && kept !== null
}

/** 12 characters of about 6 bits, and two that guarantee two classes. */
export function generatedPassword(): string {
  return `${randomBytes(9).toString('base64url')}-7`
}
