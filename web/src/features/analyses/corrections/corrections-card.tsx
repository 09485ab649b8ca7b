import { machineText, inForce, sayIn, type AnalysedImage, type Judgement } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CorrectionDialog } from './correction-dialog.tsx'
import { CorrectionLine } from './correction-line.tsx'

/** Every judgement of an image: the machine's, the clinician's beside it, and the way to correct it. */
export function CorrectionsCard({ recordId, image }: { recordId: string; image: AnalysedImage }) {
  const { t } = useTranslation('analyses')
  const { entry } = useModality()
  const [open, setOpen] = useState<string | null>(null)
  // The eye has its own place above, and facts of the eye stand with their figures.
  const shown = image.judgements.filter(({ name }) => !entry.correctable[name]?.stated)
  const chosen = shown.find(({ name }) => name === open)
  const judged = image.quality?.gradable === true
  return (
    <section className="dx-card">
      <h2>{t('correct.card')}</h2>
      <dl className="dx-judgements">
        {shown.map((judgement) => (
          <Row
            key={judgement.name}
            judgement={judgement}
            disabled={!judged && entry.correctable[judgement.name]?.judged === true}
            onEdit={() => setOpen(judgement.name)}
          />
        ))}
      </dl>
      {chosen && (
        <CorrectionDialog
          recordId={recordId}
          index={image.image_index}
          judgement={chosen}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function Row(props: { judgement: Judgement; disabled: boolean; onEdit: () => void }) {
  const { t } = useTranslation('analyses')
  const { name, machine, corrections } = props.judgement
  const say = sayIn(language())
  const held = inForce(corrections)
  const label = say(`correction.name.${name}`)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span data-overruled={held !== null && held.value !== machine}>
          {say('correction.machine', { value: machineText(name, machine, say) })}
        </span>
        {held && <CorrectionLine name={name} correction={held} />}
      </dd>
      <dd>
        <Button
          size="small"
          disabled={props.disabled}
          aria-label={t('correct.title', { name: label })}
          onClick={props.onEdit}
        >
          {t('correct.edit')}
        </Button>
      </dd>
    </div>
  )
}
