export { SAMPLE_FINDINGS } from '../modalities/fundus/sample-findings.ts'
export { SAMPLE_FINDINGS as SURFACE_SAMPLE_FINDINGS } from '../modalities/surface/sample-findings.ts'
export { compareWords } from './document-words.ts'
