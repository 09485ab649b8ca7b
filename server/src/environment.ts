import { z } from 'zod'
import { caFile, flag, networks, origins, port, proxies, url } from './config-values.ts'

/** Each variable of the environment alone; `config.ts` reads them together. */
export const Environment = z.object({
  HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  PORT: port.default(8080).describe('the port to listen on'),
  DATA_DIR: z.string().default('./data').describe('database, files, outbox, keys'),
  DISK_RESERVE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024)
    .describe('kept free on the disk of `DATA_DIR`; below it nothing new is taken'),
  DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('an external PostgreSQL 18. Unset: the embedded one'),
  MIGRATION_DATABASE_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('the login that owns the schema; that of `DATABASE_URL` then cannot'),
  DATABASE_CA: caFile
    .optional()
    .describe(
      "PEM file of the authority of the database's certificate. Unset: those that Node knows",
    ),
  S3_CA: caFile
    .optional()
    .describe(
      "PEM file of the authority of the object store's certificate. Unset: those that Node knows",
    ),
  S3_ENDPOINT: url('http:', 'https:')
    .optional()
    .describe('an external object store. Unset: `DATA_DIR/files`'),
  S3_REGION: z.string().optional().describe('its region'),
  S3_BUCKET: z.string().optional().describe('its bucket'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('its key'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('the secret of that key'),
  SMTP_URL: url('smtp:', 'smtps:')
    .optional()
    .describe('a mail server. Unset: `.eml` files in `DATA_DIR/outbox`'),
  MAIL_FROM: z.string().optional().describe('the sender of mails'),
  PUBLIC_URL: url('http:', 'https:')
    .optional()
    .describe('the address in mails and links. Unset: `http://HOST:PORT`'),
  CONTACT: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('whom visitors ask, shown below the public pages as it is written here'),
  MODE: z
    .enum(['all', 'web', 'worker', 'dicom', 'hl7', 'migrate'])
    .default('all')
    .describe(
      '`all`, `web`, `worker`, `dicom`, `hl7`, or `migrate`, which prepares the database and ends',
    ),
  ADMIN_ACCOUNT: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('the first administrator. Unset: `admin`'),
  ADMIN_PASSWORD: z
    .string()
    .min(8)
    .max(64)
    .optional()
    .describe('its password. Unset: generated, and printed once'),
  DEMO: flag
    .default(false)
    .describe('`1`: a demo institution on an empty database; `npm start` sets it'),
  METRICS_TOKEN: z.string().min(16).optional().describe('opens `/metrics` to its holder'),
  METRICS_PORT: port.optional().describe('a port of 127.0.0.1 that serves `/metrics`'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('how long `/healthz` answers 503 before a stop'),
  TRUST_PROXY: proxies
    .default(['loopback'])
    .describe(
      'proxies whose `X-Forwarded-For` is believed: how many, or addresses and networks with commas',
    ),
  AUDIT_DAYS: z.coerce
    .number()
    .int()
    .min(184)
    .max(36_500)
    .default(184)
    .describe('how long the audit log is kept; the law requires half a year'),
  AUDIT_SYSLOG: url('tcp:', 'file:')
    .optional()
    .describe('where each audit entry is copied: [running.md](running.md)'),
  AUDIT_HEADS: url('file:', 'mailto:')
    .optional()
    .describe('where the daily head of the audit log is copied: [running.md](running.md)'),
  ADMIN_SECOND_FACTOR: flag
    .optional()
    .describe(
      '`1`: administrators sign in with a second factor. Unset: `1`, or `0` where `DEMO` is `1`',
    ),
  OIDC_PRIVATE_ISSUERS: origins
    .default([])
    .describe('identity providers that may lie in a private network, split by commas'),
  OIDC_CA: caFile.optional().describe('PEM file of their authority, beside those that Node knows'),
  PEER_NETWORKS: networks
    .default([])
    .describe(
      'networks in which archives and cameras may lie that institutions name, split by commas',
    ),
  PEER_CA: caFile
    .optional()
    .describe('PEM file of the authority of those archives, beside those that Node knows'),
  WEBHOOK_PRIVATE_ORIGINS: origins
    .default([])
    .describe('receivers of webhooks that may lie in a private network, split by commas'),
  WEBHOOK_CA: caFile
    .optional()
    .describe('PEM file of their authority, beside those that Node knows'),
  BACKUP_DIR: z.string().optional().describe('the folder of the planned backups'),
  BACKUP_KEY: z.string().optional().describe('the file with their key'),
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as 02:00' })
    .default('02:00')
    .describe('when the daily backup is made, by the clock of the machine'),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(14)
    .describe('how many backups are kept'),
  REFUSE_COMMON_PASSWORDS: flag
    .default(false)
    .describe('`1`: no password that is common or says the name'),
  DICOM_PORT: port
    .optional()
    .describe('where devices send by DICOM: [dicom.md](dicom.md). Unset: nothing listens'),
  DICOM_HOST: z.string().default('127.0.0.1').describe('the address that devices call'),
  DICOM_TLS_CERT: caFile
    .optional()
    .describe('PEM file of the certificate for devices. Unset: without TLS'),
  DICOM_TLS_KEY: caFile.optional().describe('PEM file of its key'),
  DICOM_TLS_CA: caFile
    .optional()
    .describe('PEM file of the authority of the certificates that devices then have to show'),
  HL7_PORT: port
    .optional()
    .describe('where hospital systems send HL7 v2: [hl7.md](hl7.md). Unset: nothing listens'),
  HL7_HOST: z.string().default('127.0.0.1').describe('the address that they call'),
  HL7_TLS_CERT: caFile
    .optional()
    .describe('PEM file of the certificate for them. Unset: without TLS'),
  HL7_TLS_KEY: caFile.optional().describe('PEM file of its key'),
  HL7_TLS_CA: caFile
    .optional()
    .describe('PEM file of the authority of the certificates that they then have to show'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('the least of what is logged: `debug`, `info`, `warn`, `error` or `silent`'),
})
export type Environment = z.infer<typeof Environment>
