import { FileHereButton } from '../features/archives/file-here-button.tsx'
import { UploadButton } from '../features/archives/upload-button.tsx'
import { WorkspacePage } from '../features/analyses/workspace-page.tsx'

/** The workspace with the archives' upload and filing in it. */
export function Component() {
  return (
    <WorkspacePage
      upload={(pid) => <UploadButton pid={pid} size="small" />}
      fileHere={(misfiled) => <FileHereButton {...misfiled} />}
    />
  )
}
