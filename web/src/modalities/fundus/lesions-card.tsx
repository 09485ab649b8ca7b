import { type FundusFindings, type Lesion, reasonOf } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { LesionTable } from './lesion-table.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'

interface Props {
  findings: FundusFindings
  colors: Readonly<Record<string, string>>
  /** The layers that clinicians drew. */
  drawn: readonly string[]
  onShow: (lesion: Lesion) => void
}

/** The lesions of each kind. A click flies to the largest, another to the next. */
export function LesionsCard({ findings, colors, drawn, onShow }: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const { lesions, not_measured } = findings
  return (
    <section className="dx-card">
      <h2>{t('findings:lesion.title')}</h2>
      {lesions === null ? (
        <NotMeasured reason={reasonOf(not_measured, 'lesions')} />
      ) : (
        <LesionTable lesions={lesions} colors={colors} drawn={drawn} onShow={onShow} />
      )}
    </section>
  )
}
