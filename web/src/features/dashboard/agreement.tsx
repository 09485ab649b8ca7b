import { KAPPA_PAIRS } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { kindName, type Rows } from './rows.ts'
import { Figures, Part } from './part.tsx'
import type { PartProps } from './part-props.ts'

export function Agreement({ rows, period }: PartProps<Rows<'agreement'>>) {
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
    const pair = pairs.find((pair) => pair.machine === machine && pair.clinician === clinician)
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
