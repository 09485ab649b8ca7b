import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FUNDUS_MAPS, OCTA_MAPS, SURFACE_MAPS } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawFundus, drawNotFundus, drawOcta, encodeJpeg, encodePng } from './phantom/index.ts'
import { drawSurface } from './phantom/surface.ts'

const ROOT = join(import.meta.dirname, '..', '..')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'analyse-'))
  await writeFile(join(folder, 'eye.jpg'), await encodeJpeg(drawFundus(31, { width: 800 }).image))
  await writeFile(join(folder, 'letter.jpg'), 'a letter\n')
})
afterAll(() => rm(folder, { recursive: true }))

function analyse(...words: string[]): Promise<{ code: number; errors: string }> {
  const program = [join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs'), 'analysis/src/cli.ts']
  return new Promise((resolve) =>
    execFile(process.execPath, [...program, ...words], { cwd: ROOT }, (fault, _, stderr) =>
      resolve({ code: typeof fault?.code === 'number' ? fault.code : 0, errors: stderr.trim() }),
    ),
  )
}

test('a bad file is named in one line and the others are still done', async () => {
  const out = join(folder, 'out')
  const files = ['letter.jpg', 'missing.png', 'eye.jpg'].map((name) => join(folder, name))
  const { code, errors } = await analyse(
    'fundus',
    ...files,
    '--out',
    out,
    '--eye',
    'OS',
    '--mm-per-px',
    '0.025',
  )
  expect(code).toBe(1)
  expect(errors.split('\n')).toEqual([
    'The file is text, not a photograph; check that it is the right file: letter.jpg',
    expect.stringMatching(/^missing\.png: no such file/),
  ])
  expect(await readdir(out)).toEqual(['eye'])
  const maps = FUNDUS_MAPS.map((name) => `${name}.png`)
  expect((await readdir(join(out, 'eye'))).sort()).toEqual([...maps, 'findings.json'].sort())
  for (const map of maps)
    expect(await sharp(join(out, 'eye', map)).metadata()).toMatchObject({
      width: 800,
      height: 600,
      channels: 1,
      depth: 'uchar',
    })
  const findings = JSON.parse(await readFile(join(out, 'eye', 'findings.json'), 'utf8')) as object
  expect(findings).toMatchObject({
    modality: 'fundus',
    gradable: true,
    eye: 'OS',
    eye_confidence: 1,
  })
  expect(findings).toMatchObject({ scale: { mm_per_px: 0.025, source: 'stated' } })
})

test.each([
  ['surface', SURFACE_MAPS, []],
  ['octa', OCTA_MAPS, ['--scan', '3']],
] as const)('a picture of %s has its findings and the maps of its own', async (key, maps, more) => {
  const [file, out] = [join(folder, `${key}.png`), join(folder, `${key}-out`)]
  const { image } = key === 'octa' ? drawOcta(5) : drawSurface(3019, { staining: 'patch' })
  await writeFile(file, await encodePng(image))
  expect(await analyse(key, file, '--out', out, ...more)).toEqual({ code: 0, errors: '' })
  const files = [...maps.map((name) => `${name}.png`), 'findings.json']
  expect((await readdir(join(out, key))).sort()).toEqual(files.sort())
  const findings = JSON.parse(await readFile(join(out, key, 'findings.json'), 'utf8')) as object
  expect(findings).toMatchObject({ modality: key, gradable: true })
})

test('what is not understood is said and ends with 2', async () => {
  expect(await analyse('cornea', 'x.png', '--out', folder)).toMatchObject({ code: 2 })
  expect(await analyse('fundus', 'x.png')).toMatchObject({ code: 2 })
  expect(await analyse('fundus', 'x.png', '--out', folder, '--eye', 'left')).toMatchObject({
    code: 2,
  })
})

test('a folder is analysed photograph by photograph, and no result takes the place of another', async () => {
  const [inside, out] = [join(folder, 'inside'), join(folder, 'both')]
  await mkdir(inside)
  // A picture of another kind takes no whole analysis.
  await writeFile(join(inside, 'eye.png'), await encodePng(drawNotFundus(1, 'octa')))
  await writeFile(join(inside, 'notes.txt'), 'not an image')
  const { code, errors } = await analyse('fundus', inside, join(folder, 'eye.jpg'), '--out', out)
  expect([code, errors]).toEqual([1, 'eye.jpg: results of another eye lie there already'])
  expect(await readdir(out)).toEqual(['eye'])
})
