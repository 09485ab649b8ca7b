import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import pg from 'pg'
import { clusterFolder, readPassword } from '../../platform/database/embedded/folder.ts'
import { countAtPoint, type Counted } from './counted.ts'
import type { Cluster } from './manifest.ts'
import { Cutter } from './pieces.ts'
import type { Vault } from './vault.ts'
import { keepSegments } from './segments.ts'

/** The embedded server, running: its folder and its superuser in the program's database. */
export interface Embedded {
  home: string
  url: string
}

/** Made anew at every start, or of this server's own life, as the manual of PostgreSQL lists them. */
const EMPTIED = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|.*\.signal)$|(^|\/)(pgsql_tmp.*|pg_internal\.init.*)$/
/** Larger files begin a piece, so that an unchanged one makes the same pieces again. */
const LARGE = 1024 * 1024
const READ_BYTES = 1024 * 1024

/**
 * Copies the server's folder while it runs, by PostgreSQL's low-level backup. A temporary slot keeps
 * the log that was written meanwhile.
 */
export async function copyCluster(
  { home, url }: Embedded,
  vault: Vault,
): Promise<Counted & { database: Cluster }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const server = await serverOf(client)
    const slot = `mingmou_copy_${process.pid}`
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query(`select pg_backup_start('mingmou', true)`)
    const copied = await copyFolder(clusterFolder(home), vault)
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    const label = rows[0]?.label ?? ''
    await copied.cutter.add(Buffer.from(label))
    await copied.cutter.cut()
    const counted = await countAtPoint(url)
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
    const segments = await keepSegments(
      home,
      vault,
      (name) => name >= first && name <= counted.segment,
    )
    const database: Cluster = {
      kind: 'cluster',
      ...server,
      password: await readPassword(home),
      folders: copied.folders,
      files: [...copied.files, ['backup_label', Buffer.byteLength(label)]],
      pieces: copied.cutter.names,
      segments,
      point: counted.point,
    }
    return { ...counted, database }
  } finally {
    await client.end()
  }
}

/** Which server this is, and which of its lives. */
export async function serverOf(client: pg.Client): Promise<{ system: string; timeline: number }> {
  const { rows } = await client.query<{ system: string; timeline: number }>(
    `select (select system_identifier::text from pg_control_system()) as system,
       (select timeline_id from pg_control_checkpoint()) as timeline`,
  )
  const [server] = rows
  if (!server) throw new Error('no control file')
  return server
}

async function copyFolder(cluster: string, vault: Vault) {
  const cutter = new Cutter(vault)
  const buffer = Buffer.alloc(READ_BYTES)
  const folders: string[] = []
  const files: [string, number][] = []
  const names: string[] = []
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    const name = relative(cluster, join(entry.parentPath, entry.name)).split(sep).join('/')
    const inside = EMPTIED.some((folder) => name.startsWith(`${folder}/`))
    if (entry.isDirectory() && (!inside || name.startsWith('pg_wal/'))) folders.push(name)
    else if (entry.isFile() && !inside && !LEFT_OUT.test(name)) names.push(name)
  }
  // The control file comes last: it must not be older than what it speaks of.
  const last = 'global/pg_control'
  for (const name of [...names.filter((file) => file !== last).sort(), last]) {
    const size = await copyFile(join(cluster, name), buffer, cutter)
    if (size !== null) files.push([name, size])
  }
  return { cutter, folders: folders.sort(), files }
}

/** The bytes copied; null when the file is gone. It may grow or shrink meanwhile: the log knows. */
async function copyFile(path: string, buffer: Buffer, cutter: Cutter): Promise<number | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  try {
    const large = (await file.stat()).size >= LARGE
    if (large) await cutter.cut()
    const before = cutter.size
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES)
      if (bytesRead === 0) break
      await cutter.add(Buffer.from(buffer.subarray(0, bytesRead)))
    }
    if (large) await cutter.cut()
    return cutter.size - before
  } finally {
    await file.close()
  }
}
