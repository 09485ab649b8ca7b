import { resolve } from 'node:path'
import { DATASET, PAIRS, TRIAL, UNFILED } from '@mingmou/contract'
import { Environment } from './environment.ts'
import { StartRefused } from './start-refused.ts'

/** PEM files. With `ca` callers show a certificate of it. */
export interface TlsFiles {
  cert: string
  key: string
  ca: string | null
}

export interface Listening {
  host: string
  port: number
  /** null: connections are not encrypted. */
  tls: TlsFiles | null
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** A PEM file with the authority of its certificate; null: those that Node knows. */
  caFile: string | null
}

export interface BackupConfig {
  dir: string
  keyFile: string
  /** Hour and minute of the daily backup, by the clock of the machine. */
  time: string
  /** How many backups are kept. */
  keep: number
}

export interface DicomConfig extends Listening {
  /** How long a caller may take to ask for an association, and may be silent later. */
  firstMs: number
  silenceMs: number
  /** Of one file. */
  datasetBytes: number
  /** Associations at once: of one device, and of all. Connections of one address that have none yet. */
  most: Record<'device' | 'all' | 'unasked', number>
}

export interface Hl7Config extends Listening {
  /** How long a message may take from its first byte to its last, and a connection may send none. */
  frameMs: number
  idleMs: number
  /** Of one message. */
  messageBytes: number
  /** Connections of registered systems: of one address, and of all. Of one address that are none, or not yet. */
  most: Record<'address' | 'all' | 'silent', number>
}

export interface OutwardConfig {
  /** The only ones that may lie in a private network, as `https://host:port`. */
  privateOrigins: readonly string[]
  /** A PEM file with an authority, beside those that Node knows. */
  caFile: string | null
}

export interface PeersConfig {
  /** The only private ones in which an archive may lie. */
  networks: readonly string[]
  /** A PEM file with an authority, beside those that Node knows. */
  caFile: string | null
}

export interface Config {
  mode: Environment['MODE']
  host: string
  port: number
  /** Has no slash at its end. */
  publicUrl: string
  /** Whom visitors ask, as the operator writes it; null: nobody is named. */
  contact: string | null
  dataDir: string
  /** Below this no upload is taken, and `/readyz` says so. */
  diskReserveBytes: number
  /** null: the embedded database below dataDir. */
  databaseUrl: string | null
  /** The login that owns the schema. null: that of databaseUrl. */
  migrationDatabaseUrl: string | null
  /** null: files lie below dataDir. */
  s3: S3Config | null
  /** null: every mail is a file in dataDir/outbox. */
  mail: { url: string; from: string } | null
  admin: { account: string | null; password: string | null }
  demo: boolean
  metricsToken: string | null
  metricsPort: number | null
  /** Whose `X-Forwarded-For` says where a call comes from: a number of proxies, or these addresses. */
  trustProxy: number | string[]
  /** Before a stop `/healthz` answers 503 for so long, so that a proxy sends nothing new. */
  drainMs: number
  /** How long the body of a call may take to arrive. */
  bodyMs: number
  /** How many calls a session, and an address without one, may make in a minute. */
  callsPerMinute: number
  /** How many live connections an address may begin in a minute. */
  liveHandshakes: number
  /** Bytes of uploads that nothing has taken in yet. */
  unfiled: Record<'account' | 'institution' | 'trialAccount' | 'strangers', number>
  /** Bytes of photographs of trial users. */
  trialBytes: Record<'account' | 'all', number>
  /** Bytes of exports. */
  exportBytes: Record<'one' | 'kept', number>
  /** Pairs of pictures that wait of one account, and that are kept of a patient. */
  pairs: Record<keyof typeof PAIRS, number>
  /** How long the audit log is kept. */
  auditDays: number
  /** Where each audit entry is copied to: a receiver of syslog, or a file. */
  auditSyslog: URL | null
  /** Where the head of the audit log is told every day: a folder, or a mail address. */
  auditHeads: URL | null
  /** Administrators sign in with a second factor. */
  adminSecondFactor: boolean
  /** Where devices send to; null: nothing listens. */
  dicom: DicomConfig | null
  /** Where systems of hospitals send HL7 v2 to; null: nothing listens. */
  hl7: Hl7Config | null
  /** How providers of identity are reached. */
  oidc: OutwardConfig
  /** How archives and cameras are reached that institutions name. */
  peers: PeersConfig
  /** How receivers of webhooks are reached. */
  webhooks: OutwardConfig
  refuseCommonPasswords: boolean
  /** null: backups are made by hand alone. */
  backup: BackupConfig | null
  logLevel: Environment['LOG_LEVEL']
}

