import { getReadings } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../../lib/calls/call-query.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { Read } from '../../../ui/findings/read.tsx'
import { Failed, Loading } from '../../../ui/states/states.tsx'

/** Who read a sitting, what each stated, and why a second person read it or not. */
export function ReadingsDialog({ image_id, onClose }: { image_id: string; onClose: () => void }) {
  const { t } = useTranslation('readings')
  const query = useQuery(callQuery(getReadings, { image_id }))
  const signed = query.data?.signed
  return (
    <Modal open title={t('signedTitle')} footer={null} onCancel={onClose}>
      {signed?.length === 0 && <p className="soft">{t('signedNone')}</p>}
      {signed?.map(({ role, reader, signed_at, eyes, note, need }) => (
        <Read
          key={`${role} ${signed_at}`}
          by={`${t(role)} · ${reader} · ${formatInstant(signed_at)}`}
          eyes={eyes}
          note={[need === null ? '' : t(`needs.${need}`), note].filter(Boolean).join(' · ')}
        />
      ))}
      {!signed &&
        (query.isError ? <Failed title={t('signedFailed')} query={query} /> : <Loading />)}
    </Modal>
  )
}
