import { resolve } from 'node:path'
import { ANALYSERS, openImage } from '@mingmou/analysis'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import { spread } from './table.ts'

/** Time and memory of each stage of the analysis of a drawn 4288x2848 photograph. */
export async function benchStages(times: number): Promise<Record<string, object>> {
  const drawn = await encodeJpeg(drawFundus(7, { width: 4288, height: 2848 }).image)
  const models = await ANALYSERS.fundus.load(resolve(import.meta.dirname, '../../models/fundus'))
  const stages = new Map<string, number[]>()
  const add = (stage: string, ms: number) => {
    stages.set(stage, [...(stages.get(stage) ?? []), ms])
  }
  for (let index = 0; index <= times; index++) {
    const start = performance.now()
    const marks: { stage: string; at: number }[] = [{ stage: 'intake', at: start }]
    const { bytes } = await openImage(drawn)
    const onStage = (stage: string) => marks.push({ stage, at: performance.now() })
    const { maps } = await models.analyse(bytes, {}, { onStage })
    onStage('maps')
    await Promise.all(maps.map(({ encode }) => encode(2048)))
    const end = performance.now()
    // The first run warms up.
    if (index === 0) continue
    marks.forEach(({ stage, at }, place) => add(stage, (marks[place + 1]?.at ?? end) - at))
    add('whole', end - start)
  }
  const mib = Math.round(process.resourceUsage().maxRSS / 1024)
  return {
    ...Object.fromEntries([...stages].map(([stage, ms]) => [stage, spread(ms)])),
    'largest resident memory': { worst: `${mib} MiB` },
  }
}