/** The variables together. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartRefused(faults.join('; '))
  }
  const vars = parsed.data
  if (['worker', 'dicom', 'hl7'].includes(vars.MODE) && vars.DATABASE_URL === undefined) {
    throw new StartRefused(
      `DATABASE_URL: MODE=${vars.MODE} needs the database that the web process uses`,
    )
  }
  if (vars.DATABASE_URL === undefined) {
    for (const name of ['MIGRATION_DATABASE_URL', 'DATABASE_CA'] as const) {
      if (vars[name] !== undefined) throw new StartRefused(`${name}: DATABASE_URL is missing`)
    }
    if (vars.MODE === 'migrate') throw new StartRefused('DATABASE_URL: MODE=migrate needs it')
  }
  const host = vars.HOST.includes(':') ? `[${vars.HOST}]` : vars.HOST
  return {
    mode: vars.MODE,
    host: vars.HOST,
    port: vars.PORT,
    publicUrl: (vars.PUBLIC_URL ?? `http://${host}:${vars.PORT}`).replace(/\/+$/, ''),
    contact: vars.CONTACT ?? null,
    dataDir: resolve(vars.DATA_DIR),
    diskReserveBytes: vars.DISK_RESERVE_MB * 1024 * 1024,
    databaseUrl: trusting(vars.DATABASE_URL, vars.DATABASE_CA),
    migrationDatabaseUrl: trusting(vars.MIGRATION_DATABASE_URL, vars.DATABASE_CA),
    s3: s3(vars),
    mail: mail(vars),
    admin: { account: vars.ADMIN_ACCOUNT ?? null, password: vars.ADMIN_PASSWORD ?? null },
    demo: vars.DEMO,
    metricsToken: vars.METRICS_TOKEN ?? null,
    metricsPort: vars.METRICS_PORT ?? null,
    trustProxy: vars.TRUST_PROXY,
    drainMs: vars.DRAIN_SECONDS * 1000,
    bodyMs: 30_000,
    callsPerMinute: 3_000,
    liveHandshakes: 1_500,
    unfiled: UNFILED,
    trialBytes: TRIAL.keptBytes,
    exportBytes: DATASET.exportBytes,
    pairs: PAIRS,
    auditDays: vars.AUDIT_DAYS,
    auditSyslog: place('AUDIT_SYSLOG', vars.AUDIT_SYSLOG),
    auditHeads: place('AUDIT_HEADS', vars.AUDIT_HEADS),
    adminSecondFactor: vars.ADMIN_SECOND_FACTOR ?? !vars.DEMO,
    dicom: dicom(vars),
    hl7: hl7(vars),
    oidc: { privateOrigins: vars.OIDC_PRIVATE_ISSUERS, caFile: vars.OIDC_CA ?? null },
    peers: {
      networks: vars.PEER_NETWORKS,
      caFile: vars.PEER_CA ?? null,
    },
    webhooks: { privateOrigins: vars.WEBHOOK_PRIVATE_ORIGINS, caFile: vars.WEBHOOK_CA ?? null },
    refuseCommonPasswords: vars.REFUSE_COMMON_PASSWORDS,
    backup: backup(vars),
    logLevel: vars.LOG_LEVEL,
  }
}

/** For the C library of Linux: large blocks are kept and used again, and all threads share them (`lane-worker.js`). */
const MALLOC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(1024 ** 3),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024 ** 2),
}

/**
 * Settings for a worker beside this process: the same, with the address of the started database and
 * no password.
 */
export function workerEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('ADMIN_') && name !== 'MIGRATION_DATABASE_URL',
  )
  return { ...MALLOC, ...Object.fromEntries(rest), MODE: 'worker', DATABASE_URL: databaseUrl }
}

/** With a CA file the server must show a certificate of it, for its own name. */
function trusting(address: string | undefined, ca: string | undefined): string | null {
  if (address === undefined || ca === undefined) return address ?? null
  const trusted = new URL(address)
  trusted.searchParams.set('sslmode', 'verify-full')
  trusted.searchParams.set('sslrootcert', resolve(ca))
  return trusted.href
}

