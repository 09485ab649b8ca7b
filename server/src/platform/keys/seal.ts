import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM. `about` names what the text belongs to: it opens for nothing else. */
export function seal([key]: readonly Buffer[], text: string, about: string): Buffer {
  if (key === undefined) throw new Error('No key to seal with')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Opens with the key that it was sealed with. Throws where the text was changed, or belongs to something else. */
export function unseal(keys: readonly Buffer[], sealed: Buffer, about: string): string {
  for (const key of keys) {
    const text = opened(key, sealed, about)
    if (text !== null) return text
  }
  throw new Error('Sealed with another key, or changed')
}

function opened(key: Buffer, sealed: Buffer, about: string): string | null {
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(about)).setAuthTag(tag)
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
