import type { AnalysisResult, Archive } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { Failed, Loading } from '../../../ui/states/states.tsx'
import type { ArchiveRow } from '../sitting/archive-picker.tsx'
import { EyeHints } from './eye-hints.tsx'
import { type FileHere, MisfiledCard } from './misfiled-card.tsx'
import { ImageFindings } from './image-findings.tsx'
import type { Scope } from '../opinion/report-scope.tsx'
import type { StripImage } from '../sitting/images.ts'
import { NotesCard } from './notes-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import type { Opinions } from '../opinion/use-opinions.ts'

interface Props {
  pid: string
  archive: ArchiveRow
  /** The archive with its images, once they are there. */
  kept: Archive | undefined
  fileHere: FileHere
  result: UseQueryResult<AnalysisResult>
  image: StripImage | undefined
  viewer: Viewer
  opinions: Opinions
  /** What the report of this sitting is to cover; it stays where the analysis is made anew. */
  scope: Scope
  onScope: (scope: Scope) => void
}

/** The state of the analysis, and the findings of one picture. */
export function FindingsPanel(props: Props) {
  const { pid, archive, kept, result, image, viewer, opinions } = props
  const { t } = useTranslation('analyses')
  if (archive.analysis_record_id && result.isPending) return <Loading />
  if (result.isError && !result.data) return <Failed title={t('findings_failed')} query={result} />
  const { data } = result
  const analysed = image?.analysed
  return (
    <>
      <ProgressCard imageId={archive.image_id} result={data} />
      {kept && image && (
        <MisfiledCard
          archive={kept}
          result={data}
          index={image.image_index}
          fileHere={props.fileHere}
        />
      )}
      {data?.status === 'done' && <EyeHints result={data} />}
      {image && <NotesCard imageId={archive.image_id} image={image} viewer={viewer} />}
      {data && analysed && data.status === 'done' && (
        <ImageFindings
          key={`${data.analysis_record_id}/${analysed.image_index}`}
          pid={pid}
          result={data}
          image={analysed}
          viewer={viewer}
          opinions={opinions}
          scope={props.scope}
          onScope={props.onScope}
        />
      )}
    </>
  )
}
