import { useSearchParams } from 'react-router'
import { FileHereButton } from '../../features/archives/file-here-button.tsx'
import { UploadButton } from '../../features/archives/upload/upload-button.tsx'
import { noteRead } from '../../features/worklist/queries.ts'
import { WorklistBar } from '../../features/worklist/worklist-bar.tsx'
import { WorkspacePage } from '../../features/analyses/workspace-page.tsx'
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx'

/** The workspace with the archives' upload and filing, and the way through the worklist, in it. */
export function Component() {
  const [params] = useSearchParams()
  return (
    <DialogHost of={params.get('pid')}>
      <WorkspacePage
        above={(imageId) => <WorklistBar imageId={imageId} />}
        onRead={(id) => void noteRead(id)}
        upload={(pid) => <UploadButton pid={pid} size="small" />}
        fileHere={(misfiled) => <FileHereButton {...misfiled} />}
      />
    </DialogHost>
  )
}
