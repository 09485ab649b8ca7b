import { checkDraws, DRAWS_TOLD, getReadingRules } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { callQuery, changed } from '../../../lib/calls/call-query.ts'
import { saveText } from '../../../lib/files/download.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { useConfirm } from '../../../ui/dialogs/confirm.tsx'
import { Failed, Loading, Nothing } from '../../../ui/states/states.tsx'
import { differing, drawsTable, type Draw, type Secret } from '../work-out.ts'

/** Every draw of a second reading by the secret that it was made with, for whoever checks that nobody chose. */
export function DrawsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const query = useQuery(callQuery(checkDraws, {}))
  const confirm = useConfirm()
  const disclose = () =>
    confirm('disclose.draws', 'danger', '', checkDraws, { disclose: true }, () =>
      changed(checkDraws, getReadingRules),
    )
  return (
    <Modal open title={t('reading.draws.title')} footer={null} onCancel={onClose}>
      <p className="soft">{t('reading.draws.hint')}</p>
      {query.data ? (
        <>
          {query.data.draws.length === 0 && <Nothing hint={t('reading.draws.none')} />}
          {query.data.draws.length === DRAWS_TOLD && (
            <Alert type="info" title={t('reading.draws.newest', { count: DRAWS_TOLD })} />
          )}
          {query.data.secrets.map((secret) => (
            <OfSecret
              key={secret.commitment}
              secret={secret}
              draws={query.data.draws.filter(({ commitment }) => commitment === secret.commitment)}
            />
          ))}
          <div className="draws-buttons">
            <Button onClick={() => saveText(drawsTable(query.data), 'draws.csv')}>
              {t('reading.draws.save')}
            </Button>
            <Button danger disabled={query.data.draws.length === 0} onClick={disclose}>
              {t('reading.draws.disclose')}
            </Button>
          </div>
        </>
      ) : query.isError ? (
        <Failed title={t('reading.draws.failed')} query={query} />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}

function OfSecret({ secret, draws }: { secret: Secret; draws: readonly Draw[] }) {
  const { t } = useTranslation('institutions')
  const drawn = draws.filter((draw) => draw.drawn).length
  const rows = {
    commitment: secret.commitment,
    made: formatInstant(secret.made_at),
    count: String(draws.length),
    drawn: String(drawn),
    secret: secret.secret ?? t('reading.draws.inUse'),
    ...(secret.secret !== null && { checked: <Checked secret={secret} draws={draws} /> }),
  }
  return (
    <Descriptions
      className="draws-secret"
      bordered
      size="small"
      column={1}
      items={Object.entries(rows).map(([key, children]) => ({
        key,
        label: t(`reading.draws.${key as keyof typeof rows}`),
        children,
      }))}
    />
  )
}

/** What the browser finds when it works the draws out itself. */
function Checked({ secret, draws }: { secret: Secret; draws: readonly Draw[] }) {
  const { t } = useTranslation('institutions')
  const query = useQuery({
    queryKey: ['draws worked out', secret.commitment, draws.length],
    queryFn: async () => ({ differ: await differing(secret, draws) }),
    enabled: isSecureContext,
  })
  if (!isSecureContext) return t('reading.draws.notHere')
  if (!query.data) return query.isError ? t('reading.draws.wrongSecret') : <Loading />
  const { differ } = query.data
  if (differ === null) return <Alert type="error" title={t('reading.draws.wrongSecret')} />
  return differ === 0 ? (
    t('reading.draws.allSame')
  ) : (
    <Alert type="error" title={t('reading.draws.differ', { count: differ })} />
  )
}
