import { useTranslation } from 'react-i18next'
import { Draft } from '../../../ui/findings/draft.tsx'

/** The machine's view of the whole sitting: every eye by the worst of its photographs. */
export function PatientCard({ opinion, count }: { opinion: string; count: number }) {
  const { t } = useTranslation('analyses')
  return (
    <section className="dx-card">
      <h2>{t('opinion.sitting', { count })}</h2>
      <Draft text={opinion} />
    </section>
  )
}
