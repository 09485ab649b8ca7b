import { z } from 'zod'
import { analysisCalls } from '../calls/images/analyses.ts'
import { archiveCalls } from '../calls/images/archives.ts'
import type { DataOf } from '../wire/call.ts'
import { datasetCalls } from '../calls/images/datasets.ts'
import type { AnalysisEntry, ArchiveEntry, Entry, ReportEntry, ViewerEntry } from './entry.ts'
import type { CommonFindings } from '../findings/common.ts'
import type { Layer } from '../findings/layer.ts'
import type { Quality } from '../findings/findings.ts'
import { FUNDUS } from './fundus/entry.ts'
import type { DiagnosisClass, ModalityKey } from '../wire/kinds.ts'
import { type Lines, linesFrom, withMachine } from '../findings/lines.ts'
import type { ReportedPicture } from '../report/data.ts'
import { OCTA } from './octa/entry.ts'
import { SURFACE } from './surface/entry.ts'

/** An entry with the calls that follow from it. */
const withCalls = <
  E,
  Fields extends z.ZodRawShape,
  Once extends z.ZodRawShape,
  Findings extends z.ZodType<CommonFindings>,
  const Stages extends readonly string[],
>(
  entry: E & {
    key: ModalityKey
    archive: { fields: Fields; once: Once }
    findings: Findings
    stages: Stages
    correctable: ViewerEntry['correctable']
    drawable: ViewerEntry['drawable']
  },
) => ({
  ...(entry as E),
  calls: { archive: archiveCalls(entry), analysis: analysisCalls(entry) },
})

/** Every modality that is built. Calls, routes, pages and tabs follow from its entry. */
export const MODALITY = {
  fundus: withCalls(FUNDUS),
  surface: withCalls(SURFACE),
  octa: withCalls(OCTA),
} as const satisfies Partial<Record<ModalityKey, Entry>>

export type Modality = keyof typeof MODALITY
type Row = (typeof MODALITY)[Modality]
/**
 * The entry of a modality as any may be, each part for those who read it. Its methods take the findings and reports of
 * that modality alone.
 */
export const analysisEntry = (key: Modality): AnalysisEntry => MODALITY[key]
export const viewerEntry = (key: Modality): ViewerEntry => MODALITY[key]
export const archiveEntry = (key: Modality): ArchiveEntry => MODALITY[key]
export const reportEntry = (key: Modality): ReportEntry => MODALITY[key]
/** What a report shows as lines over a picture: with the machine's outlines, where a clinician drew others. */
export const linesInReport = (
  entry: Pick<ReportEntry, 'reportLines'>,
  reported: Pick<ReportedPicture, 'drawn'>,
): Lines[] => withMachine(entry.reportLines(reported), linesFrom(reported.drawn?.outlines ?? []))

/** Whether a drawn layer is a place. */
export const isPlace = (layer: string): boolean =>
  MODALITIES.some(({ drawable }: { drawable: ViewerEntry['drawable'] }) =>
    drawable.some(({ name, place }) => name === layer && place === true),
  )
/** In the order of their tabs. */
export const MODALITIES: readonly Row[] = Object.values(MODALITY)

/** The kinds of image with a dataset, each with its calls. */
export const DATASETS = MODALITIES.flatMap(({ key, facets }) =>
  facets === null ? [] : [{ key, facets, calls: datasetCalls(key, Object.keys(facets)) }],
)
export type DatasetCalls = (typeof DATASETS)[number]['calls']

/** The one that is shown where none is asked for. */
export const FIRST_MODALITY: Row = MODALITY.fundus

/** The modality of a class that calls and reports name. */
export function modalityOf(name: DiagnosisClass): Row {
  const found = MODALITIES.find((one) => one.class === name)
  if (!found) throw new Error(`No modality of class ${name}`)
  return found
}

/** The other kind of image that a refused one looks like; null where it looks like none. */
export const seemingKind = ({ reasons }: Pick<Quality, 'reasons'>): Modality | null =>
  MODALITIES.find(({ key }) => reasons.includes(`seems_${key}`))?.key ?? null

export type ArchiveCalls = Row['calls']['archive']
export type AnalysisCalls = Row['calls']['analysis']
/** The fields of an archive besides patient, date, device and images, for each modality. */
export type ArchiveFields = {
  [K in Modality]: z.output<z.ZodObject<(typeof MODALITY)[K]['archive']['fields']>>
}[Modality]
export type Archive = DataOf<ArchiveCalls['list']>['rows'][number]
export type AnalysisResult = DataOf<AnalysisCalls['result']>
export type AnalysedImage = AnalysisResult['left'][number]
export type Findings = z.infer<Row['findings']>
export const ReportData = z.union(MODALITIES.map(({ report }) => report))
export type ReportData = z.infer<typeof ReportData>
export const Outcome = z.union(MODALITIES.map(({ outcome }) => outcome))

/** Stages of an analysis as progress names them: those of the modality between the queue and the end. */
export type Stage = 'queued' | Row['stages'][number] | 'saving'
export const Stage = z.enum([
  ...new Set<Stage>(['queued', ...MODALITIES.flatMap(({ stages }) => stages), 'saving']),
])

const MAP_COLORS = new Map(
  MODALITIES.flatMap(({ layers }) => layers as readonly Layer[])
    .flatMap(({ maps, ...layer }) => maps ?? [layer])
    .map(({ name, color }) => [name, color]),
)
/** The colour in which a map is laid over the image. */
export const mapColor = (name: string): string => MAP_COLORS.get(name) ?? '#22D3EE'
