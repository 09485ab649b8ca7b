import { expect, test } from 'vitest'
import { doDuties } from './duty.ts'
import { expectErrors } from './testing/no-errors.ts'
import { testApp } from './testing/test-app.ts'

test('a duty that fails is named in the log, and keeps no other from being done', async () => {
  const app = await testApp()
  expectErrors('a duty failed')
  const done: string[] = []
  await doDuties(app.context, [
    { name: 'fails', run: () => Promise.reject(new Error('no such folder')) },
    {
      name: 'works',
      run: () => {
        done.push('works')
        return Promise.resolve()
      },
    },
  ])
  expect(done).toEqual(['works'])
  await app.close()
})