/** A port, an absolute path or an address of mail must be there. */
function place(name: string, text: string | undefined): URL | null {
  if (text === undefined) return null
  const found = new URL(text)
  const whole = {
    'tcp:': found.hostname !== '' && found.port !== '',
    'file:': found.hostname === '' && found.pathname.length > 1,
    'mailto:': found.pathname.includes('@'),
  }
  if (whole[found.protocol as keyof typeof whole]) return found
  throw new StartRefused(
    `${name}: must be like tcp://log.example:601, file:///var/log/audit or mailto:a@example.org`,
  )
}

/** All five or none: an incomplete set would not say where files are kept. */
function s3(vars: Environment): S3Config | null {
  const given = {
    S3_ENDPOINT: vars.S3_ENDPOINT,
    S3_REGION: vars.S3_REGION,
    S3_BUCKET: vars.S3_BUCKET,
    S3_ACCESS_KEY_ID: vars.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: vars.S3_SECRET_ACCESS_KEY,
  }
  const names = Object.keys(given) as (keyof typeof given)[]
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0) {
    throw new StartRefused(`${missing.join(', ')}: missing, while other S3_ variables are set`)
  }
  return {
    endpoint: given.S3_ENDPOINT ?? '',
    region: given.S3_REGION ?? '',
    bucket: given.S3_BUCKET ?? '',
    accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
    caFile: vars.S3_CA ?? null,
  }
}

function mail(vars: Environment): Config['mail'] {
  if (vars.SMTP_URL === undefined && vars.MAIL_FROM === undefined) return null
  if (vars.SMTP_URL === undefined)
    throw new StartRefused('SMTP_URL: missing, while MAIL_FROM is set')
  if (vars.MAIL_FROM === undefined) {
    throw new StartRefused('MAIL_FROM: missing, while SMTP_URL is set')
  }
  return { url: vars.SMTP_URL, from: vars.MAIL_FROM }
}

/** What listens for machines; null where it has no port. */
function listening(vars: Environment, name: 'DICOM' | 'HL7'): Listening | null {
  const port = vars[`${name}_PORT`]
  const [cert, key, ca] = (['CERT', 'KEY', 'CA'] as const).map(
    (part) => vars[`${name}_TLS_${part}`],
  )
  if (port === undefined) {
    const mode = name.toLowerCase()
    if (vars.MODE === mode) throw new StartRefused(`${name}_PORT: MODE=${mode} needs it`)
    return null
  }
  if ((cert === undefined) !== (key === undefined))
    throw new StartRefused(`${name}_TLS_CERT, ${name}_TLS_KEY: one needs the other`)
  if (ca !== undefined && cert === undefined)
    throw new StartRefused(`${name}_TLS_CA: ${name}_TLS_CERT is missing`)
  const isEncrypted = cert !== undefined && key !== undefined
  const tls = isEncrypted ? { cert, key, ca: ca ?? null } : null
  return { host: vars[`${name}_HOST`], port, tls }
}

function dicom(vars: Environment): DicomConfig | null {
  const at = listening(vars, 'DICOM')
  return (
    at && {
      ...at,
      firstMs: 10_000,
      silenceMs: 60_000,
      datasetBytes: 64 * 1024 * 1024,
      most: { device: 4, all: 16, unasked: 8 },
    }
  )
}

function hl7(vars: Environment): Hl7Config | null {
  const at = listening(vars, 'HL7')
  return (
    at && {
      ...at,
      frameMs: 30_000,
      idleMs: 600_000,
      messageBytes: 1024 * 1024,
      most: { address: 16, all: 64, silent: 8 },
    }
  )
}

function backup(vars: Environment): BackupConfig | null {
  if (vars.BACKUP_DIR === undefined) return null
  if (vars.BACKUP_KEY === undefined) {
    throw new StartRefused('BACKUP_KEY: missing, while BACKUP_DIR is set')
  }
  if (vars.DATABASE_URL !== undefined && vars.MODE !== 'worker') {
    throw new StartRefused(
      'BACKUP_DIR: a database of its own (DATABASE_URL) is backed up by its own tools; see docs/backup.md',
    )
  }
  return {
    dir: resolve(vars.BACKUP_DIR),
    keyFile: resolve(vars.BACKUP_KEY),
    time: vars.BACKUP_TIME,
    keep: vars.BACKUP_KEEP,
  }
}
