import { useSearchParams } from 'react-router'
import './admin.css'
import { VersionList } from './version-list.tsx'
import { VersionPage } from './version-page.tsx'

/** The questionnaire for administrators: its versions, or the one in the address. */
export function Component() {
  const [params] = useSearchParams()
  const version = Number(params.get('version'))
  if (!Number.isInteger(version) || version < 1) return <VersionList />
  return <VersionPage key={version} version={version} />
}
