import { useTranslation } from 'react-i18next'
import { OWN_KEYS } from '../../../lib/keys/use-keys.ts'

/**
 * Stands where the key for the opinion finds none, and says why. It has the focus as the field would: what is typed for
 * the opinion presses no keys of the page.
 */
export function NoOpinion({ why, onLeave }: { why: string; onLeave: () => void }) {
  const { t } = useTranslation('analyses')
  return (
    <section
      ref={focus}
      className="dx-card"
      role="alert"
      tabIndex={-1}
      {...OWN_KEYS}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    >
      <h2>{t('opinion.clinician')}</h2>
      <p>{t(why)}</p>
      <p className="dx-caution">{t('no_opinion.escape')}</p>
    </section>
  )
}

const focus = (section: HTMLElement | null) => section?.focus()
