import { hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { BackupFault } from './fault.ts'

/** Two keys from the one in the file: what encrypts must not also name. */
export interface BackupKey {
  contents: Buffer
  names: Buffer
}

const BYTES = 32

/** 32 random bytes as 64 hexadecimal digits, so that they can be printed and kept in a safe. */
export async function makeKey(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new BackupFault(`${path}: ${reasonOf(error)}; a key is never written over`)
  })
  try {
    await file.writeFile(`${randomBytes(BYTES).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function readKey(path: string): Promise<BackupKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new BackupFault(`${path}: the key cannot be read (${reasonOf(error)})`)
  })
  const digits = text.trim()
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    throw new BackupFault(`${path}: no key; npm run backup -- --make-key FILE makes one`)
  }
  const secret = Buffer.from(digits, 'hex')
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `mingmou backup ${purpose}`, BYTES))
  return { contents: derive('contents'), names: derive('names') }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EEXIST') return 'the file exists'
  if (code === 'ENOENT') return 'no such file or folder'
  return code ?? 'unknown reason'
}
