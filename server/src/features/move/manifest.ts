import { z } from 'zod'
import { Key, Pieces, TableDigest } from '../backup/manifest.ts'

const Kept = z.object({
  size: z.number(),
  sha256: z.string(),
  pieces: Pieces,
})
export type Kept = z.infer<typeof Kept>

/** Rows as lines of JSON, in the order of the key. */
const KeptTable = Kept.extend({ rows: z.number() })
export type KeptTable = z.infer<typeof KeptTable>

const KeptFile = Kept.extend({ key: Key })
export type KeptFile = z.infer<typeof KeptFile>

/** Everything that one institution owns, as it was at one moment. */
export const MoveManifest = z.object({
  version: z.literal(1),
  at: z.iso.datetime(),
  /** Where it was: printed reports lead there. */
  origin: z.string(),
  oid: z.uuid(),
  name: z.string(),
  /** The last migration: rows fit this schema alone. */
  schema: z.string(),
  /** The head of the audit log that the entries were taken from. */
  head: z.object({ seq: z.number(), hash: z.string() }),
  tables: z.record(z.string(), KeptTable),
  files: z.array(KeptFile),
  /** Accounts with a second factor, which stays where it was. */
  factors: z.array(z.string()).default([]),
})
export type MoveManifest = z.infer<typeof MoveManifest>

/** The last number that a sequence gave. */
const Sequence = z.object({ name: z.string(), last: z.string() })
export type Sequence = z.infer<typeof Sequence>

/** Everything that an installation holds, as it was at one moment. */
export const WholeManifest = z.object({
  version: z.literal(1),
  at: z.iso.datetime(),
  schema: z.string(),
  head: z.object({ seq: z.number(), hash: z.string() }),
  /** Rows as PostgreSQL writes them, with the digest that the database itself took. */
  tables: z.record(z.string(), KeptTable.extend(TableDigest.shape)),
  sequences: z.array(Sequence),
  files: z.array(KeptFile),
})
export type WholeManifest = z.infer<typeof WholeManifest>
