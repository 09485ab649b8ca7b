import { useTranslation } from 'react-i18next'

/** How many files of a folder were no pictures by their names. They are no errors. */
export function LeftOut({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <p role="status" className="soft">
      {t('files.left_out', { count })}
    </p>
  )
}
