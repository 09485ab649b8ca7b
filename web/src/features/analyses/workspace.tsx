import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ArchivePicker } from './sitting/archive-picker.tsx'
import { FindingsPanel } from './findings/findings-panel.tsx'
import { besideOf, type StripImage } from './sitting/images.ts'
import type { FileHere } from './findings/misfiled-card.tsx'
import type { Scope } from './opinion/report-scope.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { PatientPicker } from './sitting/patient-picker.tsx'
import { useAnalysisEvents, useNoteEvents } from './events.ts'
import { EarlyOpinion } from './opinion/early-opinion.tsx'
import { NoOpinion } from './opinion/no-opinion.tsx'
import { useOpinions } from './opinion/use-opinions.ts'
import { whyNoOpinion } from './opinion/why-no-opinion.ts'
import { useChosen } from './use-chosen.ts'
import { useOpenSitting } from './use-open-sitting.ts'
import { useTellEnded } from './use-tell-ended.ts'
import type { Workspace } from './use-workspace.ts'
import { isChanged } from '../../ui/eye-viewer/sketch/sketch.ts'
import { useViewer } from '../../ui/eye-viewer/use-viewer.ts'
import { ViewerArea } from './viewer-area.tsx'
import { useWorkspaceKeys } from './use-workspace-keys.ts'

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
  const { pid, imageId } = workspace
  const open = useOpenSitting(workspace)
  const { archives, archive, pictures, result, notes, kept, images } = open
  useTellEnded(open, onResult)
  const viewer = useViewer()
  const { sketch } = viewer.state
  const drawing = sketch !== null && isChanged(sketch)
  const opinions = useOpinions({ drawing })

  const rid = archive?.image_id ?? ''
  const sitting = archive?.image_id ?? imageId
  const { early } = opinions
  const { chosen, beside, index } = useChosen(workspace, sitting, images, early)
  const why = whyNoOpinion({ sitting, archives, result, archive, chosen })
  const [typed] = early.of(sitting, index)
  const other = chosen && besideOf(images, chosen)

  const choose = (image: StripImage) =>
    image === beside && chosen
      ? workspace.putBeside(rid, image.image_index, chosen.image_index)
      : workspace.openImage(rid, image.image_index)

  const asked = useWorkspaceKeys({ images, chosen, viewer, choose }, why, () =>
    early.change(sitting, index, {}),
  )
  const [scopes, setScopes] = useState<Readonly<Record<string, Scope>>>({})

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
        onStale={open.refetch}
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
        {asked.refused && why !== null && <NoOpinion why={why} onLeave={asked.forget} />}
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
