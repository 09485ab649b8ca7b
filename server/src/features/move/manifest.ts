import { z } from 'zod'

const Kept = z.object({
  size: z.number(),
  sha256: z.string(),
  /** Names of pieces; together they hold the content in this order. */
  pieces: z.array(z.string()),
})
export type Kept = z.infer<typeof Kept>

/** Rows as lines of JSON, in the order of the key. */
const KeptTable = Kept.extend({ rows: z.number() })
export type KeptTable = z.infer<typeof KeptTable>

/** Everything that one institution owns, as it was at one moment. */
export const MoveManifest = z.object({
  version: z.literal(1),
  at: z.iso.datetime(),
  /** Where it was: printed reports lead there. */
  origin: z.string(),
  oid: z.string(),
  name: z.string(),
  /** The last migration: rows fit this schema alone. */
  schema: z.string(),
  /** The head of the audit log that the entries were taken from. */
  head: z.object({ seq: z.number(), hash: z.string() }),
  tables: z.record(z.string(), KeptTable),
  files: z.array(Kept.extend({ key: z.string() })),
})
export type MoveManifest = z.infer<typeof MoveManifest>
