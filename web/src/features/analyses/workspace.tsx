import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { useKeys } from '../../lib/keys/use-keys.ts'
import { useShownResult } from '../../lib/live/shown-result.ts'
import { useIsLive } from '../../lib/live/socket.ts'
import { ArchivePicker } from './sitting/archive-picker.tsx'
import { FindingsPanel } from './findings/findings-panel.tsx'
import { besideOf, stripImages, type StripImage } from './sitting/images.ts'
import type { FileHere } from './findings/misfiled-card.tsx'
import type { Scope } from './opinion/report-scope.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { PatientPicker } from './sitting/patient-picker.tsx'
import { archivesQuery, imagesQuery, notesQuery, resultQuery } from './queries.ts'
import { useAnalysisEvents, useNoteEvents } from './events.ts'
import { EarlyOpinion } from './opinion/early-opinion.tsx'
import { NoOpinion } from './opinion/no-opinion.tsx'
import { useOpinions } from './opinion/use-opinions.ts'
import { COMING, whyNoOpinion } from './opinion/why-no-opinion.ts'
import type { Workspace } from './use-workspace.ts'
import { isChanged } from '../../ui/eye-viewer/sketch/sketch.ts'
import { useViewer } from '../../ui/eye-viewer/use-viewer.ts'
import { ViewerArea } from './viewer-area.tsx'
import { pressInWorkspace } from './workspace-keys.ts'

interface Props {
  workspace: Workspace
  /** The upload of a sitting for the patient. */
  upload: (pid: string) => ReactNode
  fileHere: FileHere
  /** Called with each ended analysis that is on the page. */
  onResult: ((analysis_record_id: string) => void) | undefined
}

const BOTH: Scope = { of: 'both', picked: {} }

/**
 * Patients and sittings left, pictures in the middle, findings right. One place leads from upload
 * to report.
 */
export function Workbench({ workspace, upload, fileHere, onResult }: Props) {
  const { t } = useTranslation('analyses')
  useAnalysisEvents()
  useNoteEvents()
  const { key } = useModality()
  const { pid, imageId } = workspace
  const live = useIsLive()
  const archives = useQuery(archivesQuery(key, pid))
  const rows = archives.data?.rows
  const archive = imageId === '' ? rows?.[0] : rows?.find(({ image_id }) => image_id === imageId)
  const pictures = useQuery(imagesQuery(key, pid))
  useShownResult(archive?.image_id)
  const result = useQuery(resultQuery(key, archive?.analysis_record_id ?? '', live))
  const { analysis_record_id: shown = '', status } = result.data ?? {}
  const ended = status === 'done' || status === 'failed'
  const tell = useEffectEvent((id: string) => onResult?.(id))
  useEffect(() => {
    if (ended && shown !== '' && shown === archive?.analysis_record_id) tell(shown)
  }, [ended, shown, archive?.analysis_record_id])
  const viewer = useViewer()
  const { sketch } = viewer.state
  const drawing = sketch !== null && isChanged(sketch)
  const opinions = useOpinions({ drawing })
  const notes = useQuery(notesQuery(archive?.image_id ?? ''))

  const kept = pictures.data?.rows.find(({ rid }) => rid === archive?.image_id)
  const images = stripImages(result.data, kept)
  const rid = archive?.image_id ?? ''
  const sitting = archive?.image_id ?? imageId
  const { early } = opinions
  const at = workspace.index ?? early.begunOn(sitting)
  const chosen = images.find(({ image_index }) => image_index === at) ?? images[0]
  const beside = images.find((image) => image.image_index === workspace.beside && image !== chosen)
  const index = chosen?.image_index ?? null
  const unplaced = early.isUnplaced(sitting)
  const place = useEffectEvent(early.place)
  useLayoutEffect(() => {
    if (unplaced && index !== null) place(sitting, index)
  }, [unplaced, sitting, index])
  const why = whyNoOpinion({ sitting, archives, result, archive, chosen })
  const [typed] = early.of(sitting, index)
  const other = chosen && besideOf(images, chosen)

  const choose = (image: StripImage) =>
    image === beside && chosen
      ? workspace.putBeside(rid, image.image_index, chosen.image_index)
      : workspace.openImage(rid, image.image_index)

  const [refused, setRefused] = useState(false)
  const [scopes, setScopes] = useState<Readonly<Record<string, Scope>>>({})
  useKeys((event) =>
    pressInWorkspace(
      event,
      {
        ...{ images, chosen, viewer, choose },
        beginOpinion: () => {
          if (why === COMING) early.change(sitting, index, {})
          else setRefused(true)
        },
      },
      t,
    ),
  )

  return (
    <div className="dx-workspace">
      <aside className="dx-left" aria-label={t('side.patients')}>
        <PatientPicker workspace={workspace} />
        <ArchivePicker
          workspace={workspace}
          archives={archives}
          chosen={archive}
          status={result.data?.status ?? null}
          upload={upload(pid)}
        />
      </aside>
      <ViewerArea
        queries={[archives, pictures]}
        missing={imageId !== '' && archives.isSuccess && !archive}
        empty={pid === '' ? 'viewer.choose_patient' : 'viewer.choose_archive'}
        archiveId={rid}
        analysisId={archive?.analysis_record_id ?? ''}
        images={images}
        notes={notes.data?.rows ?? []}
        chosen={chosen}
        beside={beside}
        viewer={viewer}
        onStale={() => {
          void archives.refetch()
          void pictures.refetch()
          if (archive?.analysis_record_id) void result.refetch()
        }}
        onChoose={choose}
        toggleTwo={
          chosen && other
            ? () => workspace.putBeside(rid, chosen.image_index, beside ? null : other.image_index)
            : undefined
        }
      />
      <aside className="dx-right" aria-label={t('side.findings')}>
        {typed && (why !== null || typed.composing === 'early') && (
          <EarlyOpinion key={sitting} sitting={sitting} index={index} early={early} />
        )}
        {refused && why !== null && <NoOpinion why={why} onLeave={() => setRefused(false)} />}
        {archive && (
          <FindingsPanel
            key={archive.analysis_record_id}
            pid={pid}
            archive={archive}
            kept={kept}
            fileHere={fileHere}
            result={result}
            image={chosen}
            viewer={viewer}
            opinions={opinions}
            scope={scopes[sitting] ?? BOTH}
            onScope={(scope) => setScopes((before) => ({ ...before, [sitting]: scope }))}
          />
        )}
      </aside>
      <LeaveDialog
        leaving={opinions.leaving}
        drawing={drawing}
        onDiscard={() => {
          opinions.discard()
          viewer.change({ sketch: null })
        }}
      />
    </div>
  )
}
