import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDestination, echoDestination } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { hasArchivePrograms, startArchive } from '../../testing/archive-peer.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { makeAccount } from '../../testing/factories.ts'
import { succeed, testApp } from '../../testing/test-app.ts'

test.skipIf(!hasArchivePrograms)(
  'an archive behind TLS answers where its authority is named, and is refused otherwise',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mingmou-tls-'))
    const { key, pem } = makeCertificate(folder, 'archive')
    const archive = await startArchive(['+tls', key, pem, '-ic'])
    const faultWith = async (caFile: string | null) => {
      const app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile } })
      try {
        const main = await makeAccount(app, { role: '3' })
        const given = {
          ...{ name: '影像归档', kind: 'dicom' as const, host: '127.0.0.1', port: archive.port },
          ...{ called_title: 'ARCHIVE', calling_title: 'MINGMOU', tls: true },
          ...{ photographs: false, active: true },
        }
        const { destination_id } = await succeed(app, addDestination, given, main)
        return (await succeed(app, echoDestination, { destination_id }, main)).fault
      } finally {
        await app.close()
      }
    }
    try {
      expect(await faultWith(pem)).toBeNull()
      expect(await faultWith(null)).toBe('对方的安全证书无法验证')
    } finally {
      archive.stop()
    }
  },
)
