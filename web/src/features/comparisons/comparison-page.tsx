import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { patientDetailPath } from '../../paths.ts'
import { OfModality } from '../../modalities/use-modality.ts'
import { Choices } from './choices.tsx'
import { Compared } from './compared.tsx'
import { MissingEye } from './missing-eye.tsx'
import { resultQuery, sittingsQuery } from './queries.ts'
import { eyeOfBoth, imageOf, imagesOf, pairOf } from './sides.ts'
import { type Comparison, useComparison } from './use-comparison.ts'
import './comparisons.css'

/** Two sittings of one eye: pictures and figures, before and after. */
export function Component() {
  const comparison = useComparison()
  return (
    <OfModality value={comparison.modality.key}>
      <ComparisonPage comparison={comparison} />
    </OfModality>
  )
}

function ComparisonPage({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('comparisons')
  const { key } = comparison.modality
  const sittings = useQuery(sittingsQuery(key, comparison.pid))
  const rows = (sittings.data?.rows ?? []).filter(({ status }) => status === 'done')
  const { before, after } = pairOf(rows, comparison.sitting)
  const results = {
    before: useQuery(resultQuery(key, before?.analysis_record_id ?? '')),
    after: useQuery(resultQuery(key, after?.analysis_record_id ?? '')),
  }
  const eye = comparison.eye ?? eyeOfBoth(results.before.data, results.after.data)
  const images = {
    before: imagesOf(results.before.data, eye),
    after: imagesOf(results.after.data, eye),
  }
  const failed = [sittings, results.before, results.after].find(
    ({ isError, data }) => isError && !data,
  )
  if (comparison.pid === '') return <Nothing hint={t('no_patient')} />
  if (failed) return <Failed title={t('failed')} query={failed} />
  if (sittings.isPending) return <Loading />
  if (rows.length < 2)
    return (
      <div className="panel">
        <Nothing hint={t('one_sitting')}>
          <Link to={patientDetailPath(comparison.pid)}>{t('record')}</Link>
        </Nothing>
      </div>
    )
  const chosen = {
    before: imageOf(images.before, comparison.index.before),
    after: imageOf(images.after, comparison.index.after),
  }
  return (
    <div className="cmp">
      <Choices
        comparison={comparison}
        rows={rows}
        eye={eye}
        images={images}
        chosen={chosen}
        before={before}
        after={after}
      />
      {!before || !after ? (
        <div className="panel">
          <Nothing hint={t('choose')} />
        </div>
      ) : results.before.isPending || results.after.isPending ? (
        <Loading />
      ) : chosen.before && chosen.after ? (
        <Compared
          key={`${before.image_id}/${String(chosen.before.image_index)}/${after.image_id}/${String(chosen.after.image_index)}`}
          comparison={comparison}
          eye={eye}
          before={{ sitting: before, image: chosen.before }}
          after={{ sitting: after, image: chosen.after }}
          onStale={() => {
            void results.before.refetch()
            void results.after.refetch()
          }}
        />
      ) : (
        <MissingEye
          eye={eye}
          without={[
            { side: 'before' as const, sitting: before },
            { side: 'after' as const, sitting: after },
          ].filter(({ side }) => !chosen[side])}
        />
      )}
    </div>
  )
}
