export type { Known, Masks, NamedMap, Photograph, Ready } from './analyser.ts'
export { ANALYSERS, loadAllModels, type Models } from './analysers.ts'
export {
  correctedWith,
  listedWith,
  machineOf,
  statedReferral,
  valuesOf,
  type Statement,
} from './corrected.ts'
export { machineBeside, otherThan } from './eyes.ts'
export { registerAnalysed } from './registration/index.ts'
export { STEP_TABLES } from './next-steps.ts'
export { openImage, type OpenedImage } from './intake/open.ts'
export { ImageRefused } from './intake/refused.ts'
