import { z } from 'zod'
import type { Texts } from '../finding-texts.ts'
import type { Confidence, Eye, Quality, Reason, Scale } from './findings.ts'
import type { MODALITY_KEYS, ModalityKey } from './keys.ts'

/** One layer over the image. Its words are at `overlay.<name>` of the texts, so no two modalities have one of the same name. */
export interface Layer {
  name: string
  color: string
  /**
   * A map is a grey image of the analysis. Lines are drawn from the findings. An outline is the rim
   * of a map's spots.
   */
  drawn: 'map' | 'outline' | 'lines'
  /** The key of the keyboard that shows and hides it. Without one, the viewer numbers it. */
  key?: string
  /** Off until it is asked for. */
  hidden?: boolean
  /** The layer that says the same more finely: where it is there, this one is off. */
  finer?: string
  /**
   * The maps that make up the layer, each with a colour of its own. Without them, the one map of
   * its name.
   */
  maps?: readonly { name: string; color: string }[]
}

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
}

/** The version of a shape that rows hold as JSON. */
interface StoredShape {
  version: number
  upgrade: (stored: Record<string, unknown>) => unknown
}

/** The contract's description of a modality. */
export interface Entry {
  key: ModalityKey
  class: (typeof MODALITY_KEYS)[ModalityKey]['class']
  tab: (typeof MODALITY_KEYS)[ModalityKey]['tab']
  /** Stages of the analysis of one image, in their order. */
  stages: readonly string[]
  layers: readonly Layer[]
  findings: z.ZodType<CommonFindings>
  /** How findings and reports of an earlier version are brought to the present shape. */
  stored: { findings: StoredShape; report: StoredShape }
  /** The fields of a report, and those of each image in it. */
  report: z.ZodObject
  reported: z.ZodObject
  /** The fields of an eye in a list of reports. */
  outcome: z.ZodObject
  /** The report's part that only this modality has. `path`: where the map of a name is kept. */
  part(findings: CommonFindings, path: (map: string) => string | null): object
  /** Fields of an archive besides patient, date, device and files. `once`: given when it is made, not changed later. */
  archive: { fields: z.ZodRawShape; once: z.ZodRawShape }
  /** Words of its findings, below the names that all modalities share. */
  texts: Texts
}
