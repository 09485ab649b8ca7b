import {
  FIGURE_GROUPS,
  type FigureGroup,
  type FundusReportData,
  reasonOf,
  reportMeasures,
  scaleText,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/i18n.ts'
import { FigureTable, Missing } from '../../ui/findings/figure-table.tsx'
import { LesionTable } from './lesion-table.tsx'
import { NotMeasured } from '../../ui/findings/not-measured.tsx'
import { RimProfile } from './rim-profile.tsx'

/** Lesions, disc and macula, vessels, and in one place what was not measured and why. */
export function ReportFigures({ report }: { report: FundusReportData }) {
  const { t } = useTranslation(['reports', 'findings'])
  const { lesion, segmentation, not_measured } = report
  const rowsOf = (group: FigureGroup) => reportMeasures(report, group).filter(({ rare }) => !rare)
  const colors = Object.fromEntries(report.overlays.map(({ name, color }) => [name, color]))
  return (
    <>
      <section className="rp-figures">
        <div>
          <h2>{t('findings:lesion.title')}</h2>
          {lesion.measures ? (
            <LesionTable
              lesions={lesion.measures}
              confidence={report.confidence}
              path="lesion.measures"
              colors={colors}
            />
          ) : (
            <NotMeasured reason={reasonOf(not_measured, 'lesion.measures')} />
          )}
          <FigureTable caption={t('findings:group.macula')} rows={rowsOf('macula')} />
        </div>
        <div>
          <FigureTable caption={t('findings:group.disc')} rows={rowsOf('disc')} />
          {segmentation.rim && (
            <figure className="rp-rim">
              <RimProfile rim={segmentation.rim} ddls={segmentation.ddls} eye={report.eye} />
              <figcaption>{t('findings:rim.title')}</figcaption>
            </figure>
          )}
        </div>
        <FigureTable caption={t('findings:group.vessel')} rows={rowsOf('vessel')} />
      </section>
      <section className="rp-missing">
        <Missing rows={FIGURE_GROUPS.flatMap((group) => reportMeasures(report, group))} />
        <p>
          {scaleText(report, language())} {t('findings:report.legend')}
        </p>
      </section>
    </>
  )
}
