import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DayInput } from './day-input.tsx'
import type { useFiling } from './use-filing.ts'
import type { useSelection } from './use-selection.ts'
import { JoinInput } from '../join-input.tsx'

/** What is done with the chosen rows, and the button that files what is ready. */
export function BatchBar(props: {
  selection: ReturnType<typeof useSelection>
  filing: ReturnType<typeof useFiling>
  onPatient: () => void
  onFile: () => void
}) {
  const { t } = useTranslation('batch')
  const { filing } = props
  const { open, picked, said, set, drop, chooseAll } = props.selection
  const none = picked.length === 0
  return (
    <div className="batch-bar">
      <Button size="small" onClick={chooseAll}>
        {t(picked.length === open.length ? 'chosen.none' : 'chosen.all')}
      </Button>
      <span>{t('chosen.count', { count: picked.length })}</span>
      <Button size="small" disabled={none} onClick={props.onPatient}>
        {t('patient.choose')}
      </Button>
      {(['OD', 'OS'] as const).map((eye) => (
        <Button key={eye} size="small" disabled={none} onClick={() => set(picked, { eye })}>
          {eye}
        </Button>
      ))}
      {!none && (
        <DayInput
          key={picked.join()}
          label={t('chosen.date')}
          value={null}
          onSet={(record_date) => set(picked, { record_date })}
        />
      )}
      <Button size="small" disabled={none} onClick={() => drop(picked)}>
        {t('drop')}
      </Button>
      <span role="status" className="batch-said">
        {said}
      </span>
      <span className="batch-join" title={t('archives:join.hint')}>
        <JoinInput value={filing.join} onChange={filing.setJoin} />
      </span>
      <span role="status">
        {filing.progress
          ? t('progress', filing.progress)
          : t('counts', { ready: filing.ready.length, open: open.length })}
      </span>
      <Button
        type="primary"
        loading={filing.progress !== null}
        disabled={filing.ready.length === 0}
        onClick={props.onFile}
      >
        {t('file', { count: filing.ready.length })}
      </Button>
    </div>
  )
}
