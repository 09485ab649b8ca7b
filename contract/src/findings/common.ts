import type { Confidence, Eye, Quality, Reason, Scale } from './findings.ts'
import type { Section } from './section.ts'

/** The fields that the findings of every modality have. */
export interface CommonFindings {
  gradable: boolean
  quality: Quality
  eye: Eye | null
  eye_confidence: number | null
  scale: Scale | null
  confidence: Record<string, Confidence>
  not_measured: Record<string, Reason>
  model_versions: Record<string, string>
  section?: Section | undefined
}
