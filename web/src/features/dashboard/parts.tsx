import { ASKED_REASONS, KAPPA_PAIRS } from '@mingmou/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  kindName,
  photographsChart,
  stagesChart,
  stagesIn,
  turnaroundChart,
  ungradableChart,
  type Rows,
} from './charts.ts'
import { Figures, Part, PartChart } from './part.tsx'
import type { Period } from './period.ts'

interface Of<R> {
  rows: R
  period: Period
}
type T = TFunction<'dashboard'>

export function Photographs({ rows, period }: Of<Rows<'photographs'>>) {
  const { t } = useTranslation('dashboard')
  const option = useMemo(() => photographsChart(rows, period), [rows, period])
  const name = t('photographs.title')
  return (
    <Part part="photographs" period={period} empty={rows.every((row) => row.photographs === 0)}>
      <PartChart option={option} name={name} />
      <Figures
        name={name}
        head={[t('day'), t('photographs.count'), t('sittings'), t('patients')]}
        rows={rows.map((row) => [
          [row.step ?? t('whole'), row.modality && kindName(row.modality)]
            .filter(Boolean)
            .join(' · '),
          ...[row.photographs, row.sittings, row.patients],
        ])}
      />
    </Part>
  )
}

/** A length of time in the unit that a person says. */
function lengthText(t: T, seconds: number): string {
  if (seconds < 60) return t('length.seconds', { n: Math.round(seconds) })
  if (seconds < 5400) return t('length.minutes', { n: Math.round(seconds / 60) })
  const hours = seconds / 3600
  return hours < 72
    ? t('length.hours', { n: hours.toFixed(1) })
    : t('length.days', { n: (hours / 24).toFixed(1) })
}

export function Turnaround({ rows, period }: Of<Rows<'turnaround'>>) {
  const { t } = useTranslation('dashboard')
  const names = useMemo(
    () => ({
      result: t('turnaround.result'),
      read: t('turnaround.read'),
      report: t('turnaround.report'),
    }),
    [t],
  )
  const option = useMemo(
    () => turnaroundChart(rows, period, names, (seconds) => lengthText(t, seconds)),
    [rows, period, names, t],
  )
  const name = t('turnaround.title')
  const cell = ({ n, median, p90 }: Rows<'turnaround'>[number]['result']) =>
    median === null || p90 === null
      ? '—'
      : t('turnaround.cell', { n, median: lengthText(t, median), p90: lengthText(t, p90) })
  return (
    <Part part="turnaround" period={period} empty={rows.every((row) => row.sittings === 0)}>
      <PartChart option={option} name={name} />
      <Figures
        name={name}
        head={[t('day'), t('sittings'), names.result, names.read, names.report]}
        rows={rows.map((row) => [
          row.step ?? t('whole'),
          row.sittings,
          ...[cell(row.result), cell(row.read), cell(row.report)],
        ])}
      />
    </Part>
  )
}

const shareText = (ungradable: number, analysed: number) =>
  analysed === 0
    ? '—'
    : `${ungradable} / ${analysed} (${((100 * ungradable) / analysed).toFixed(1)}%)`

export function Ungradable({ rows, period }: Of<Rows<'ungradable'>>) {
  const { t } = useTranslation('dashboard')
  return (
    <Part part="ungradable" period={period} empty={rows.length === 0}>
      {(['device', 'person'] as const).map((by) => (
        <UngradableBy
          key={by}
          title={t(`ungradable.${by}`)}
          rows={rows
            .filter(({ uploader }) => (uploader !== null) === (by === 'person'))
            .map(({ uploader, collect_device, modality, ...row }) => ({
              ...row,
              name: `${uploader?.name ?? collect_device ?? ''} · ${kindName(modality)}`,
            }))}
        />
      ))}
    </Part>
  )
}

function UngradableBy(props: {
  title: string
  rows: readonly { name: string; photographs: number; analysed: number; ungradable: number }[]
}) {
  const { t } = useTranslation('dashboard')
  const { title, rows } = props
  const option = useMemo(() => ungradableChart(rows, t('ungradable.share')), [rows, t])
  return (
    <div>
      <h3>{title}</h3>
      <PartChart option={option} name={title} />
      <Figures
        name={title}
        head={[title, t('photographs.count'), t('ungradable.share')]}
        rows={rows.map(({ name, photographs, analysed, ungradable }) => [
          ...[name, photographs, shareText(ungradable, analysed)],
        ])}
      />
    </div>
  )
}

export function Stages({ rows, period }: Of<Rows<'stages'>>) {
  const { t } = useTranslation(['dashboard', 'findings'])
  const name = t('stages.title')
  const option = useMemo(
    () =>
      stagesChart(rows, period, {
        stage: (stage) => t('stages.grade', { stage }),
        unstaged: t('stages.unstaged'),
        ungradable: t('stages.ungradable'),
      }),
    [rows, period, t],
  )
  const stages = stagesIn(rows)
  const reasons = ASKED_REASONS.filter((reason) =>
    rows.some((row) => row.reasons.some((one) => one.reason === reason)),
  )
  return (
    <Part part="stages" period={period} empty={rows.length === 0}>
      <PartChart option={option} name={name} />
      <Figures
        name={name}
        head={[
          t('day'),
          ...stages.map((stage) => t('stages.grade', { stage })),
          ...[t('stages.unstaged'), t('stages.ungradable'), t('stages.unknown')],
          ...reasons.map((reason) => t(`findings:review.${reason}`)),
        ]}
        rows={rows.map((row) => [
          row.step ?? t('whole'),
          ...stages.map((stage) => row.stages.find((one) => one.stage === stage)?.eyes ?? 0),
          ...[row.unstaged, row.ungradable, row.unknown_eye],
          ...reasons.map((reason) => row.reasons.find((one) => one.reason === reason)?.eyes ?? 0),
        ])}
      />
    </Part>
  )
}

export function Agreement({ rows, period }: Of<Rows<'agreement'>>) {
  const { t } = useTranslation('dashboard')
  return (
    <Part part="agreement" period={period} empty={rows.every(({ n }) => n === 0)}>
      {rows.map((row) => (
        <Pairs key={row.modality} row={row} />
      ))}
      <p className="dashboard-caution">{t('agreement.caution')}</p>
    </Part>
  )
}

function Pairs({ row }: { row: Rows<'agreement'>[number] }) {
  const { t } = useTranslation('dashboard')
  const { pairs, n, stated, corrected, signed, agreed, kappa, modality } = row
  const stages = [...new Set(pairs.flatMap((pair) => [pair.machine, pair.clinician]))].sort()
  const countOf = (machine: number, clinician: number) => {
    const pair = pairs.find((one) => one.machine === machine && one.clinician === clinician)
    return pair ? pair.stated + pair.signed : 0
  }
  return (
    <div>
      <p className="dashboard-kappa">
        <strong>
          {kappa === null
            ? t(n < KAPPA_PAIRS ? 'agreement.few' : 'agreement.one', { least: KAPPA_PAIRS })
            : t('agreement.kappa', { kappa: kappa.toFixed(2) })}
        </strong>{' '}
        {t('agreement.counts', { n, agreed, stated, corrected, signed })}
      </p>
      <Figures
        name={`${t('agreement.title')} · ${kindName(modality)}`}
        head={[t('agreement.corner'), ...stages.map((stage) => t('agreement.by', { stage }))]}
        rows={stages.map((machine) => [
          t('agreement.machine', { stage: machine }),
          ...stages.map((clinician) => countOf(machine, clinician)),
        ])}
      />
    </div>
  )
}
