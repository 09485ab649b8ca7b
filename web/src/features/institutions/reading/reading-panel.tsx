import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, Loading } from '../../../ui/states/states.tsx'
import { DrawsDialog } from './draws-dialog.tsx'
import { institutionQueries } from '../queries.ts'
import { ReadingFacts } from './reading-facts.tsx'
import { ReadingRulesDialog } from './reading-rules-dialog.tsx'

/** Which sittings a second person reads, as the main account sets it. None until then. */
export function ReadingPanel() {
  const { t } = useTranslation('institutions')
  const query = useQuery(institutionQueries.readingRules())
  const [isOpen, setIsOpen] = useState(false)
  const [isChecking, setIsChecking] = useState(false)
  if (!query.data)
    return query.isError ? <Failed title={t('reading.failed')} query={query} /> : <Loading />
  const rules = query.data
  const isOn = rules.rule !== 'none'
  return (
    <section className="panel institution-panel" aria-labelledby="reading-title">
      <header>
        <h2 id="reading-title">
          {t('reading.title')}{' '}
          <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'switch.on' : 'switch.off')}</Tag>
        </h2>
        <span>
          {rules.commitment !== null && (
            <Button onClick={() => setIsChecking(true)}>{t('reading.draws.open')}</Button>
          )}
          <Button onClick={() => setIsOpen(true)}>{t('reading.set')}</Button>
        </span>
      </header>
      <p className="soft">{t('reading.hint')}</p>
      {isOn && <ReadingFacts {...rules} />}
      {isChecking && <DrawsDialog onClose={() => setIsChecking(false)} />}
      {isOpen && <ReadingRulesDialog rules={rules} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
