import { z } from 'zod'
import type { Texts } from '../wire/wording.ts'
import type { Correctable } from '../findings/corrections.ts'
import type { Drawable } from '../findings/drawings.ts'
import type { CommonFindings } from '../findings/common.ts'
import type { Brief, Eye, Reason, SaidByClinicians } from '../findings/findings.ts'
import type { Incomparable } from '../findings/incomparable.ts'
import type { Figure, FigureTable } from '../findings/figure-table.ts'
import type { Layer } from '../findings/layer.ts'
import type { Lines } from '../findings/lines.ts'
import type { MODALITY_KEYS, ModalityKey } from '../wire/kinds.ts'

/** What a clinician stated of the eye of an image. */
export interface Facts {
  eye: Eye | null
  axial_length_mm: number | null
}

/** The version of a shape that rows hold as JSON. */
interface StoredShape {
  version: number
  upgrade: (stored: Record<string, unknown>) => unknown
}

/** What every reader of a modality asks for. */
interface KindOfImage {
  key: ModalityKey
  class: (typeof MODALITY_KEYS)[ModalityKey]['class']
  tab: (typeof MODALITY_KEYS)[ModalityKey]['tab']
  layers: readonly Layer[]
  /** Every number that the findings may hold. */
  figures: FigureTable
}

/** What the analysis of an image finds, and what follows from it. */
export interface AnalysisEntry extends KindOfImage {
  /** Stages of the analysis of one image, in their order. */
  stages: readonly string[]
  findings: z.ZodType<CommonFindings>
  /** Whether an eye has a stage of disease. */
  staged: boolean
  /** How bad the findings are, to put the worst image of an eye first. */
  severity(findings: CommonFindings): number
  /** Of a modality without stages: what a list says of an eye, by its gradable images. */
  brief?(images: readonly CommonFindings[]): Brief
  /** Findings with what follows from what a clinician knows of the eye and the image does not show; as they are without it. */
  withFacts?(findings: CommonFindings, facts: Facts): CommonFindings
  /** Why a figure of two pictures of one eye, taken alike, is still not compared; null where nothing speaks against it. */
  incomparable?(figure: Figure, before: CommonFindings, after: CommonFindings): Incomparable | null
  /** Why a figure of a picture stands nowhere alone, by all pictures of its eye; null where nothing speaks against it. */
  withheld?(key: string, shown: CommonFindings, eye: readonly CommonFindings[]): Reason | null
  /**
   * What laying one picture over another reads, px of the picture; absent where pictures show nothing that stays in its
   * place. `map`: of vessels. `field`: null where the whole picture is seen. `unit`: a length that every picture shows.
   */
  registered?(findings: CommonFindings): {
    map: string
    field: { centre: readonly [number, number]; diameter: number } | null
    pair: { disc: readonly [number, number]; fovea: readonly [number, number] } | null
    unit: number | null
  }
}

/** What a clinician sees of an image, and may say of it. */
export interface ViewerEntry extends KindOfImage {
  /** Whether an image itself shows which eye it is of. Where it does not, a clinician states it. */
  showsEye: boolean
  /** What was found as lines over the image. */
  lines(findings: CommonFindings): Lines[]
  /** What a clinician may draw in the place of the machine's maps and places, in the order in which it is offered. */
  drawable: readonly Drawable[]
  /** What a clinician may correct of an image, by name. */
  correctable: Readonly<Record<string, Correctable>>
  /** Words of its findings, below the names that all modalities share. */
  texts: Texts
}

/** What an archive and a dataset of the kind hold. */
export interface ArchiveEntry extends KindOfImage {
  /** What Modality (0008,0060) of its DICOM files may be. */
  dicom: readonly string[]
  /** The findings that its dataset is searched by; null where the specification has no dataset of the kind. */
  facets: Readonly<Record<string, (findings: never, said: SaidByClinicians) => boolean>> | null
  /**
   * Fields of an archive besides patient, date, device and files. `once`: given when it is made, not changed later.
   * `analysed`: those that the analysis reads. Its findings no longer hold once one of them is changed. `devices`: the
   * devices that a form offers by name; any other is typed.
   */
  archive: {
    fields: z.ZodRawShape
    once: z.ZodRawShape
    analysed: readonly string[]
    devices: readonly string[]
  }
  /** mm per px of every image of an archive, from the fields that are given once. A scale in a file takes precedence. */
  statedScale?(once: object): number | undefined
}

/** What a report says of an image. */
export interface ReportEntry extends KindOfImage {
  /** The fields of a report, and those of each image in it. */
  report: z.ZodObject
  reported: z.ZodObject
  /** The fields of an eye in a list of reports. */
  outcome: z.ZodObject
  /** Places of the part that hold no figure, and groups of it: where in the findings they come from. */
  sources: Readonly<Record<string, string>>
  /** The report's part that only this modality has. `path`: where the map of a name is kept. */
  part(findings: CommonFindings, path: (map: string) => string | null): object
  /** What was found as lines over the image, by what a report says of it. */
  reportLines(reported: object): Lines[]
}

/** The contract's description of a modality. Each reader takes its own part. */
export interface Entry extends AnalysisEntry, ViewerEntry, ArchiveEntry, ReportEntry {
  /** How findings and reports of an earlier version are brought to the present shape. */
  stored: { findings: StoredShape; report: StoredShape }
}
