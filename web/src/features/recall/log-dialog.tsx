import { groundsText, sayIn, stepText, type Happened, type PlannedStep } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Modal, Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant, language } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { stepQuery } from './queries.ts'

/** All that happened of a step, beside what was found and proposed. */
export function LogDialog({ step, onClose }: { step: PlannedStep; onClose: () => void }) {
  const { t } = useTranslation('recall')
  const query = useQuery(stepQuery(step.step_id))
  return (
    <Modal open title={t('log.title', { name: step.name })} footer={null} onCancel={onClose}>
      {query.data ? (
        <>
          <dl className="recall-facts">
            <dt>{t('field.step')}</dt>
            <dd>{stepText(query.data, sayIn(language()))}</dd>
            {query.data.proposed && (
              <>
                <dt>{t('log.proposed')}</dt>
                <dd>
                  {stepText(query.data.proposed.step, sayIn(language()))}
                  <br />
                  {groundsText(query.data.proposed.grounds, sayIn(language()))}
                </dd>
              </>
            )}
            {query.data.note !== '' && (
              <>
                <dt>{t('note.note')}</dt>
                <dd>{query.data.note}</dd>
              </>
            )}
          </dl>
          <Events events={query.data.events} />
        </>
      ) : query.isError ? (
        <Failed title={t('failed')} query={query} />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}

function Events({ events }: { events: readonly Happened[] }) {
  const { t } = useTranslation('recall')
  if (events.length === 0) return <p className="soft">{t('nothing')}</p>
  return (
    <Timeline
      items={events.map((event) => ({
        content: (
          <>
            <strong>
              {t(`event.${event.what}`)} {event.day}
            </strong>
            {event.next_on !== null && <div>{t('nextOn', { day: event.next_on })}</div>}
            {event.result && <div>{resultText(event.result, t)}</div>}
            {event.note !== '' && <div className="long-text">{event.note}</div>}
            <div className="soft">
              {event.by} · {formatInstant(event.at)}
            </div>
          </>
        ),
      }))}
    />
  )
}

type Say = (key: string, values: Record<string, unknown>) => string

function resultText(result: NonNullable<Happened['result']>, t: Say): string {
  if (result.found === 'none') return t('result.none', {})
  return [
    t('result.disease', {}),
    result.stage === null ? '' : t('result.of', { stage: result.stage }),
    ...(['oedema', 'glaucoma'] as const).map((name) =>
      result[name] === null ? '' : `${t(`result.${name}`, {})}: ${t(`result.${result[name]}`, {})}`,
    ),
    result.treatment,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}
