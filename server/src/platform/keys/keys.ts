import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db, Trx } from '../database/database.ts'

/** The key pair that signs access tokens. */
export interface TokenKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  /** SPKI, base64. The client keeps it beside its token. */
  spki: string
}

export interface Keys {
  /** The newest key: it signs. */
  signing: TokenKey
  /** Any key ever issued, by its id or by its public half. Another process may have made it. */
  find(by: { kid: string } | { spki: string }): Promise<TokenKey | null>
  /** Secret of signed addresses and upload forms. */
  url: Buffer
  /** Seals the secrets that the database keeps: `seal.ts`. */
  seal: Buffer
}

/** Reads the keys that all web processes share. The first process makes them. */
export async function openKeys(db: Db): Promise<Keys> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mingmou.server_keys'))`.execute(trx)
    await makeMissing(trx)
  })
  let tokens = await readTokenKeys(db)
  const signing = tokens[0]
  const url = await readSecret(db, 'url')
  const sealing = await readSecret(db, 'seal')
  if (signing === undefined) throw new Error('No signing key')

  const search = (by: { kid: string } | { spki: string }) =>
    tokens.find((key) => ('kid' in by ? key.kid === by.kid : key.spki === by.spki)) ?? null
  return {
    signing,
    url,
    seal: sealing,
    async find(by) {
      const known = search(by)
      if (known !== null) return known
      tokens = await readTokenKeys(db)
      return search(by)
    },
  }
}

/** A secret of 256 bits that `makeMissing` made. */
async function readSecret(db: Db, purpose: 'url' | 'seal'): Promise<Buffer> {
  const { private_key } = await db
    .selectFrom('server_keys')
    .select('private_key')
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return private_key
}

async function readTokenKeys(db: Db): Promise<TokenKey[]> {
  const rows = await db
    .selectFrom('server_keys')
    .select(['kid', 'private_key'])
    .where('purpose', '=', 'token')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => {
    const privateKey = createPrivateKey({ key: row.private_key, format: 'der', type: 'pkcs8' })
    const publicKey = createPublicKey(privateKey)
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    return { kid: row.kid, privateKey, publicKey, spki }
  })
}

async function makeMissing(trx: Trx): Promise<void> {
  const there = await trx.selectFrom('server_keys').select('purpose').execute()
  const missing = (purpose: 'token' | 'url' | 'seal') =>
    !there.some((row) => row.purpose === purpose)
  if (missing('token')) {
    const pair = generateKeyPairSync('ed25519')
    await trx
      .insertInto('server_keys')
      .values({
        kid: uuid(),
        purpose: 'token',
        private_key: pair.privateKey.export({ format: 'der', type: 'pkcs8' }),
        public_key: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      })
      .execute()
  }
  for (const purpose of ['url', 'seal'] as const) {
    if (!missing(purpose)) continue
    await trx
      .insertInto('server_keys')
      .values({ kid: uuid(), purpose, private_key: randomBytes(32), public_key: null })
      .execute()
  }
}
