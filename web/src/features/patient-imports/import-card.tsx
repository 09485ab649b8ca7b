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
export function ImportCard({ table }: { table: PatientImport }) {
  const { t } = useTranslation('patient-imports')
  const { state, file_name } = table
  return (
    <li className="panel import-card">
      <div className="import-head">
        <h2 className="long-text">{file_name}</h2>
        <Tag color={COLOURS[state] ?? 'default'}>{t(`state.${state}`)}</Tag>
        <span className="soft">
          {/* Nobody is named who has no name any more. */}
          {table.by === ''
            ? formatInstant(table.created_at)
            : t('brought', { by: table.by, at: formatInstant(table.created_at) })}
        </span>
      </div>
      {table.reason !== null && <p role="alert">{table.reason}</p>}
      {WORKING.includes(state) && <Progress percent={shareOf(table)} size="small" />}
      {state !== 'failed' && table.total > 0 && <Counts table={table} />}
      {table.ignored.length > 0 && state === 'checked' && (
        <p className="soft">{t('ignored', { names: table.ignored.join(t('comma')) })}</p>
      )}
      <Actions table={table} />
      {table.own && table.undo_until !== null && (
        <p className="soft">{t('undoUntil', { at: formatInstant(table.undo_until) })}</p>
      )}
    </li>
  )
}

function shareOf({ state, done, total, undone, kept, created, changed }: PatientImport): number {
  const [part, all] = state === 'undoing' ? [undone + kept, created + changed] : [done, total]
  return all === 0 ? 0 : Math.floor((100 * part) / all)
}

/** The dry run says what would be, and afterwards what was. */
function Counts({ table }: { table: PatientImport }) {
  const { t } = useTranslation('patient-imports')
  const { state } = table
  const dry = state === 'checking' || state === 'checked' || state === 'cancelled'
  const shown = ['created', 'changed', 'unchanged', 'refused'] as const
  const back = state === 'undoing' || state === 'undone' ? (['undone', 'kept'] as const) : []
  return (
    <dl className="import-counts">
      {[...shown, ...back].map((name) => (
        <div key={name}>
          <dt>{t(dry ? `would.${name}` : `was.${name}`)}</dt>
          <dd className={name === 'refused' && table.refused > 0 ? 'import-bad' : undefined}>
            {table[name].toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Actions({ table }: { table: PatientImport }) {
  const { t } = useTranslation('patient-imports')
  const confirm = useConfirm()
  const { import_id, file_name, state, own } = table
  const run = useMutation({
    mutationFn: () => api(runPatientImport, { import_id }),
    onError: (error) => showFailure(error, t('run.failed')),
    onSettled: importsChanged,
  })
  const ask = (question: 'cancel.import' | 'stop.import' | 'undo.import') => {
    const call = question === 'undo.import' ? undoPatientImport : cancelPatientImport
    confirm(question, 'danger', file_name, call, { import_id }, importsChanged)
  }
  const rows = table.created + table.changed
  return (
    <div className="import-actions">
      {own && state === 'checked' && rows > 0 && (
        <Button type="primary" loading={run.isPending} onClick={() => run.mutate()}>
          {t('run.button', { count: rows })}
        </Button>
      )}
      {table.faults_url !== null && (
        <Button href={table.faults_url}>{t('faults', { count: table.refused })}</Button>
      )}
      {table.kept_url !== null && (
        <Button href={table.kept_url}>{t('keptList', { count: table.kept })}</Button>
      )}
      {own && (state === 'checking' || state === 'checked') && (
        <Button onClick={() => ask('cancel.import')}>{t('cancel')}</Button>
      )}
      {own && state === 'writing' && (
        <Button danger onClick={() => ask('stop.import')}>
          {t('stop')}
        </Button>
      )}
      {own && table.undo_until !== null && (
        <Button danger onClick={() => ask('undo.import')}>
          {t('undo')}
        </Button>
      )}
    </div>
  )
}
