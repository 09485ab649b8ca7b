import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeGrey } from '../image.ts'
import { EYE_DATA, eyeData, keptAside, MODELS, THREADS } from '../testing/files.ts'
import { analyseFundus } from './analyse.ts'
import { loadModels, type Models } from './models.ts'

let models: Models
beforeAll(async () => {
  models = await loadModels(MODELS, THREADS)
})
afterAll(() => models.close())

const analysed = async (set: string, file: string) =>
  analyseFundus(await readFile(join(EYE_DATA, 'fundus', set, 'images', file)), models)

test.skipIf(!eyeData)(
  'scars of laser that are suspected are shown where a person outlined them, and an eye without has no such map',
  async () => {
    const [name = ''] = await keptAside('other_disease', 'laser')
    const { findings, maps } = await analysed('laser', `${name}.jpg`)
    expect(findings.other_disease?.scars).toBe(true)
    const map = maps.find((map) => map.name === 'laser_scars')
    const shown = await decodeGrey((await map?.encode()) ?? Buffer.alloc(0))
    const mask = await decodeGrey(
      await readFile(join(EYE_DATA, 'fundus', 'laser', 'masks', `${name}.png`)),
    )
    expect([shown.width, shown.height]).toEqual([mask.width, mask.height])
    let [drawn, both, scarred] = [0, 0, 0]
    for (const [at, value] of mask.data.entries()) {
      const isShown = (shown.data[at] ?? 0) > 127
      scarred += Number(value > 127)
      drawn += Number(isShown)
      both += Number(isShown && value > 127)
    }
    // A map that lay elsewhere, or were mirrored, would meet as many as chance does.
    const byChance = drawn / mask.data.length
    expect(both / scarred).toBeGreaterThan(5 * byChance)

    const healthy = await analysed('hrf', '01_h.jpg')
    expect(healthy.findings.other_disease?.scars).toBe(false)
    expect(healthy.maps.map((map) => map.name)).not.toContain('laser_scars')
  },
)
