import type { ReportDraft } from '@mingmou/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DraftState } from '../../../lib/calls/draft-keeper.ts'
import { formatInstant } from '../../../lib/texts/i18n.ts'

interface Photographs {
  image_index: number
  fellow_index: number | undefined
}

/** A sitting has one draft of both eyes, and one of each photograph. */
export const keptOf = (
  drafts: readonly ReportDraft[],
  { image_index, fellow_index }: Photographs,
): ReportDraft | null =>
  drafts.find((draft) =>
    fellow_index === undefined
      ? draft.fellow_index === null && draft.image_index === image_index
      : draft.fellow_index !== null,
  ) ?? null

/** Where the text of an unsigned report is. */
export function DraftNote({ state, stored }: { state: DraftState; stored: ReportDraft | null }) {
  const { t } = useTranslation('analyses')
  if (state === 'unchanged' && stored === null) return null
  const by = stored && { by: stored.changed_by, at: formatInstant(stored.changed_at) }
  return (
    <p className="dx-caution" role="status">
      {state === 'unchanged' ? t('draft.stored', by ?? {}) : t(`draft.${state}`)}
    </p>
  )
}

/** Unsigned texts of the sitting for reports of other photographs. */
export function OtherDrafts({ drafts }: { drafts: readonly ReportDraft[] }) {
  const { t } = useTranslation('analyses')
  if (drafts.length === 0) return null
  const names = drafts.map(({ image_index, fellow_index }) =>
    fellow_index === null ? t('scope.one', { number: image_index + 1 }) : t('scope.both'),
  )
  return <p className="dx-caution">{t('draft.others', { names: names.join(t('comma')) })}</p>
}

interface Props {
  theirs: ReportDraft
  onChoose: (take: 'mine' | 'theirs') => void
}

/** Somebody else has kept another text for this report. Nothing is overwritten unseen. */
export function TheirDraft({ theirs, onChoose }: Props) {
  const { t } = useTranslation('analyses')
  const { changed_by: by, changed_at, diagnostic_opinion } = theirs
  return (
    <Alert
      type="error"
      title={t('draft.theirs', { by, at: formatInstant(changed_at) })}
      description={
        <>
          <p className="dx-theirs">{diagnostic_opinion}</p>
          <div className="dx-row">
            <Button onClick={() => onChoose('theirs')}>{t('draft.take_theirs')}</Button>
            <Button danger onClick={() => onChoose('mine')}>
              {t('draft.keep_mine')}
            </Button>
          </div>
        </>
      }
    />
  )
}
