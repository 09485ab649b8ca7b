import type { BatchFile } from '@mingmou/contract'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { MakePatient } from './make-patient.tsx'
import type { RowProps } from './row-props.ts'

/** Whom a file is of, or may be of, how that was found, and what a person can do about it. */
export function PatientCell(props: RowProps & { open: boolean }) {
  const { row, open, onSet, onPatient, onAdd } = props
  const { t } = useTranslation('batch')
  const { patient, evidence, suggestions } = row
  const { number, name, birthday, name_set } = evidence.said
  const said = [number, name, birthday].filter((word) => word !== '').join(' · ')
  return (
    <div className="batch-cell">
      {patient ? (
        <strong className="ellipsis" title={patient.name}>
          {patient.name}
        </strong>
      ) : (
        suggestions.map((suggestion) => (
          <Button key={suggestion.pid} size="small" onClick={() => onSet({ pid: suggestion.pid })}>
            {t('confirm', { ...suggestion })}
          </Button>
        ))
      )}
      {patient && (
        <span className="soft">
          {patient.ad_card_number} · {t(`gender.${patient.gender}`)} · {patient.birthday}
        </span>
      )}
      {said !== '' && evidence.patient.left !== null && (
        <span className="soft">{t('said', { said })}</span>
      )}
      {name_set !== undefined && <span className="soft">{t('name_set', { set: name_set })}</span>}
      <FoundBy row={row} part="patient" />
      {open && (
        <Button type="link" size="small" className="batch-link" onClick={onPatient}>
          {t(patient ? 'patient.change' : 'patient.choose')}
        </Button>
      )}
      {open && !patient && <MakePatient row={row} onMade={(pid) => onSet({ pid })} onAsk={onAdd} />}
      {open && !patient && (
        <Button type="link" size="small" className="batch-link" onClick={onAdd}>
          {t('patient.add')}
        </Button>
      )}
    </div>
  )
}

/** How a value was found; why it was not, where nobody has set it. */
export function FoundBy({
  row,
  part,
}: {
  row: BatchFile
  part: 'patient' | 'eye' | 'record_date'
}) {
  const { t } = useTranslation('batch')
  const { by, left } = row.evidence[part]
  const isOpen = part === 'patient' && row.patient === null
  if (by !== null && !isOpen) return <Tag>{t(`by.${by}`)}</Tag>
  return left === null ? null : <span className="batch-problem">{t(`left.${part}.${left}`)}</span>
}
