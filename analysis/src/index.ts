export type { Known, Photograph, Ready } from './analyser.ts'
export { ANALYSERS, loadAllModels, type Models } from './analysers.ts'
export { openImage, thumbnail, type OpenedImage } from './intake/open.ts'
export { ImageRefused } from './intake/refused.ts'
