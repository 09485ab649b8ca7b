import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Outcome } from '../../ui/states/outcome.tsx'

/** The placeholder of a page that is not built yet. */
export function Component() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Outcome title={t('undeveloped.title')} hint={t('undeveloped.hint')}>
      <button type="button" className="button" onClick={() => void navigate(-1)}>
        {t('action.back')}
      </button>
    </Outcome>
  )
}
