import type { Grey } from './image.ts'
import type { Corrections, Statement } from './corrected.ts'
import type {
  CommonFindings,
  Eye,
  EyeSummary,
  Findings,
  Language,
  Quality,
  ReportedEye,
  Scale,
  SectionBox,
  Stage,
} from '@mingmou/contract'

/**
 * What a clinician drew over an image, by the name of the map or place that it replaces: masks of the image's shape and of
 * any size, 128 and above belongs to the structure.
 */
export type Masks = Readonly<Partial<Record<string, Grey<Uint8Array>>>>

/** Facts about an image besides its pixels. */
export interface Known {
  /** The eye as stated by a person. Without it, the image decides. */
  eye?: Eye | undefined
  scale?: Scale | null
  /** What the archive says of its images: 1 or 2, as its modality reads it. */
  img_type?: 1 | 2 | undefined
  /** What the file calls its picture: Image Type (0008,0008) in capitals. */
  imageType?: readonly string[] | undefined
  /** The part of the image that a person confirmed: what lies outside it is not looked at. */
  section?: SectionBox | undefined
  /** Takes the place of what the networks found. Everything measured from it follows. */
  drawn?: Masks
}

export interface Watch {
  /** Called at the beginning of every stage with the share of the work done, 0..1. */
  onStage?: (stage: Stage, share: number) => void
  /**
   * Called once, as soon as it is known how well the image can be read. What is measured then may still speak against it. The
   * analysis goes on when the answer is settled: telling it needs this thread for a moment.
   */
  onQuality?: (quality: Quality) => void | Promise<void>
  signal?: AbortSignal
}

export interface NamedMap {
  name: string
  /** An 8-bit grey PNG of the image's shape: 255 = certain, 128 = the threshold. `maxWidth`: px. */
  encode: (maxWidth?: number) => Promise<Buffer>
}

/** The result for one image. */
export interface ImageAnalysis<Found extends CommonFindings = Findings> {
  findings: Found
  /** Every map of the networks. */
  maps: readonly NamedMap[]
  /** The maps that are laid over the image. */
  shown: readonly NamedMap[]
}

/** The models of a modality, ready to run. */
export interface Ready<Found extends CommonFindings = Findings> {
  /** @throws {ImageRefused} on bytes that cannot be read; the signal's reason when aborted between two stages */
  analyse: (bytes: Buffer, known?: Known, watch?: Watch) => Promise<ImageAnalysis<Found>>
  close: () => Promise<void>
}

/** One image of a sitting; `findings` is null where it could not be analysed. */
export interface Photograph<Found extends CommonFindings = Findings> {
  index: number
  /** The eye as corrected by a clinician. */
  eye: Eye | null
  /** With the values that a clinician stated. */
  findings: Found | null
  stated?: readonly Statement[]
  /** The layers that a clinician drew and that the findings rest on. */
  drawn?: readonly string[]
}

/** A drawn sitting of the demonstration. */
export interface DemoSitting<Drawing> {
  seed: number
  /** Days before today. */
  daysAgo: number
  drawing: Drawing
}

/**
 * The analysis of a modality, as the program calls it. These are methods, so that one type fits
 * every modality.
 */
export interface Analyser<Found extends CommonFindings = Findings, Drawing = unknown> {
  /**
   * Reads the cards of a folder and verifies every network against its checksum. A network takes memory from the first
   * image on that needs it.
   * @throws {Error} that names the task whose card and file are missing or disagree
   */
  load(folder: string, options?: { threads?: number }): Promise<Ready<Found>>
  /** The draft for one image of a sitting. */
  opinionOf(sitting: readonly Photograph<Found>[], index: number, language: Language): string
  /** The draft for the whole sitting; null for a single image. */
  opinionOfAll(sitting: readonly Photograph<Found>[], language: Language): string | null
  eyes: {
    /**
     * Picks the part of the findings that `of` reads: whole findings of a long record are
     * megabytes.
     */
    keys: readonly string[]
    /** Each eye of a sitting, as bad as the worst of its images, for a list. */
    of(sitting: readonly Photograph<Found>[]): Omit<EyeSummary, 'machine'>[]
  }
  /** The eye of each image in a report, for a list of reports. */
  outcomesOf(
    sitting: readonly Photograph<Found>[],
    shown: readonly Photograph<Found>[],
  ): Omit<ReportedEye, 'machine'>[]
  corrections: Corrections<Found>
  demo: {
    /** How the images of each sitting are drawn, for each patient of the demonstration. */
    patients: readonly (readonly DemoSitting<Drawing>[])[]
    /** A JPEG. The same seed, drawing and marks give the same image. */
    draw(seed: number, drawing: Drawing, marks: { eye: Eye; caption: string }): Promise<Buffer>
  }
}
