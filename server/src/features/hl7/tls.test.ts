import { mkdtemp } from 'node:fs/promises'
import { connect as connectPlainly } from 'node:net'
import { once } from 'node:events'
import { X509Certificate } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endOf, endShown } from '../../platform/certificate-ends.ts'
import { framed } from '../../platform/hl7/mllp.ts'
import { makeCertificate } from '../../testing/certificate.ts'
import { makeAccount } from '../../testing/factories.ts'
import { expectErrors } from '../../testing/no-errors.ts'
import { hl7App, messageOf, pidOf, registerSystem } from '../../testing/hl7-system.ts'

let started: Awaited<ReturnType<typeof hl7App>>
let facility: string
let own: { key: string; pem: string }
let system: { key: string; pem: string }
let stranger: { key: string; pem: string }
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingmou-hl7-'))
  own = makeCertificate(folder, 'own')
  system = makeCertificate(folder, 'system')
  stranger = makeCertificate(folder, 'stranger')
  // The system's certificate vouches for itself: it is its own authority.
  started = await hl7App({ tls: { cert: own.pem, key: own.key, ca: system.pem } })
  ;({ facility } = await registerSystem(started.app, await makeAccount(started.app, { role: '3' })))
})
afterAll(() => started.close())

/** What comes back; empty where the line was cut. */
async function send(by: { key: string; pem: string }): Promise<string> {
  const [cert, key, ca] = [by.pem, by.key, own.pem].map((path) => readFileSync(path))
  const to = { host: '127.0.0.1', port: started.port, checkServerIdentity: () => undefined }
  const socket = connect({ ...to, cert, key, ca: [ca as Buffer] })
  socket.on('error', () => undefined)
  const message = messageOf({ facility }, 'ADT^A04', pidOf({ number: 'TLS-1' }))
  socket.write(framed(Buffer.from(message)))
  const came = await Promise.race([
    once(socket, 'data').then(([bytes]) => String(bytes)),
    once(socket, 'close').then(() => ''),
  ])
  socket.destroy()
  return came
}

test('a receiver that asks for certificates takes messages of systems that have one', async () => {
  expect(await send(system)).toContain('MSA|AA')
  expect(await send(stranger)).toBe('')
  expect(await send(system)).toContain('MSA|AA')
})

test('a renewed certificate is shown without a new start, once it and its key belong together; until then the end of the earlier one is told', async () => {
  const shown = () =>
    new Promise<string>((resolve) => {
      const [cert, key] = [system.pem, system.key].map((path) => readFileSync(path))
      const to = { host: '127.0.0.1', port: started.port, rejectUnauthorized: false }
      const socket = connect({ ...to, cert, key }, () => {
        resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '')
        socket.destroy()
      })
    })
  const fingerprint = (path: string) => new X509Certificate(readFileSync(path)).fingerprint256
  const renewed = makeCertificate(dirname(own.pem), 'renewed', 400)
  const [earlier, end] = [fingerprint(own.pem), endOf(readFileSync(own.pem))]
  expect(await shown()).toBe(earlier)
  const faults = expectErrors('a renewed certificate cannot be used yet')
  copyFileSync(renewed.pem, own.pem)
  await expect.poll(() => faults.length).toBe(1)
  expect(await shown()).toBe(earlier)
  expect(await endShown(own.pem)).toEqual(end)
  copyFileSync(renewed.key, own.key)
  await expect.poll(shown).toBe(fingerprint(renewed.pem))
  expect(await endShown(own.pem)).toEqual(endOf(readFileSync(renewed.pem)))
  expect(await send(system)).toContain('MSA|AA')
})

test('a connection that begins no handshake is ended', async () => {
  const socket = connectPlainly(started.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(framed(Buffer.from('MSH|^~\\&|')))
  await once(socket, 'close')
})
