import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { myAccountQueries } from './queries.ts'
import { type FactorDialog, FactorStep } from './factor-step.tsx'

/** The second factor of the account: set up, renewed and ended by its owner. */
export function FactorPanel() {
  const { t } = useTranslation('second-factor')
  const query = useQuery(myAccountQueries.factor())
  const [step, setStep] = useState<FactorDialog | null>(null)
  if (!query.data) {
    return query.isError ? <Failed title={t('panel.failed')} query={query} /> : <Loading />
  }
  const { totp_since, recovery_left, required } = query.data
  const isOn = totp_since !== null
  return (
    <>
      <section className="panel my-factor" aria-labelledby="my-factor">
        <header>
          <h2 id="my-factor">
            {t('title')} <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'on' : 'off')}</Tag>
          </h2>
          <span className="my-factor-actions">
            <Button onClick={() => setStep('begin')}>{t(isOn ? 'replace' : 'add')}</Button>
            {isOn && <Button onClick={() => setStep('renew')}>{t('renew.title')}</Button>}
            {isOn && !required && (
              <Button danger onClick={() => setStep('remove')}>
                {t('remove.title')}
              </Button>
            )}
          </span>
        </header>
        <p className="soft">
          {isOn
            ? t('panel.since', { since: formatInstant(totp_since), count: recovery_left })
            : t('panel.hint')}
          {required && ` ${t('panel.required')}`}
        </p>
        {step !== null && (
          <FactorStep
            step={step}
            isOn={isOn}
            onStep={setStep}
            // The next dialog of a row stays open when the one before closes.
            onClose={() => setStep((now) => (now === step ? null : now))}
          />
        )}
      </section>
      <PasskeysPanel hasApp={isOn} />
    </>
  )
}
