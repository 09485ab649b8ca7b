import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { SESSION_LIMIT_MS } from '@mingmou/contract'
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
  /** The newest key in use: it signs. */
  readonly signing: TokenKey
  /**
   * A key that still verifies, by its id or by its public half. Another process may have made it, so
   * the database is asked for an unknown one, except with `atHand`.
   */
  find(
    by: { kid: string } | { spki: string },
    asked?: { atHand?: boolean },
  ): Promise<TokenKey | null>
  /** Secrets of signed addresses and upload forms: the first one signs, each of them verifies. */
  readonly url: readonly Buffer[]
  /** Seal the secrets that the database keeps (`seal.ts`): the first one seals, each of them opens. */
  readonly seal: readonly Buffer[]
  close(): void
}

type Purpose = 'token' | 'url' | 'seal'

interface Key {
  kid: string
  purpose: Purpose
  private_key: Buffer
  created_at: Date
}

/** Other processes know a new key within so long. */
const READ_AGAIN_MS = 20_000
/** A new key is used from so long after it was made: every process knows it by then. */
const BEFORE_USE_MS = 60_000
/** A key that was replaced verifies for so long: the longest session, which its token refreshes. */
const AFTER_USE_MS = SESSION_LIMIT_MS

/** Reads the keys that all processes share, and reads them again. The first process makes them. */
export async function openKeys(db: Db, now: () => Date = () => new Date()): Promise<Keys> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mingmou.server_keys'))`.execute(trx)
    await makeMissing(trx)
  })
  let keys = await readKeys(db)
  const again = async () => {
    keys = await readKeys(db)
  }
  const timer = setInterval(() => void again().catch(() => undefined), READ_AGAIN_MS).unref()
  const secrets = (purpose: 'url' | 'seal') =>
    usable(keys, purpose, now()).map(({ private_key }) => private_key)
  const search = (by: { kid: string } | { spki: string }) =>
    usable(keys, 'token', now())
      .map(tokenKeyOf)
      .find((key) => ('kid' in by ? key.kid === by.kid : key.spki === by.spki)) ?? null
  return {
    get signing() {
      const [newest] = usable(keys, 'token', now())
      if (newest === undefined) throw new Error('No signing key')
      return tokenKeyOf(newest)
    },
    get url() {
      return secrets('url')
    },
    get seal() {
      return secrets('seal')
    },
    async find(by, { atHand = false } = {}) {
      const known = search(by)
      if (known !== null || atHand) return known
      await again()
      return search(by)
    },
    close: () => clearInterval(timer),
  }
}

/**
 * The key in use first, then those that will be in use and those that were. What is sealed stays
 * until a key is removed; a replaced key of another purpose verifies for a while.
 */
function usable(keys: readonly Key[], purpose: Purpose, now: Date): Key[] {
  const all = keys.filter((key) => key.purpose === purpose)
  const coming = all.filter(({ created_at }) => created_at > now)
  const [current, ...replaced] = all.filter(({ created_at }) => created_at <= now)
  // The clock of this machine may be behind that of the one that made the first keys.
  if (current === undefined) return coming.toReversed()
  const from = now.getTime() - AFTER_USE_MS
  const since = (n: number) => [current, ...replaced][n]?.created_at.getTime() ?? 0
  const kept = purpose === 'seal' ? replaced : replaced.filter((_, n) => since(n) > from)
  return [current, ...coming, ...kept]
}

/** All keys, the newest first. */
async function readKeys(db: Db | Trx): Promise<Key[]> {
  const rows = await db
    .selectFrom('server_keys')
    .select(['kid', 'purpose', 'private_key', 'created_at'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows
}

const derived = new Map<string, TokenKey>()

function tokenKeyOf({ kid, private_key }: Key): TokenKey {
  const known = derived.get(kid)
  if (known !== undefined) return known
  const privateKey = createPrivateKey({ key: private_key, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const made = { kid, privateKey, publicKey, spki }
  derived.set(kid, made)
  return made
}

/**
 * New keys of every purpose, in use in a minute, or at once where those before may be in the wrong
 * hands: these then verify nothing. Returns the moment from which they are used.
 */
export async function addKeys(trx: Trx, now: Date, atOnce: boolean): Promise<Date> {
  const from = atOnce ? now : new Date(now.getTime() + BEFORE_USE_MS)
  await sql`select pg_advisory_xact_lock(hashtext('mingmou.server_keys'))`.execute(trx)
  const before = await readKeys(trx)
  const ended = (['token', 'url', 'seal'] as const).flatMap((purpose) => {
    const kept = atOnce && purpose !== 'seal' ? [] : usable(before, purpose, now)
    return before.filter((key) => key.purpose === purpose && !kept.includes(key))
  })
  if (ended.length > 0) {
    const kids = ended.map(({ kid }) => kid)
    await trx.deleteFrom('server_keys').where('kid', 'in', kids).execute()
  }
  for (const purpose of ['token', 'url', 'seal'] as const) await addKey(trx, purpose, from)
  return from
}

async function addKey(trx: Trx, purpose: Purpose, created_at: Date): Promise<void> {
  const pair = purpose === 'token' ? generateKeyPairSync('ed25519') : null
  await trx
    .insertInto('server_keys')
    .values({
      kid: uuid(),
      purpose,
      private_key: pair?.privateKey.export({ format: 'der', type: 'pkcs8' }) ?? randomBytes(32),
      public_key:
        pair?.publicKey.export({ format: 'der', type: 'spki' }).toString('base64') ?? null,
      created_at,
    })
    .execute()
}

async function makeMissing(trx: Trx): Promise<void> {
  const there = await readKeys(trx)
  for (const purpose of ['token', 'url', 'seal'] as const) {
    if (!there.some((key) => key.purpose === purpose)) await addKey(trx, purpose, new Date())
  }
}
