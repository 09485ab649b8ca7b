import { readPhotographTable, type PhotographRow } from '@mingmou/contract'
import { zipSync, strToU8 } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServer } from '../../../testing/server.ts'
import { signIn } from '../../../testing/session.ts'
import { BatchTables } from './tables.ts'

const row = (traits: Partial<PhotographRow>): PhotographRow => ({
  line: 2,
  file: 'a.jpg',
  number: 'P-1',
  eye: 'OD',
  record_date: '',
  faults: [],
  ...traits,
})

let rows: PhotographRow[]
let sent: string[]
let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  signIn()
  sent = []
  server = await startServer(({ path, body }) => {
    if (path !== readPhotographTable.path) return {}
    sent.push(atob((body as { content: string }).content))
    return { data: { rows, ignored: ['备注'] } }
  })
})
afterEach(() => server.close())

const said = { number: 'P-1', eye: 'OD', record_date: '' }
const told: unknown[] = []
const fail = (...what: unknown[]) => void told.push(what.slice(0, 2))

test('an archive is taken apart, its table read, and each of its files found by its name', async () => {
  rows = [
    row({}),
    row({ line: 3, file: '右眼', number: 'P-2' }),
    row({ line: 4, file: 'gone.jpg' }),
  ]
  const packed = zipSync({
    'x/a.jpg': strToU8('a'),
    'x/QQQQ.jpg': strToU8('b'),
    'x/b.jpg': strToU8('c'),
    '__MACOSX/._a.jpg': strToU8('d'),
    'x/表.csv': strToU8('File,MRN\n'),
  })
  // 右眼.jpg as Windows writes it.
  for (let at = 0; at < packed.length; at++)
    if (packed.subarray(at, at + 4).every((byte) => byte === 0x51))
      packed.set([0xd3, 0xd2, 0xd1, 0xdb], at)
  const tables = new BatchTables()
  const files = await tables.take([new File([packed.slice()], '照片.ZIP')], fail)
  expect(sent).toEqual(['File,MRN\n'])
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['a.jpg', '右眼.jpg', 'b.jpg']),
  )
  expect(tables.saysOf('右眼.jpg')).toMatchObject({ number: 'P-2' })
  expect(tables.saysOf('A.JPG')).toEqual(said)
  expect(tables.saysOf('b.jpg')).toBeUndefined()
  const [read] = tables.list()
  expect(read?.fileless.map(({ file }) => file)).toEqual(['gone.jpg'])
  expect(read?.rowless).toEqual(['b.jpg'])
  expect(read).toMatchObject({ rows: 3, ignored: ['备注'] })
  tables.putAway()
  expect([tables.list(), tables.saysOf('a.jpg')]).toEqual([[], undefined])
})

test('rows of one name without its ending count, and two that differ say nothing', async () => {
  rows = [row({ file: 'IMG_1' }), row({ file: 'IMG_2' }), row({ file: 'IMG_2', eye: 'OS' })]
  const tables = new BatchTables()
  await tables.take([new File(['x'], 't.csv')], fail)
  expect(tables.saysOf('img_1.JPG')).toEqual(said)
  expect(tables.saysOf('IMG_2.jpg')).toBeUndefined()
})

test('what is no archive is named, and stops nothing else', async () => {
  rows = []
  const tables = new BatchTables()
  const files = await tables.take([new File(['no'], 'x.zip'), new File(['a'], 'a.jpg')], fail)
  expect(files.map(({ name }) => name)).toEqual(['a.jpg'])
  expect(told).toEqual([['packed', 'x.zip']])
})
