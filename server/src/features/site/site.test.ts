import { areaAll, getStatistics } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSitting } from '../../testing/clinical-factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a visitor finds every province, and the districts of a city', async () => {
  const { areas } = await succeed(app, areaAll, {})
  expect(areas).toHaveLength(34)
  const city = areas
    .find((area) => area.name === '浙江省')
    ?.children?.find((area) => area.id === '330100')
  expect(city?.children).toContainEqual({ id: '330106', name: '西湖区' })
})

test('a visitor reads how many images there are, counted once a minute', async () => {
  expect((await succeed(app, getStatistics, {})).imageNumber.all).toBe(0)
  await makeSitting(app)
  expect((await succeed(app, getStatistics, {})).imageNumber.all).toBe(0)
  app.advance(60)
  expect((await succeed(app, getStatistics, {})).imageNumber.all).toBe(1)
})
