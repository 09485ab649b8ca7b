import type { BatchFile } from '@mingmou/contract'
import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../../paths.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'
import { say } from '../../../lib/texts/say.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { isReady } from './ready.ts'
import type { RowProps } from './row-props.ts'
import { TakeBackButton } from '../take-back-button.tsx'

/** Which device sent the file, and when. What the reader uploaded says nothing: a line less lets a row more be seen. */
export function BatchSource({ row: { device, received_at } }: { row: BatchFile }) {
  const { t } = useTranslation('batch')
  if (device === null) return null
  return (
    <span className="soft ellipsis">
      {t('source.device', { name: device })} · {formatInstant(received_at)}
    </span>
  )
}

export function BatchState(props: RowProps) {
  const { t } = useTranslation('batch')
  const { tab } = useModality()
  const { row, refused } = props
  if (row.filed !== null) {
    const { pid } = row.patient ?? {}
    const target = { tab, image_id: row.filed, ...(pid !== undefined && { pid }) }
    return (
      <span className="batch-filed">
        {t('state.filed')} <a href={`#${diagnosisPath(target)}`}>{t('open')}</a>
        {row.revocable && (
          <TakeBackButton rid={row.filed} name={row.patient?.name ?? row.file_name} />
        )}
      </span>
    )
  }
  if (props.filing) return <span role="status">{t('state.filing')}</span>
  const repeated = refused?.repeated === true || row.known !== null
  return (
    <>
      {refused && !props.kept && (
        <span role="alert" className="batch-problem">
          {t('failed', { reason: say(refused.reason) || t('interrupted') })}
        </span>
      )}
      {row.evidence.other_kind !== null && (
        <span role="alert" className="batch-problem">
          {t('otherKind', { kind: row.evidence.other_kind })}
        </span>
      )}
      {row.ordered !== null && (
        <span role="alert" className="batch-problem">
          {t('ordered', { ...row.ordered })}
        </span>
      )}
      {repeated && (
        <span role="alert" className="batch-problem">
          {row.known
            ? t('known', { name: row.known.name, date: row.known.record_date })
            : t('twice')}{' '}
          <Checkbox checked={props.kept} onChange={({ target }) => props.onKeep(target.checked)}>
            {t('keep')}
          </Checkbox>
        </span>
      )}
      <span className="soft">
        {t(isReady(row) ? 'state.ready' : 'state.open')}{' '}
        <Button type="link" size="small" onClick={props.onDrop}>
          {t('drop')}
        </Button>
      </span>
    </>
  )
}
