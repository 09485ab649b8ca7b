import { answerChange } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { useChangeWords } from '../../ui/accounts/waiting-changes.tsx'
import { changeAnswered, myAccountQueries } from './queries.ts'

/** What others asked to change of the account. Its owner agrees or refuses. */
export function ChangesPanel() {
  const { t } = useTranslation('my-account')
  const confirm = useConfirm()
  const words = useChangeWords()
  const query = useQuery(myAccountQueries.changes())
  if (!query.data) {
    return query.isError ? <Failed title={t('changes.failed')} query={query} /> : <Loading />
  }
  const { changes, held } = query.data
  if (changes.length === 0 && held === null) return null
  return (
    <section className="panel my-factor" aria-labelledby="my-changes">
      <header>
        <h2 id="my-changes">{t('changes.title')}</h2>
      </header>
      {changes.map((change) => {
        const { change_id, by_name, asked_at, due_at } = change
        const answer = (agree: boolean) =>
          confirm(
            agree ? 'agree.change' : 'refuse.change',
            'plain',
            words(change),
            answerChange,
            { change_id, agree },
            changeAnswered,
          )
        return (
          <div key={change_id} className="my-change">
            <p>
              <strong>{words(change)}</strong>{' '}
              {t('changes.asked', {
                by: by_name ?? t('changes.platform'),
                asked: formatInstant(asked_at),
                due: formatInstant(due_at),
              })}
            </p>
            <span className="my-factor-actions">
              <Button onClick={() => answer(true)}>{t('changes.agree')}</Button>
              <Button danger onClick={() => answer(false)}>
                {t('changes.refuse')}
              </Button>
            </span>
          </div>
        )
      })}
      {changes.length > 0 && <p className="soft">{t('changes.hint')}</p>}
      {held !== null && (
        <p className="soft">
          {t(`changes.held.${held.kind}`)}{' '}
          {t('changes.until', { until: formatInstant(held.until) })}
        </p>
      )}
    </section>
  )
}
