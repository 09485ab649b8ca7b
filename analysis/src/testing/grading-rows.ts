import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lesion } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import type { FoundLesion } from '../fundus/measure/lesions.ts'
import { EYE_DATA, keptAside, learntBy, TRAINING } from './files.ts'

/** What the networks show of one photograph, px of the image. */
export interface Row {
  set: string
  name: string
  /** `whole`, or how the photograph was changed. */
  view: string
  field: { centre: Spot; diameter: number; area: number }
  quality: { gradable: boolean; reasons: readonly string[]; score: number | null }
  fovea: Spot | null
  disc: Spot | null
  discDiameter: number | null
  /** Chances of stage 1, 2, 3 and 4 or more, by the screening network. */
  screening: readonly number[]
  /** The same by the network for small photographs. */
  retinopathy: readonly number[]
  spots: Record<Lesion, Omit<FoundLesion, 'pixels'>[]>
}

/** `analysis/fit/fundus/grading-rows.ts` writes them. */
export const ROWS = join(TRAINING, '.runs', 'grading', 'rows.jsonl')

export const rowsOf = async (): Promise<Row[]> =>
  (await readFile(ROWS, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

/** Normal by the list of the set. */
const STARE_NORMAL = [
  '0077',
  '0081',
  '0082',
  '0162',
  '0163',
  '0235',
  '0236',
  '0239',
  '0240',
  '0255',
]
/** A disease is named. */
const DRIVE_DISEASED = ['25', '26', '32']

/** What is known of a photograph's stage: the least and the most it can be; and of its oedema. */
export interface Truth {
  least: number
  most: number
  /** Risk of macular oedema, 0 to 2; null where nobody graded it. */
  oedema: number | null
  /** Neither lesion nor screening network learnt from the photograph. */
  unseen: boolean
}

async function tableOf(...path: string[]): Promise<Map<string, string[]>> {
  const text = await readFile(join(EYE_DATA, 'fundus', ...path), 'utf8')
  return new Map(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(','))
      .map(([name = '', ...rest]) => [name, rest]),
  )
}

/**
 * The truth of each row; null where it is not known. HRF's and HEI-MED's photographs with
 * retinopathy or exudates are of stage 2 or more, HEI-MED's without exudates of stage 0 or 1.
 */
export async function truths(): Promise<(row: Pick<Row, 'set' | 'name'>) => Truth | null> {
  const graded = await tableOf('idrid-grading', 'labels.csv')
  const same = await tableOf('idrid-grading', 'same-as-idrid.csv')
  const healthy = await learntBy('lesions', 'idrid-grading')
  const exudates = await tableOf('hei-med', 'labels.csv')
  const seen = async (set: string) => {
    const [lesions, screening] = [
      await keptAside('lesions', set),
      await keptAside('screening', set),
    ]
    return (name: string) => !lesions.includes(name) || !screening.includes(name)
  }
  const learnt = new Map(
    await Promise.all(
      ['drive', 'stare', 'hrf', 'drishti', 'hei-med'].map(
        async (set) => [set, await seen(set)] as const,
      ),
    ),
  )
  const stagesOf = (set: string, name: string): readonly [number, number] | null => {
    if (set === 'drive') return DRIVE_DISEASED.includes(name.slice(0, 2)) ? null : [0, 0]
    if (set === 'stare') return STARE_NORMAL.includes(name.slice(2)) ? [0, 0] : null
    if (set === 'drishti') return [0, 0]
    if (set === 'hrf') return name.endsWith('dr') ? [2, 4] : [0, 0]
    if (set === 'hei-med') return Number(exudates.get(name)?.[2]) > 0 ? [2, 4] : [0, 1]
    return null
  }
  return ({ set, name }) => {
    if (set === 'idrid-grading') {
      const [stage, oedema] = (graded.get(name) ?? []).map(Number)
      if (stage === undefined || oedema === undefined) return null
      return {
        least: stage,
        most: stage,
        oedema,
        unseen: !same.has(name) && !healthy.includes(name),
      }
    }
    const stages = stagesOf(set, name)
    if (!stages) return null
    return { least: stages[0], most: stages[1], oedema: null, unseen: !learnt.get(set)?.(name) }
  }
}
