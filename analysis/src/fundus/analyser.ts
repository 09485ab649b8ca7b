import { LESIONS, type FundusFindings } from '@mingmou/contract'
import type { Analyser } from '../analyser.ts'
import type { FundusOptions } from '../phantom/index.ts'
import { FUNDUS_CORRECTIONS } from './corrections.ts'
import { DEMO_PATIENTS, drawDemo } from './demo.ts'
import { draftOpinion } from './opinion/draft.ts'
import { draftPatientOpinion } from './opinion/patient.ts'
import { EYE_KEYS, eyesOf, outcomesOf } from './patient.ts'

const isLesion = ({ name }: { name: string }) => LESIONS.some((kind) => kind === name)

export const FUNDUS_ANALYSER: Analyser<FundusFindings, FundusOptions> = {
  load: async (folder, options) => {
    // The web process drafts opinions and loads no network.
    const { loadModels } = await import('./models.ts')
    const { analyseFundus } = await import('./analyse.ts')
    const { asMeasured } = await import('./maps.ts')
    const models = await loadModels(folder, options)
    return {
      analyse: async (bytes, known, watch) => {
        const { findings, maps, spots } = await analyseFundus(bytes, models, known, watch)
        // The page shows what is counted and measured, and no map of probabilities beside it.
        const others = maps.filter((map) => !isLesion(map)).map((map) => asMeasured(map, findings))
        return { findings, maps, shown: [...others, ...spots] }
      },
      close: models.close,
    }
  },
  opinionOf: draftOpinion,
  opinionOfAll: draftPatientOpinion,
  eyes: { keys: EYE_KEYS, of: eyesOf },
  outcomesOf,
  corrections: FUNDUS_CORRECTIONS,
  demo: { patients: DEMO_PATIENTS, draw: drawDemo },
}
