import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { Outcome } from '../../ui/states/outcome.tsx'

export function Component() {
  const { t } = useTranslation()
  return (
    <Outcome title={t('notFound.title')} hint={t('notFound.hint')}>
      <a className="button button-primary" href={`#${PATHS.home}`}>
        {t('action.home')}
      </a>
    </Outcome>
  )
}
