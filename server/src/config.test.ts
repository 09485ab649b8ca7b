import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const refusal = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}

describe('the configuration', () => {
  it('needs nothing: loopback, the embedded database, files and mail below ./data', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'all',
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://127.0.0.1:8080',
      databaseUrl: null,
      s3: null,
      mail: null,
      demo: false,
    })
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', SMTP_URL: '' })).toEqual(readConfig({}))
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['MODE', 'both'],
    ['DEMO', 'yes'],
    ['DATABASE_URL', 'mysql://there/db'],
    ['S3_ENDPOINT', 'not an address'],
    ['SMTP_URL', 'http://mail'],
    ['PUBLIC_URL', 'mingmou.example'],
    ['ADMIN_PASSWORD', 'short'],
    ['METRICS_TOKEN', 'short'],
    ['TRUST_PROXY', 'the-proxy'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '11'],
    ['DISK_RESERVE_MB', 'much'],
    ['DATABASE_CA', '/nowhere/ca.pem'],
    ['DRAIN_SECONDS', '301'],
    ['AUDIT_DAYS', '183'],
    ['OIDC_PRIVATE_ISSUERS', 'https://a.example,http://b.example'],
    ['AUDIT_SYSLOG', 'udp://log.example:514'],
    ['AUDIT_SYSLOG', 'tcp://log.example'],
    ['AUDIT_HEADS', 'mailto:nobody'],
    ['BACKUP_TIME', '25:00'],
    ['BACKUP_KEEP', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %s, in one line and without its value', (name, value) => {
    const message = refusal({ [name]: value })
    expect(message).toMatch(new RegExp(`^${name}: `))
    expect(message).not.toContain('\n')
    if (name.includes('PASSWORD') || name.includes('TOKEN')) expect(message).not.toContain(value)
  })

  it('names what is missing of variables that belong together', () => {
    expect(refusal({ S3_BUCKET: 'eyes', S3_REGION: 'local' })).toMatch(
      /^S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: missing/,
    )
    expect(refusal({ SMTP_URL: 'smtp://mail' })).toMatch(/^MAIL_FROM: missing/)
    expect(refusal({ MAIL_FROM: 'a@example.org' })).toMatch(/^SMTP_URL: missing/)
    expect(refusal({ BACKUP_DIR: '/backups' })).toMatch(/^BACKUP_KEY: missing/)
    expect(
      refusal({ BACKUP_DIR: '/backups', BACKUP_KEY: 'key', DATABASE_URL: 'postgres://there/db' }),
    ).toMatch(/^BACKUP_DIR: /)
    expect(refusal({ MODE: 'worker' })).toMatch(/^DATABASE_URL: /)
    expect(refusal({ MODE: 'migrate' })).toMatch(/^DATABASE_URL: /)
    expect(refusal({ MIGRATION_DATABASE_URL: 'postgres://db/eyes' })).toMatch(
      /^MIGRATION_DATABASE_URL: DATABASE_URL is missing/,
    )
  })

  it('writes an IPv6 address into links as links want it', () => {
    expect(readConfig({ HOST: '::1', PORT: '9000' }).publicUrl).toBe('http://[::1]:9000')
  })
})
