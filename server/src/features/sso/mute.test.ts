import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { beginSsoLogin } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { makeAccount } from '../../testing/factories.ts'
import { identityProvider } from '../../testing/identity-provider.ts'
import { mailApp } from '../../testing/mailbox.ts'
import { signOn } from '../../testing/sign-on.ts'

test('a provider that says nothing is asked once for all who wait, and is then left alone', async () => {
  const lines = new Set<Socket>()
  let asked = 0
  const mute = createServer((line) => {
    asked += 1
    lines.add(line)
  }).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const issuer = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const idp = await identityProvider('https://eyes.example.com/sso')
  const privateOrigins = [...idp.outward.privateOrigins, issuer]
  const app = await mailApp({
    config: {
      publicUrl: 'https://eyes.example.com',
      oidc: { ...idp.outward, privateOrigins },
    },
  })
  const main = await makeAccount(app, { role: '3' })
  const sign_in_code = await signOn(app, idp).provide(main)
  // It was there when it was set.
  await app.context.db
    .updateTable('sso_providers')
    .set({ issuer })
    .where('oid', '=', main.oid ?? '')
    .execute()

  const begin = async () => (await app.call(beginSsoLogin, { sign_in_code })).status
  const told = await Promise.all(Array.from({ length: 20 }, begin))
  expect(new Set([...told, await begin()])).toEqual(new Set([202]))
  expect(asked).toBe(1)

  for (const line of lines) line.destroy()
  mute.close()
  await app.close()
  await idp.close()
})
