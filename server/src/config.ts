import { resolve } from 'node:path'
import { z } from 'zod'
import { StartRefused } from './start-refused.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })
const flag = z.enum(['0', '1']).transform((text) => text === '1')

/** First step: each variable alone. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  MODE: z.enum(['all', 'web', 'worker']).default('all'),
  ADMIN_ACCOUNT: z.string().min(1).max(64).optional(),
  ADMIN_PASSWORD: z.string().min(8).max(64).optional(),
  DEMO: flag.default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The law requires half a year. The database refuses to remove younger entries. */
  AUDIT_DAYS: z.coerce.number().int().min(184).max(36_500).default(184),
  /** The rule about classes and length alone accepts `abcd1234`. */
  REFUSE_COMMON_PASSWORDS: flag.default(false),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})
type Environment = z.infer<typeof Environment>

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface Config {
  mode: Environment['MODE']
  host: string
  port: number
  /** Has no slash at its end. */
  publicUrl: string
  dataDir: string
  /** null: the embedded database below dataDir. */
  databaseUrl: string | null
  /** null: files lie below dataDir. */
  s3: S3Config | null
  /** null: every mail is a file in dataDir/outbox. */
  mail: { url: string; from: string } | null
  admin: { account: string | null; password: string | null }
  demo: boolean
  metricsToken: string | null
  /** How long the audit log is kept. */
  auditDays: number
  refuseCommonPasswords: boolean
  logLevel: Environment['LOG_LEVEL']
}

/** Second step: the variables together. An empty variable counts as unset. */
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
  if (vars.MODE === 'worker' && vars.DATABASE_URL === undefined) {
    throw new StartRefused('DATABASE_URL: MODE=worker needs the database that the web process uses')
  }
  const host = vars.HOST.includes(':') ? `[${vars.HOST}]` : vars.HOST
  return {
    mode: vars.MODE,
    host: vars.HOST,
    port: vars.PORT,
    publicUrl: (vars.PUBLIC_URL ?? `http://${host}:${vars.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(vars.DATA_DIR),
    databaseUrl: vars.DATABASE_URL ?? null,
    s3: s3(vars),
    mail: mail(vars),
    admin: { account: vars.ADMIN_ACCOUNT ?? null, password: vars.ADMIN_PASSWORD ?? null },
    demo: vars.DEMO,
    metricsToken: vars.METRICS_TOKEN ?? null,
    auditDays: vars.AUDIT_DAYS,
    refuseCommonPasswords: vars.REFUSE_COMMON_PASSWORDS,
    logLevel: vars.LOG_LEVEL,
  }
}

/**
 * Settings for a worker beside this process: the same, with the address of the started database and
 * no password.
 */
export function workerEnvironment(databaseUrl: string): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !name.startsWith('ADMIN_'))
  return { ...Object.fromEntries(rest), MODE: 'worker', DATABASE_URL: databaseUrl }
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
