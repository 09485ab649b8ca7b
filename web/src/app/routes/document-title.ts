import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'

/** The title of the page, in the language chosen. */
export function useDocumentTitle(): void {
  const { t } = useTranslation()
  const title = useMatches().map(titleOf).findLast(Boolean)
  useEffect(() => {
    document.title = title
      ? `${t(title.includes(':') ? title : `title.${title}`)} · ${t('product')}`
      : t('product')
  }, [t, title])
}

function titleOf({ handle }: { handle: unknown }): string | null {
  if (typeof handle !== 'object' || handle === null || !('title' in handle)) return null
  return typeof handle.title === 'string' ? handle.title : null
}
