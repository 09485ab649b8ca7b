import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LESIONS, type DrFinding, type FundusFindings } from '@mingmou/contract'
import { analyseFundus } from '../fundus/analyse.ts'
import { loadModels } from '../fundus/models.ts'
import { EYE_DATA, MODELS, sha256 } from './files.ts'
import { truths } from './grading-rows.ts'
import { keptRows } from './kept-rows.ts'
import { fileOf } from './labels.ts'
import { repeatsOf } from './repeats.ts'

/** What one photograph of an eye shows. */
export interface View {
  stage: FundusFindings['dr_grade']
  dr: Pick<DrFinding, 'rule' | 'stages'> | null
  lesions: Counts | null
}
/** Numbers of each kind: counted, uncounted, and counted in each quadrant. */
type Counts = Record<
  (typeof LESIONS)[number],
  Pick<
    NonNullable<FundusFindings['lesions']>['microaneurysms'],
    'count' | 'uncounted' | 'quadrants'
  >
>
interface Row {
  photograph: string
  views: View[]
}

/** Photographs of each stage of IDRiD, and of DIARETDB1. */
const [GRADED, OTHERS] = [[7, 5, 10, 10, 6], 10]

/** In an order that mixes the sets, so that the first rows are a sample of all. */
async function photographs(): Promise<string[]> {
  const truthOf = await truths()
  const mixed = (name: string) => sha256(Buffer.from(`counts ${name}`))
  const order = (names: readonly string[]) =>
    names.toSorted((a, b) => (mixed(a) < mixed(b) ? -1 : 1))
  const of = async (set: string) => {
    const files = await readdir(join(EYE_DATA, 'fundus', set, 'images'))
    return order(files.map((file) => file.replace(/\.(jpe?g|png|tiff?)$/i, '')))
  }
  const idrid = (await of('idrid-grading')).map((name) => ({
    name: `idrid-grading/${name}`,
    truth: truthOf({ set: 'idrid-grading', name }),
  }))
  const graded = GRADED.flatMap((n, stage) =>
    idrid.filter(({ truth }) => truth?.unseen && truth.least === stage).slice(0, n),
  )
  const others = (await of('diaretdb1')).slice(0, OTHERS).map((name) => `diaretdb1/${name}`)
  return order([...graded.map(({ name }) => name), ...others])
}

const viewOf = ({ dr_grade, dr, lesions }: FundusFindings): View => ({
  stage: dr_grade,
  dr: dr && { rule: dr.rule, stages: dr.stages },
  lesions: lesions && {
    microaneurysms: countsOf(lesions.microaneurysms),
    haemorrhages: countsOf(lesions.haemorrhages),
    hard_exudates: countsOf(lesions.hard_exudates),
    soft_exudates: countsOf(lesions.soft_exudates),
  },
})
const countsOf = ({ count, uncounted, quadrants }: Counts[keyof Counts]) => ({
  count,
  uncounted,
  quadrants,
})

/** What each photograph and its repeats show. It can be stopped, and goes on with those that the file lacks. */
export async function repeatRows(): Promise<Row[]> {
  const models = await loadModels(MODELS, { threads: 1 })
  const { rows, keep } = await keptRows<Row>('counts', models.versions)
  const done = new Set(rows.map(({ photograph }) => photograph))
  for (const photograph of (await photographs()).filter((name) => !done.has(name))) {
    const [set = '', name = ''] = photograph.split('/')
    const bytes = await fileOf(set, 'images', name)
    if (!bytes) throw new Error(`no photograph ${photograph}`)
    const views: View[] = []
    for (const repeat of await repeatsOf(bytes))
      views.push(viewOf((await analyseFundus(repeat, models)).findings))
    await keep({ photograph, views })
  }
  await models.close()
  return rows
}
