import { useTranslation } from 'react-i18next'

/** The machine's view of both eyes together. */
export function PatientCard({ opinion }: { opinion: string }) {
  const { t } = useTranslation('diagnosis')
  return (
    <section className="dx-card">
      <h2>{t('opinion.both_eyes')}</h2>
      <p className="dx-draft">{opinion}</p>
    </section>
  )
}
