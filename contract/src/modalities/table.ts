import { z } from 'zod'
import type { AnalysisEntry, ArchiveEntry, Entry, ReportEntry, ViewerEntry } from './entry.ts'
import type { Layer } from '../findings/layer.ts'
import type { Quality } from '../findings/findings.ts'
import { FUNDUS } from './fundus/entry.ts'
import type { ModalityKey } from '../wire/kinds.ts'
import { type Lines, linesFrom, withMachine } from '../findings/lines.ts'
import type { ReportedPicture } from '../report/data.ts'
import { OCTA } from './octa/entry.ts'
import { SURFACE } from './surface/entry.ts'

/** Every modality that is built. Calls, routes, pages and tabs follow from its entry. */
export const ENTRY = {
  fundus: FUNDUS,
  surface: SURFACE,
  octa: OCTA,
} as const satisfies Partial<Record<ModalityKey, Entry>>

export type Modality = keyof typeof ENTRY
type Row = (typeof ENTRY)[Modality]

/** In the order of their tabs. */
export const ENTRIES: readonly Row[] = Object.values(ENTRY)

/**
 * The entry of a modality as any may be, each part for those who read it. Its methods take the findings and reports of
 * that modality alone.
 */
export const analysisEntry = (key: Modality): AnalysisEntry => ENTRY[key]
export const viewerEntry = (key: Modality): ViewerEntry => ENTRY[key]
export const archiveEntry = (key: Modality): ArchiveEntry => ENTRY[key]
export const reportEntry = (key: Modality): ReportEntry => ENTRY[key]

/** What a report shows as lines over a picture: with the machine's outlines, where a clinician drew others. */
export const linesInReport = (
  entry: Pick<ReportEntry, 'reportLines'>,
  reported: Pick<ReportedPicture, 'drawn'>,
): Lines[] => withMachine(entry.reportLines(reported), linesFrom(reported.drawn?.outlines ?? []))

/** Whether a drawn layer is a place. */
export const isPlace = (layer: string): boolean =>
  ENTRIES.some(({ drawable }: { drawable: ViewerEntry['drawable'] }) =>
    drawable.some(({ name, place }) => name === layer && place === true),
  )

/** The other kind of image that a refused one looks like; null where it looks like none. */
export const seemingKind = ({ reasons }: Pick<Quality, 'reasons'>): Modality | null =>
  ENTRIES.find(({ key }) => reasons.includes(`seems_${key}`))?.key ?? null

/** The fields of an archive besides patient, date, device and images, for each modality. */
export type ArchiveFields = {
  [K in Modality]: z.output<z.ZodObject<(typeof ENTRY)[K]['archive']['fields']>>
}[Modality]
export type Findings = z.infer<Row['findings']>
export const ReportData = z.union(ENTRIES.map(({ report }) => report))
export type ReportData = z.infer<typeof ReportData>
export const Outcome = z.union(ENTRIES.map(({ outcome }) => outcome))

/** Stages of an analysis as progress names them: those of the modality between the queue and the end. */
export type Stage = 'queued' | Row['stages'][number] | 'saving'
export const Stage = z.enum([
  ...new Set<Stage>(['queued', ...ENTRIES.flatMap(({ stages }) => stages), 'saving']),
])

const MAP_COLORS = new Map(
  ENTRIES.flatMap(({ layers }) => layers as readonly Layer[])
    .flatMap(({ maps, ...layer }) => maps ?? [layer])
    .map(({ name, color }) => [name, color]),
)
/** The colour in which a map is laid over the image. */
export const mapColor = (name: string): string => MAP_COLORS.get(name) ?? '#22D3EE'
