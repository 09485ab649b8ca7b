import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FundusFindings } from '@mingmou/contract'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { loadModels } from '../models.ts'
import { EYE_DATA, eyeData, MODELS } from '../testing/files.ts'
import { analyseFundus } from './analyse.ts'

/** Seven whole analyses each. */
vi.setConfig({ testTimeout: 600_000 })

/** Kept from training by the networks that measure them; docs/accuracy.md tells how others do. */
const PHOTOGRAPHS = [
  ['hrf', '06_h'],
  ['drishti', 'drishtiGS_010'],
  ['idrid', 'IDRiD_08'],
  ['drive', '40'],
] as const
/** Larger ones are halved first, for time. */
const LARGEST = 2500

interface Source {
  png: Buffer
  width: number
  height: number
}

const png = (image: Sharp) => image.png({ compressionLevel: 1 }).toBuffer()

const ON_ITS_SIDE = 'turned by 90 degrees'
const COPIES: Record<string, (from: Source) => Promise<Buffer>> = {
  'half as large': ({ png: bytes, width, height }) =>
    png(sharp(bytes).resize(Math.round(width / 2), Math.round(height / 2))),
  'twice as large': ({ png: bytes, width, height }) =>
    png(sharp(bytes).resize(2 * width, 2 * height)),
  'compressed again': ({ png: bytes }) => sharp(bytes).jpeg({ quality: 80 }).toBuffer(),
  'a fifth brighter': ({ png: bytes }) => png(sharp(bytes).linear(1.2, 0)),
  // Turned at twice the size, so that turning alone is tested and not the blur of it.
  'turned by 7 degrees': async ({ png: bytes, width, height }) => {
    const large = await png(sharp(bytes).resize(2 * width, 2 * height))
    const turned = sharp(await png(sharp(large).rotate(7, { background: '#000' })))
    const { width: wide } = await turned.metadata()
    return png(turned.resize(Math.round(wide / 2)))
  },
  [ON_ITS_SIDE]: ({ png: bytes }) => png(sharp(bytes).rotate(90)),
}

async function sourceOf(set: string, name: string): Promise<Source> {
  const folder = join(EYE_DATA, 'fundus', set, 'images')
  const file = (await readdir(folder)).find((one) => one.startsWith(name)) ?? name
  const bytes = await readFile(join(folder, file))
  const { width, height } = await sharp(bytes).metadata()
  const ratio = width > LARGEST ? 0.5 : 1
  const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  return { png: await png(sharp(bytes).resize(size.width, size.height)), ...size }
}

const models = eyeData ? await loadModels(MODELS) : null
afterAll(() => models?.close())

async function found(bytes: Buffer): Promise<FundusFindings> {
  if (!models) throw new Error('no labelled photographs are there')
  return (await analyseFundus(bytes, models)).findings
}

/** A figure of the photograph and of its copy; null where either abstains. */
const both = <T>(one: T | null | undefined, other: T | null | undefined): [T, T] | null =>
  one === null || one === undefined || other === null || other === undefined ? null : [one, other]

const withheld = { vcdr: 0, density: 0, stage: 0, copies: 0 }

describe.skipIf(!eyeData)('copies of real photographs (needs EYE_DATA)', () => {
  test.each(PHOTOGRAPHS)('%s %s and its copies are told alike', async (set, name) => {
    const source = await sourceOf(set, name)
    const own = await found(source.png)
    const unlike: string[] = []
    for (const [kind, copyOf] of Object.entries(COPIES)) {
      const copy = await found(await copyOf(source))
      // Which way is up is told by disc and fovea: where the copy shows no fovea it is taken for upright.
      const level = kind !== ON_ITS_SIDE || copy.fovea_centre !== null
      const vcdr = level ? both(own.vcdr, copy.vcdr) : null
      const density = both(own.vessel?.density, copy.vessel?.density)
      const stage = both(own.dr_grade, copy.dr_grade)
      withheld.copies++
      withheld.vcdr += Number(!vcdr)
      withheld.density += Number(!density)
      withheld.stage += Number(!stage)
      if (vcdr && Math.abs(vcdr[1] - vcdr[0]) >= 0.03)
        unlike.push(`${kind}: vcdr ${vcdr.join(' -> ')}`)
      if (density && Math.abs(density[1] / density[0] - 1) >= 0.05)
        unlike.push(`${kind}: density ${density.join(' -> ')}`)
      if (stage && stage[0] !== stage[1]) unlike.push(`${kind}: stage ${stage.join(' -> ')}`)
    }
    expect(unlike).toEqual([])
  })

  test('few figures are withheld', () => {
    const { copies, vcdr, density, stage } = withheld
    expect(copies).toBe(6 * PHOTOGRAPHS.length)
    expect(vcdr).toBeLessThanOrEqual(3)
    // Fields cut straight are not measured once they are turned a little.
    expect(density).toBeLessThanOrEqual(5)
    expect(stage).toBeLessThanOrEqual(2)
  })
})
