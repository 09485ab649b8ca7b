import type { z } from 'zod'
import type { CommonFindings } from '../../findings/common.ts'
import type { ViewerEntry } from '../../modalities/entry.ts'
import { ENTRY, type Modality } from '../../modalities/table.ts'
import type { DataOf } from '../../wire/call.ts'
import type { DiagnosisClass, ModalityKey } from '../../wire/kinds.ts'
import { analysisCalls } from './analyses.ts'
import { archiveCalls } from './archives.ts'
import { datasetCalls } from './datasets.ts'

/** An entry beside the calls that follow from it. */
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

/** Every modality with its calls. */
export const MODALITY = {
  fundus: withCalls(ENTRY.fundus),
  surface: withCalls(ENTRY.surface),
  octa: withCalls(ENTRY.octa),
} as const satisfies Record<Modality, unknown>

type Row = (typeof MODALITY)[Modality]
/** In the order of their tabs. */
export const MODALITIES: readonly Row[] = Object.values(MODALITY)

/** The one that is shown where none is asked for. */
export const FIRST_MODALITY: Row = MODALITY.fundus

/** The modality of a class that calls and reports name. */
export function modalityOf(name: DiagnosisClass): Row {
  const found = MODALITIES.find((each) => each.class === name)
  if (!found) throw new Error(`No modality of class ${name}`)
  return found
}

/** The kinds of image with a dataset, each with its calls. */
export const DATASETS = MODALITIES.flatMap(({ key, facets }) =>
  facets === null ? [] : [{ key, facets, calls: datasetCalls(key, Object.keys(facets)) }],
)
export type DatasetCalls = (typeof DATASETS)[number]['calls']

/** The calls of the fundus, for code that means it alone. */
export const { archive: fundusArchive, analysis: fundusAnalysis } = MODALITY.fundus.calls

export type ArchiveCalls = Row['calls']['archive']
export type AnalysisCalls = Row['calls']['analysis']
export type Archive = DataOf<ArchiveCalls['list']>['rows'][number]
export type AnalysisResult = DataOf<AnalysisCalls['result']>
export type AnalysedImage = AnalysisResult['left'][number]
