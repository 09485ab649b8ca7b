import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Messages } from './messages.tsx'
import { Peers } from './peers.tsx'
import { useHl7Events } from './queries.ts'
import './hl7.css'

const PARTS = ['messages', 'systems'] as const

/** What systems of the hospital sent by HL7 v2, and which systems may. */
export function Component() {
  const { t } = useTranslation('hl7')
  const [params, setParams] = useSearchParams()
  useHl7Events()
  const part = PARTS.find((part) => part === params.get('part')) ?? 'messages'
  return (
    <>
      <PageTitle title={t('title')}>
        <Segmented
          aria-label={t('part.label')}
          value={part}
          onChange={(next) => setParams(next === 'messages' ? {} : { part: next })}
          options={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
        />
      </PageTitle>
      {part === 'messages' ? <Messages /> : <Peers />}
    </>
  )
}
