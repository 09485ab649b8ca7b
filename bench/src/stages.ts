import { resolve } from 'node:path'
import { ANALYSERS, openImage } from '@mingmou/analysis'
import { drawFundus, drawOcta, drawSurface, encodeJpeg, encodePng } from '@mingmou/analysis/phantom'
import { median, spread } from './table.ts'

const octa = (scan: 3 | 6) => ({
  modality: 'octa' as const,
  draw: () => encodePng(drawOcta(7, { scan }).image),
  known: { img_type: scan === 3 ? (1 as const) : (2 as const) },
})

/** What is analysed. The largest comes last, since memory once taken is kept. */
export const DRAWN = {
  'OCTA scan of 3 mm, 304x304': octa(3),
  'OCTA scan of 6 mm, 400x400': octa(6),
  'photograph of the eye surface, 1600x1200': {
    modality: 'surface' as const,
    draw: () => encodeJpeg(drawSurface(7, { width: 1600, staining: 'macro' }).image),
    known: {},
  },
  'fundus photograph, 4288x2848': {
    modality: 'fundus' as const,
    draw: () => encodeJpeg(drawFundus(7, { width: 4288, height: 2848 }).image),
    known: {},
  },
}

/** Time of each stage of the analysis of a drawn image with its share of the whole, and the memory. */
export async function benchStages(
  { modality, draw, known }: (typeof DRAWN)[keyof typeof DRAWN],
  times: number,
): Promise<Record<string, object>> {
  const drawn = await draw()
  const models = await ANALYSERS[modality].load(
    resolve(import.meta.dirname, '../../models', modality),
  )
  const stages = new Map<string, number[]>()
  const add = (stage: string, ms: number) => {
    stages.set(stage, [...(stages.get(stage) ?? []), ms])
  }
  for (let index = 0; index <= times; index++) {
    const before = process.cpuUsage()
    const start = performance.now()
    const marks: { stage: string; at: number }[] = [{ stage: 'intake', at: start }]
    const { bytes } = await openImage(drawn)
    const onStage = (stage: string) => marks.push({ stage, at: performance.now() })
    const { maps } = await models.analyse(bytes, known, { onStage })
    onStage('maps')
    await Promise.all(maps.map(({ encode }) => encode(2048)))
    const end = performance.now()
    // The first run warms up.
    if (index === 0) continue
    marks.forEach(({ stage, at }, place) => add(stage, (marks[place + 1]?.at ?? end) - at))
    add('whole', end - start)
    const { user, system } = process.cpuUsage(before)
    // Of all threads. Other work on the machine changes it less than the others.
    add('whole, processor time', (user + system) / 1000)
  }
  await models.close()
  const mib = Math.round(process.resourceUsage().maxRSS / 1024)
  const whole = median(stages.get('whole') ?? [])
  const rowOf = (stage: string, ms: readonly number[]) => {
    const share = `${((100 * median(ms)) / whole).toFixed(0)} %`
    return [stage, { ...spread(ms), ...(!stage.startsWith('whole') && { share }) }] as const
  }
  return {
    ...Object.fromEntries([...stages].map(([stage, ms]) => rowOf(stage, ms))),
    'largest resident memory': { worst: `${mib} MiB` },
  }
}
