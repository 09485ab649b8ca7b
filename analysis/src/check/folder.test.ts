import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawFundus, drawOcta, encodeJpeg, encodePng } from '../phantom/index.ts'
import { checkFolder } from './folder.ts'
import { filesBelow, inOrder } from './walk.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-'))
  await mkdir(join(folder, '2024', '__MACOSX'), { recursive: true })
  const eye = await encodeJpeg(drawFundus(31, { width: 800 }).image)
  const files: Record<string, Buffer | string> = {
    '12345_张三_OD_20240301.jpg': eye,
    '2024/右眼.jpg': eye,
    'scan.png': await encodePng(drawOcta(5).image),
    '名单.docx': 'PK',
    'cut.jpg': eye.subarray(0, 900),
    DICOMDIR: 'x',
    '.DS_Store': 'x',
    'Thumbs.db': 'x',
    'index.htm': '<html>',
    '2024/__MACOSX/a.jpg': 'x',
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
})
afterAll(() => rm(folder, { recursive: true }))

async function checked(language: 'zh-CN' | 'en') {
  const lines: string[] = []
  const refused = await checkFolder(folder, language, (line) => lines.push(line))
  return { lines, refused }
}

describe('the check of a folder', () => {
  test('says of each file what would become of it, and sums up', async () => {
    const before = await readdir(folder, { recursive: true })
    const { lines, refused } = await checked('en')
    expect(refused).toBe(2)
    expect(lines).toEqual([
      '12345_张三_OD_20240301.jpg: taken, 800 × 600 px, looks like a fundus, OD, 2024-03-01, number 12345',
      expect.stringMatching(/^cut\.jpg: refused: .*cut\.jpg$/),
      expect.stringMatching(
        /^scan\.png: taken, .* px, looks like OCTA, eye not said, day not said, number scan$/,
      ),
      expect.stringMatching(/^名单\.docx: refused: /),
      join('2024', '右眼.jpg') +
        ': taken, 800 × 600 px, looks like a fundus, OD, day not said, number not said, the same file as 12345_张三_OD_20240301.jpg',
      '5 files: 3 taken, 2 refused',
      '2 of those taken need a person for eye, day or number',
      '1 of those taken stand twice',
      expect.stringMatching(/^1 × .*[^:]$/),
      expect.stringMatching(/^1 × /),
      '5 system files left out',
    ])
    expect(await readdir(folder, { recursive: true })).toEqual(before)
  })

  test('is in Chinese without English, and the other way round', async () => {
    const { lines } = await checked('zh-CN')
    expect(lines).toContain('共 5 个文件：可接收 3，不接收 2')
    expect(lines).toContain('已略过 5 个系统文件')
    expect(lines.join('\n')).not.toMatch(/taken|refused|looks|number/)
  })

  test('tells how far it is, apart from the list', async () => {
    const many = await mkdtemp(join(tmpdir(), 'check-many-'))
    for (let at = 0; at < 101; at++) await writeFile(join(many, `${at}.txt`), 'x')
    const [lines, told]: [string[], string[]] = [[], []]
    await checkFolder(
      many,
      'en',
      (line) => lines.push(line),
      (line) => told.push(line),
    )
    expect(told).toEqual(['50 files checked …', '100 files checked …'])
    expect(lines.join('\n')).not.toContain('checked')
    await rm(many, { recursive: true })
  })

  test('holds few files at a time, and keeps their order', async () => {
    let running = 0
    let most = 0
    const given = filesBelow(folder, () => undefined)
    const names: string[] = []
    for await (const name of inOrder(given, 2, async (path) => {
      most = Math.max(most, ++running)
      await new Promise((done) => setImmediate(done))
      running -= 1
      return path
    }))
      names.push(name)
    expect(most).toBeLessThanOrEqual(2)
    expect(names).toHaveLength(10)
    expect(names.slice(0, 8)).toEqual(names.slice(0, 8).toSorted())
  })
})
