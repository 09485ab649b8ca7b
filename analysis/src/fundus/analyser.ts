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
    const models = await loadModels(folder, options)
    return {
      analyse: async (bytes, known, watch) => {
        const { findings, maps, spots } = await analyseFundus(bytes, models, known, watch)
        // The page shows lesions as spots, by whether they are counted. It shows no map of
        // probabilities beside the count.
        return { findings, maps, shown: [...maps.filter((map) => !isLesion(map)), ...spots] }
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
