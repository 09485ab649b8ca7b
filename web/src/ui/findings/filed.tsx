import { modalityOf, type Archive } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { diagnosisPath } from '../../paths.ts'

type Image = Archive['images'][number]

/** Where an image was filed as another kind, and where it came from. */
export function Filed({ pid, image }: { pid: string; image: Image }) {
  const { t } = useTranslation('analyses')
  const { filed_as, filed_from } = image
  const link = (
    word: 'as' | 'from',
    { diagnosis_class, rid, record_date }: Image['filed_as'][0],
  ) => {
    const { key, tab } = modalityOf(diagnosis_class)
    return (
      <Link key={rid} to={diagnosisPath({ tab, pid, image_id: rid })}>
        {t(`filed.${word}`, { kind: t(`kinds:${key}.tab`), date: record_date })}
      </Link>
    )
  }
  if (filed_as.length === 0 && !filed_from) return null
  return (
    <span className="fd-filed">
      {filed_as.map((filing) => link('as', filing))}
      {filed_from && link('from', filed_from)}
    </span>
  )
}
