import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { objectStore } from '../testing/object-store.ts'
import { openS3Files } from './files/files-s3.ts'

/** Two authorities of their own, made for this run. */
const folder = mkdtempSync(join(tmpdir(), 'mingmou-tls-'))
const at = (name: string) => join(folder, name)
async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer').superuserUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

beforeAll(async () => {
  makeCertificate(folder, 'ours')
  makeCertificate(folder, 'other')
  // As root the test server runs as this user, which alone may read its key.
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((id) => Number(execFileSync('id', [id, 'postgres'])))
    for (const name of ['', 'ours.key', 'ours.pem']) chownSync(at(name), uid ?? 0, gid ?? 0)
  }
  await asSuperuser(
    `alter system set ssl_cert_file = '${at('ours.pem')}'`,
    `alter system set ssl_key_file = '${at('ours.key')}'`,
    'alter system set ssl = on',
    'select pg_reload_conf()',
  )
})
afterAll(async () => {
  await asSuperuser(
    ...['ssl', 'ssl_cert_file', 'ssl_key_file'].map((name) => `alter system reset ${name}`),
    'select pg_reload_conf()',
  )
  rmSync(folder, { recursive: true })
})

test('the database is spoken to over TLS, and only with a certificate of the named authority', async () => {
  const over = async (ca: string) => {
    const env = { DATABASE_URL: inject('databaseServer').templateUrl, DATABASE_CA: at(ca) }
    const client = new pg.Client({ connectionString: readConfig(env).databaseUrl ?? '' })
    await client.connect()
    const { rows } = await client.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    await client.end()
    return rows[0]?.ssl
  }
  await expect.poll(() => over('ours.pem')).toBe(true)
  await expect(over('other.pem')).rejects.toThrow(/self.signed certificate/)
})

test('the store is spoken to over TLS, and only with a certificate of the named authority', async () => {
  const store = await objectStore({
    key: readFileSync(at('ours.key'), 'utf8'),
    cert: readFileSync(at('ours.pem'), 'utf8'),
  })
  const ours = await openS3Files({ ...store.config, caFile: at('ours.pem') })
  await ours.put('a/b.txt', Buffer.from('kept'), 'text/plain')
  expect((await ours.read('a/b.txt')).toString()).toBe('kept')
  const other = await openS3Files({ ...store.config, caFile: at('other.pem') })
  await expect(other.read('a/b.txt')).rejects.toThrow('no answer')
  await store.close()
})
