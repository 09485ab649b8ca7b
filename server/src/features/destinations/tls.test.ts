import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addDestination,
  echoDestination,
  listDestinations,
  setDestination,
} from '@mingmou/contract'
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
          name: '影像归档',
          kind: 'dicom' as const,
          host: '127.0.0.1',
          port: archive.port,
          called_title: 'ARCHIVE',
          calling_title: 'MINGMOU',
          tls: true,
          photographs: false,
          active: true,
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

test('a server that asks for our certificate gets it, and no other server does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-tls-'))
  const [server, ours, other] = ['server', 'ours', 'other'].map((name) => {
    const { key, pem } = makeCertificate(folder, name)
    return { pem, cert: readFileSync(pem, 'utf8'), key: readFileSync(key, 'utf8') }
  })
  if (!server || !ours || !other) throw new Error('no certificates were made')
  const asking = () =>
    createServer(
      { cert: server.cert, key: server.key, ca: [ours.cert], requestCert: true },
      (_, response) =>
        response.writeHead(200, { 'content-type': 'application/dicom+json' }).end('[]'),
    ).listen(0, '127.0.0.1')
  const servers = [asking(), asking()]
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.once('listening', resolve))),
  )
  const [first = '', second = ''] = servers.map(
    (server) => `https://127.0.0.1:${(server.address() as AddressInfo).port}/dicom-web`,
  )
  const app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: server.pem } })
  try {
    const main = await makeAccount(app, { role: '3' })
    const stow = (url: string, certificate?: string) => ({
      name: '云归档',
      kind: 'stow' as const,
      url,
      photographs: false,
      active: true,
      ...(certificate !== undefined && { certificate }),
    })
    const { destination_id } = await succeed(app, addDestination, stow(first), main)
    const fault = async () => (await succeed(app, echoDestination, { destination_id }, main)).fault
    const set = (given: ReturnType<typeof stow>) =>
      app.call(setDestination, { destination_id, ...given }, main)
    expect(await fault()).toBe('对方要求客户端证书，或不接受现有证书')
    for (const [certificate, why] of [
      ['geheim', '请粘贴 PEM 格式的证书及其未加密的私钥'],
      [ours.cert, '请粘贴 PEM 格式的证书及其未加密的私钥'],
      [`${ours.cert}${other.key}`, '私钥与证书不匹配'],
    ] as const)
      expect([certificate, (await set(stow(first, certificate))).msg]).toEqual([
        certificate,
        expect.stringContaining(why),
      ])
    const plain = stow(first.replace('https', 'http'), `${ours.cert}${ours.key}`)
    expect((await set(plain)).msg).toContain('证书只在加密连接中使用')
    expect((await set(stow(first, `${ours.cert}\n${ours.key}`))).error_code).toBe(0)
    expect(await fault()).toBeNull()
    // Without one the kept one stays.
    expect((await set(stow(first))).error_code).toBe(0)
    expect(await fault()).toBeNull()
    const told = await app.call(listDestinations, {}, main)
    expect(told.data).toMatchObject({ rows: [{ certificate: { subject: 'CN=127.0.0.1' } }] })
    expect(JSON.stringify(told)).not.toContain('PRIVATE')
    expect((await set(stow(second))).error_code).toBe(0)
    expect(await fault()).toBe('对方要求客户端证书，或不接受现有证书')
  } finally {
    for (const server of servers) server.close()
    await app.close()
  }
})

test.skipIf(!hasArchivePrograms)(
  'an archive by C-STORE that asks for our certificate gets it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mingmou-tls-'))
    const archived = makeCertificate(folder, 'archive')
    const ours = makeCertificate(folder, 'ours')
    const archive = await startArchive(['+tls', archived.key, archived.pem, '+cf', ours.pem, '-rc'])
    const app = await testApp({ peers: { networks: ['127.0.0.0/8'], caFile: archived.pem } })
    try {
      const main = await makeAccount(app, { role: '3' })
      const given = {
        name: '影像归档',
        kind: 'dicom' as const,
        host: '127.0.0.1',
        port: archive.port,
        called_title: 'ARCHIVE',
        calling_title: 'MINGMOU',
        tls: true,
        photographs: false,
        active: true,
      }
      const echoed = async (certificate?: string) => {
        const { destination_id } = await succeed(
          app,
          addDestination,
          { ...given, ...(certificate !== undefined && { certificate }) },
          main,
        )
        return (await succeed(app, echoDestination, { destination_id }, main)).fault
      }
      const pem = [ours.pem, ours.key].map((file) => readFileSync(file, 'utf8')).join('')
      expect(await echoed()).not.toBeNull()
      expect(await echoed(pem)).toBeNull()
    } finally {
      archive.stop()
      await app.close()
    }
  },
)
