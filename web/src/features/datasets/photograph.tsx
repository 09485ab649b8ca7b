import { findingText, MODALITY_KEYS, type DatasetImage, type ModalityKey } from '@mingmou/contract'
import { Button, Checkbox, Image, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { language } from '../../lib/texts/i18n.ts'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { datasetOf } from './queries.ts'

/** One photograph of the gallery, with what is known of it. */
export function Photograph(props: {
  dataset: ModalityKey
  row: DatasetImage
  picked: boolean
  onPick: () => void
}) {
  const { t } = useTranslation('datasets')
  const { dataset, row, picked } = props
  const { recorded, collect_device, eye, filed } = row
  const name = t('photograph', { date: recorded, eye: eye ?? t('eyeUnknown') })
  return (
    <li className="panel ds-photograph">
      <Image
        src={row.thumb_url}
        alt={name}
        preview={{ src: row.image_url, cover: t('enlarge') }}
        loading="lazy"
      />
      <Checkbox
        className="ds-pick"
        checked={picked && !row.withheld}
        disabled={row.withheld}
        onChange={props.onPick}
      >
        {recorded}
      </Checkbox>
      <span className="ellipsis soft" title={collect_device}>
        {eye ?? t('eyeUnknown')} · {collect_device || t('otherDevice')}
      </span>
      <span className="ds-tags">
        {statesOf(row).map((state) => (
          <Tag key={state}>{t(`state.${state}`)}</Tag>
        ))}
        {row.facets.map((facet) => (
          <Tag key={facet}>{findingText(language(), `facet.${dataset}.${facet}`)}</Tag>
        ))}
      </span>
      {(row.withheld || row.released) && <Words {...props} name={name} />}
      {filed && (
        <a
          href={`#${diagnosisPath({ tab: MODALITY_KEYS[dataset].tab, pid: filed.pid, image_id: filed.rid })}`}
        >
          {t('open')}
        </a>
      )}
    </li>
  )
}

/** Its file says that words stand in it: a person looks before it leaves the institution, and may take that back. */
function Words(props: { dataset: ModalityKey; row: DatasetImage; name: string }) {
  const { t } = useTranslation('datasets')
  const confirm = useConfirm()
  const { list, release } = datasetOf(props.dataset).calls
  const { image, released } = props.row
  const asked = { image, released: !released }
  const question = released ? 'withhold.photograph' : 'release.photograph'
  return (
    <>
      <Tag color={released ? 'default' : 'warning'}>{t(released ? 'released' : 'withheld')}</Tag>
      <Button
        type="link"
        size="small"
        onClick={() => confirm(question, 'plain', props.name, release, asked, () => changed(list))}
      >
        {t(released ? 'withhold' : 'release')}
      </Button>
    </>
  )
}

function statesOf({ analysed, gradable, by_clinician }: DatasetImage): string[] {
  if (!analysed) return ['waiting']
  return [...(gradable === false ? ['ungradable'] : []), ...(by_clinician ? ['by_clinician'] : [])]
}
