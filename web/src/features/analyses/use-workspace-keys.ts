import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '../../lib/keys/use-keys.ts'
import { COMING } from './opinion/why-no-opinion.ts'
import { pressInWorkspace, type Walk } from './workspace-keys.ts'

/** The keys of the workspace. `refused`: an opinion was asked for where none can be written. */
export function useWorkspaceKeys(
  pictures: Omit<Walk, 'beginOpinion'>,
  /** Why no opinion can be written. */
  why: string | null,
  /** Begins one that is still to come. */
  beginEarly: () => void,
) {
  const { t } = useTranslation('analyses')
  const [refused, setRefused] = useState(false)
  const beginOpinion = () => {
    if (why === COMING) beginEarly()
    else setRefused(true)
  }
  useKeys((event) => pressInWorkspace(event, { ...pictures, beginOpinion }, t))
  return { refused, forget: () => setRefused(false) }
}
