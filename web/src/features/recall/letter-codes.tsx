import {
  closeLetterPages,
  dayAfter,
  listLetterPages,
  today,
  type LetterPage,
} from '@mingmou/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { Failed, Loading } from '../../ui/states/states.tsx'

/** What letters about this step open online, where the institution lets patients read them there. */
export function LetterCodes({ step_id }: { step_id: string }) {
  const { t } = useTranslation('recall')
  const query = useQuery({ ...callQuery(listLetterPages, { step_id }), staleTime: 0 })
  const closing = useMutation({
    mutationFn: () => api(closeLetterPages, { step_id }),
    onSuccess: async () => {
      showSuccess(t('letter.codes.closing'))
      await changed(listLetterPages)
    },
    onError: (error) => showFailure(error, t('letter.codes.notClosed')),
  })
  if (!query.data) return query.isError ? <Failed title={t('failed')} query={query} /> : <Loading />
  const { days, pages } = query.data
  if (days === null && pages.length === 0) return null
  return (
    <section className="recall-codes">
      <h3>{t('letter.codes.title')}</h3>
      {days !== null && <p>{t('letter.codes.next', { day: dayAfter(today(), { days }) })}</p>}
      {pages.length === 0 && <p className="soft">{t('letter.codes.none')}</p>}
      <ul>
        {pages.map((page) => (
          <li key={page.made_at}>
            <Code {...page} />
          </li>
        ))}
      </ul>
      {pages.some(({ state }) => state === 'open') && (
        <Button danger loading={closing.isPending} onClick={() => closing.mutate()}>
          {t('letter.codes.close')}
        </Button>
      )}
    </section>
  )
}

function Code({ made_at, made_by, state, open_until, opened_at }: LetterPage) {
  const { t } = useTranslation('recall')
  return [
    t('letter.codes.made', { at: formatInstant(made_at), by: made_by }),
    t(`letter.codes.${state}`, { day: open_until }),
    opened_at === null
      ? t('letter.codes.unread')
      : t('letter.codes.opened', { at: formatInstant(opened_at) }),
  ].join(' · ')
}
