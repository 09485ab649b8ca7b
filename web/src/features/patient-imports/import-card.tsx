import {
  cancelPatientImport,
  runPatientImport,
  undoPatientImport,
  type PatientImport,
} from '@mingmou/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Progress, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { importsChanged } from './queries.ts'

const COLOURS: Partial<Record<PatientImport['state'], string>> = {
  checked: 'gold',
  written: 'green',
  failed: 'red',
  stopped: 'orange',
  checking: 'blue',
  writing: 'blue',
  undoing: 'blue',
}
const WORKING: readonly PatientImport['state'][] = ['checking', 'writing', 'undoing']

/** One table: what it would do or did, and what a person may do next. */
export function ImportCard({ one }: { one: PatientImport }) {
  const { t } = useTranslation('patient-imports')
  const { state, file_name } = one
  return (
    <li className="panel import-card">
      <div className="import-head">
        <h2 className="long-text">{file_name}</h2>
        <Tag color={COLOURS[state] ?? 'default'}>{t(`state.${state}`)}</Tag>
        <span className="soft">
          {/* Nobody is named who has no name any more. */}
          {one.by === ''
            ? formatInstant(one.created_at)
            : t('brought', { by: one.by, at: formatInstant(one.created_at) })}
        </span>
      </div>
      {one.reason !== null && <p role="alert">{one.reason}</p>}
      {WORKING.includes(state) && <Progress percent={shareOf(one)} size="small" />}
      {state !== 'failed' && one.total > 0 && <Counts one={one} />}
      {one.ignored.length > 0 && state === 'checked' && (
        <p className="soft">{t('ignored', { names: one.ignored.join(t('comma')) })}</p>
      )}
      <Actions one={one} />
      {one.own && one.undo_until !== null && (
        <p className="soft">{t('undoUntil', { at: formatInstant(one.undo_until) })}</p>
      )}
    </li>
  )
}

function shareOf({ state, done, total, undone, kept, created, changed }: PatientImport): number {
  const [part, all] = state === 'undoing' ? [undone + kept, created + changed] : [done, total]
  return all === 0 ? 0 : Math.floor((100 * part) / all)
}

/** The dry run says what would be, and afterwards what was. */
function Counts({ one }: { one: PatientImport }) {
  const { t } = useTranslation('patient-imports')
  const { state } = one
  const dry = state === 'checking' || state === 'checked' || state === 'cancelled'
  const shown = ['created', 'changed', 'unchanged', 'refused'] as const
  const back = state === 'undoing' || state === 'undone' ? (['undone', 'kept'] as const) : []
  return (
    <dl className="import-counts">
      {[...shown, ...back].map((name) => (
        <div key={name}>
          <dt>{t(dry ? `would.${name}` : `was.${name}`)}</dt>
          <dd className={name === 'refused' && one.refused > 0 ? 'import-bad' : undefined}>
            {one[name].toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ one }: { one: PatientImport }) {
  const { t } = useTranslation('patient-imports')
  const confirm = useConfirm()
  const { import_id, file_name, state, own } = one
  const run = useMutation({
    mutationFn: () => api(runPatientImport, { import_id }),
    onError: (error) => showFailure(error, t('run.failed')),
    onSettled: importsChanged,
  })
  const ask = (question: 'cancel.import' | 'stop.import' | 'undo.import') => {
    const call = question === 'undo.import' ? undoPatientImport : cancelPatientImport
    confirm(question, 'danger', file_name, call, { import_id }, importsChanged)
  }
  const rows = one.created + one.changed
  return (
    <div className="import-actions">
      {own && state === 'checked' && rows > 0 && (
        <Button type="primary" loading={run.isPending} onClick={() => run.mutate()}>
          {t('run.button', { count: rows })}
        </Button>
      )}
      {one.faults_url !== null && (
        <Button href={one.faults_url}>{t('faults', { count: one.refused })}</Button>
      )}
      {one.kept_url !== null && (
        <Button href={one.kept_url}>{t('keptList', { count: one.kept })}</Button>
      )}
      {own && (state === 'checking' || state === 'checked') && (
        <Button onClick={() => ask('cancel.import')}>{t('cancel')}</Button>
      )}
      {own && state === 'writing' && (
        <Button danger onClick={() => ask('stop.import')}>
          {t('stop')}
        </Button>
      )}
      {own && one.undo_until !== null && (
        <Button danger onClick={() => ask('undo.import')}>
          {t('undo')}
        </Button>
      )}
    </div>
  )
}
