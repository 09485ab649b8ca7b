import type { OctaFindings } from '@mingmou/contract'
import type { Analyser } from '../analyser.ts'
import type { OctaOptions } from '../phantom/octa.ts'
import { OCTA_CORRECTIONS } from './corrections.ts'
import { DEMO_PATIENTS, drawDemo } from './demo.ts'
import { draftOpinion, draftPatientOpinion } from './opinion.ts'
import { withCounted } from '../spots.ts'
import { EYE_KEYS, eyesOf, outcomesOf } from './patient.ts'

export const OCTA_ANALYSER: Analyser<OctaFindings, OctaOptions> = {
  load: async (folder, options) => {
    // The web process drafts opinions and loads no network.
    const { loadModels } = await import('./models.ts')
    const { analyseOcta } = await import('./analyse.ts')
    const models = await loadModels(folder, options)
    return {
      analyse: async (bytes, known, watch) => {
        const { findings, maps, counted } = await analyseOcta(bytes, models, known, watch)
        return { findings, maps, shown: withCounted(maps, counted) }
      },
      close: models.close,
    }
  },
  opinionOf: draftOpinion,
  opinionOfAll: draftPatientOpinion,
  eyes: { keys: EYE_KEYS, of: eyesOf },
  outcomesOf,
  corrections: OCTA_CORRECTIONS,
  demo: { patients: DEMO_PATIENTS, draw: drawDemo },
}
