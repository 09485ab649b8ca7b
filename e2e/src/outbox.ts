import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the mails in the program's folder. Each call returns the next code or initial password for
 * an address.
 */
export function openOutbox(dataDir: string): (address: string) => Promise<string> {
  const folder = join(dataDir, 'outbox')
  const read = new Set<string>()
  return async (address) => {
    for (;;) {
      const files = await readdir(folder).catch(() => [])
      for (const file of files.filter((name) => name.endsWith('.eml') && !read.has(name)).sort()) {
        const mail = await readFile(join(folder, file), 'utf8')
        if (!mail.includes(`To: ${address}\r\n`)) continue
        read.add(file)
        const secret = textOf(mail).find((line) => /^[!-~]+$/.test(line) && !/^http/.test(line))
        if (secret !== undefined) return secret
      }
      await new Promise((next) => setTimeout(next, 50))
    }
  }
}

/** The lines of the plain-text part. */
function textOf(mail: string): string[] {
  const [, head = '', body = ''] = /(text\/plain[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(mail) ?? []
  if (head.includes('base64')) return Buffer.from(body, 'base64').toString().split(/\r?\n/)
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString().split(/\r?\n/)
}
