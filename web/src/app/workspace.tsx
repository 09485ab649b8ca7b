import { UploadButton } from '../features/archives/upload-button.tsx'
import { WorkspacePage } from '../features/analyses/workspace-page.tsx'

/** The workspace with the archives' upload in it. */
export function Component() {
  return <WorkspacePage upload={(pid) => <UploadButton pid={pid} size="small" />} />
}
