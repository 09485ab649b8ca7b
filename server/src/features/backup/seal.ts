import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const expand = promisify(gunzip)

const IV_BYTES = 12
const TAG_BYTES = 16
const PLAIN = 0
const GZIP = 1
const SAMPLE_BYTES = 64 * 1024
/** Photographs are compressed already. What saves less than a tenth is kept as it is. */
const WORTH = 0.9

/**
 * AES-256-GCM: a random IV, the encrypted text, the tag. The name is part of what is authenticated,
 * so no file of a backup can stand in for another.
 */
export async function seal(key: Buffer, name: string, content: Buffer): Promise<Buffer> {
  const sample = content.subarray(0, SAMPLE_BYTES)
  const worth = (await compress(sample, { level: 1 })).length < sample.length * WORTH
  const body = worth ? await compress(content, { level: 1 }) : content
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name))
  const kind = Buffer.from([worth ? GZIP : PLAIN])
  const sealed = [iv, cipher.update(kind), cipher.update(body), cipher.final()]
  return Buffer.concat([...sealed, cipher.getAuthTag()])
}

/** null: the bytes are not what was sealed with this key under this name. */
export async function unseal(key: Buffer, name: string, sealed: Buffer): Promise<Buffer | null> {
  if (sealed.length < IV_BYTES + TAG_BYTES + 1) return null
  const end = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(end))
  const text = decipher.update(sealed.subarray(IV_BYTES, end))
  try {
    decipher.final()
  } catch {
    return null
  }
  const body = text.subarray(1)
  return text[0] === GZIP ? expand(body) : body
}
