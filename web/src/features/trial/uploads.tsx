import { CloseOutlined } from '@ant-design/icons'
import {
  dropTrialPhotographs,
  listTrialBatches,
  listTrialPhotographs,
  TRIAL,
  uploadTrialBatch,
  type AcceptedPhotograph,
} from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { readSession } from '../../lib/session/session.ts'
import { FilesInput } from '../../ui/forms/files-input.tsx'
import { newSender } from './new-sender.ts'

/** A batch that begins without them would leave them out. */
const COMING: readonly string[] = ['waiting', 'sending', 'lost']
const byName = new Intl.Collator('en', { numeric: true })

export function Uploads(props: { rows: readonly AcceptedPhotograph[]; left_today: number }) {
  const { t } = useTranslation('trial')
  const { left_today } = props
  const rows = props.rows.toSorted((a, b) => byName.compare(a.file_name, b.file_name))
  const [sender] = useState(newSender)
  useEffect(() => () => sender.stop(), [sender])
  const files = useSyncExternalStore(sender.subscribe, sender.list)
  const coming = files.filter(({ state }) => COMING.includes(state)).length
  const start = useMutation({
    mutationFn: () =>
      api(uploadTrialBatch, {
        uid: readSession()?.uid ?? '',
        file_list: rows.map(({ key }) => key),
      }),
    onSuccess: () => {
      sender.forgetKept()
      return changed(listTrialPhotographs, listTrialBatches)
    },
    onError: (error) => showFailure(error, t('startFailed')),
  })
  const drop = (keys: string[]) =>
    void api(dropTrialPhotographs, { keys })
      .then(() => changed(listTrialPhotographs))
      .catch((error: unknown) => showFailure(error, t('dropFailed')))
  return (
    <div className="panel trial-uploads">
      <ul className="trial-limits">
        <li>
          {t('limit.count', { batch: TRIAL.perBatch, day: TRIAL.perDay })}{' '}
          <strong>{t('limit.left', { count: left_today })}</strong>
        </li>
        <li>{t('limit.kept', { count: TRIAL.keptDays })}</li>
        <li>{t('limit.what')}</li>
      </ul>
      <FilesInput sender={sender} count={TRIAL.perBatch} />
      {rows.length > 0 && (
        <>
          <ul className="trial-thumbs" aria-label={t('accepted.label', { count: rows.length })}>
            {rows.map(({ key, file_name, thumb_url }) => (
              <li key={key}>
                <img src={thumb_url} alt="" loading="lazy" />
                <span className="ellipsis" title={file_name}>
                  {file_name}
                </span>
                <Button
                  size="small"
                  className="trial-drop"
                  icon={<CloseOutlined />}
                  aria-label={t('drop', { name: file_name })}
                  onClick={() => drop([key])}
                />
              </li>
            ))}
          </ul>
          <p className="soft">
            {t('accepted.note')}{' '}
            <Button type="link" size="small" onClick={() => drop(rows.map(({ key }) => key))}>
              {t('dropAll')}
            </Button>
          </p>
        </>
      )}
      <Button
        type="primary"
        disabled={rows.length === 0 || coming > 0}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {coming > 0 ? t('coming', { count: coming }) : t('start', { count: rows.length })}
      </Button>
    </div>
  )
}
