import {
  keepReading,
  leaveReading,
  openReading,
  READING_MINUTES,
  type DataOf,
  type ReadingRole,
} from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readingsPath } from '../../paths.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { useGoOn } from '../../lib/places/use-go-on.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { readingsChanged } from './queries.ts'
import { Read } from '../../ui/findings/read.tsx'
import { ReadingForm } from './reading-form.tsx'
import { ReadingPictures } from './reading-pictures.tsx'

type OpenedSitting = DataOf<typeof openReading>

interface Props {
  opened: OpenedSitting
  image_id: string
  role: ReadingRole
  /** Opens the sitting anew: the addresses of its photographs end after a while. */
  onStale: () => void
}

export function Opened(props: Props) {
  const { t } = useTranslation('readings')
  const { opened, image_id, role } = props
  const goOn = useGoOn()
  const kept = useKept(props)
  const back = async () => {
    await readingsChanged()
    goOn(readingsPath(role))
  }
  const leave = () =>
    void api(leaveReading, { image_id, role })
      .then(back)
      .catch((error: unknown) => showFailure(error, t('leaveFailed')))
  return (
    <>
      <PageTitle title={t(role)}>
        <span className="soft" role="status">
          {kept === null ? t('lapsed') : t('kept', { until: formatInstant(kept) })}
        </span>
        <Button onClick={leave}>{t('leave')}</Button>
      </PageTitle>
      <p className="rd-patient">
        <strong>{opened.name}</strong> · {t(`gender.${opened.gender}`)} ·{' '}
        {t('years', { count: ageOn(opened.birthday) })} · {opened.ad_card_number} ·{' '}
        {opened.record_date}
      </p>
      {opened.machine === null && <Alert type="info" showIcon title={t('blind')} />}
      <div className="rd-page">
        <ReadingPictures images={opened.images} image_id={image_id} onStale={props.onStale} />
        <div className="panel rd-form">
          <Before {...opened} />
          <ReadingForm
            eyes={opened.eyes}
            image_id={image_id}
            role={role}
            onSigned={() => void back()}
          />
        </div>
      </div>
    </>
  )
}

/** What the machine and the readers before said, as far as this reader may know it. */
function Before({ machine, signed }: Pick<OpenedSitting, 'machine' | 'signed'>) {
  const { t } = useTranslation('readings')
  if (machine === null && signed.length === 0) return null
  return (
    <section aria-label={t('before')} className="rd-before">
      {signed.map(({ role, uid, reader, eyes, note }) => (
        <Read key={role + uid} by={`${t(role)} · ${reader}`} eyes={eyes} note={note} />
      ))}
      {machine && <Read by={t('machine')} eyes={machine} note="" />}
    </section>
  )
}

/** Keeps the sitting while the page is open; null once it could not be kept. */
function useKept({ opened, image_id, role }: Omit<Props, 'onStale'>): string | null {
  const [kept, setKept] = useState<string | null>(opened.kept_until)
  useEffect(() => {
    const keep = () =>
      void api(keepReading, { image_id, role })
        .then(({ kept_until }) => setKept(kept_until))
        .catch(() => setKept(null))
    const every = setInterval(keep, (READING_MINUTES / 3) * 60_000)
    return () => clearInterval(every)
  }, [image_id, role])
  return kept
}
