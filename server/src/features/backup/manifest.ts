import { z } from 'zod'
import { isSafeKey } from '../../platform/files/keys.ts'
import { PIECE } from './vault.ts'

/** Names of pieces; together they hold the content in this order. A name leads to no other folder. */
export const Pieces = z.array(z.string().regex(PIECE))

/** Of a file in the store. */
export const Key = z.string().refine(isSafeKey, 'names a file outside the store')

export const KeptFile = z.object({
  key: Key,
  /** Milliseconds, as the store says. */
  modified: z.number(),
  size: z.number(),
  pieces: Pieces,
})
export type KeptFile = z.infer<typeof KeptFile>

/** A segment of the database's log, by its name. */
export const Segment = z.object({ name: z.string().regex(/^[0-9A-F]{24}$/), pieces: Pieces })
export type Segment = z.infer<typeof Segment>

const Link = z.object({ seq: z.number(), hash: z.string() })

/** Rows of a table and a hash over all of them, whatever their order. */
export const TableDigest = z.object({ rows: z.number(), hash: z.string() })
export type TableDigest = z.infer<typeof TableDigest>

/** The folder of the embedded server, with the log that makes it whole. */
export const Cluster = z.object({
  kind: z.literal('cluster'),
  /** Which server, and which of its lives: a restored one goes on as another. */
  system: z.string(),
  timeline: z.number(),
  password: z.string(),
  folders: z.array(z.string()),
  /** The files whose contents the pieces hold, one after the other. */
  files: z.array(z.tuple([z.string(), z.number()])),
  pieces: Pieces,
  segments: z.array(Segment),
  /** The point of the log at which the tables were counted. */
  point: z.string(),
})
export type Cluster = z.infer<typeof Cluster>

export const Manifest = z.object({
  version: z.literal(1),
  /** The moment that this backup shows. */
  at: z.iso.datetime(),
  database: Cluster,
  tables: z.record(z.string(), TableDigest),
  /** The head of the audit log. */
  head: Link,
  files: z.array(KeptFile),
})
export type Manifest = z.infer<typeof Manifest>

/** What came after the backup or journal before: log and files. */
export const Journal = z.object({
  version: z.literal(1),
  /** Everything committed before this moment is in it. */
  at: z.iso.datetime(),
  system: z.string(),
  timeline: z.number(),
  segments: z.array(Segment),
  head: Link,
  files: z.array(KeptFile),
})
export type Journal = z.infer<typeof Journal>
