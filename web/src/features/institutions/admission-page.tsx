import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import './institutions.css'

const DOCUMENTS = ['licence', 'legalPerson', 'physicians', 'seal', 'credit', 'agreement'] as const
const STEPS = ['apply', 'review', 'start'] as const

/** The documents that a hospital must provide to be admitted. */
export function Component() {
  const { t } = useTranslation('institutions')
  return (
    <article className="admission panel">
      <h1>{t('admission.title')}</h1>
      <p>{t('admission.lead')}</p>
      <ol className="admission-documents">
        {DOCUMENTS.map((document) => (
          <li key={document}>
            <strong>{t(`admission.document.${document}.title`)}</strong>
            <span className="soft">{t(`admission.document.${document}.text`)}</span>
          </li>
        ))}
      </ol>
      <h2>{t('admission.steps')}</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`admission.step.${step}`)}</li>
        ))}
      </ol>
      <a className="button button-primary" href={`#${PATHS.login}`}>
        {t('admission.signUp')}
      </a>
    </article>
  )
}
