import { type RecordedTreatment, recordText, sayIn } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'

/** Treatments on record, beside the stage: it cannot tell how ill a treated retina is. */
export function Treatments({ records }: { records: readonly RecordedTreatment[] }) {
  const say = sayIn(language())
  if (records.length === 0) return null
  return (
    <div className="dx-treatments">
      <h3>{say('treatment.title')}</h3>
      <ul>
        {records.map((record) => {
          const { text, source } = recordText(record, say)
          return (
            <li key={`${text}${source}`}>
              {text} <small>{source}</small>
            </li>
          )
        })}
      </ul>
      <small>{say('treatment.note')}</small>
    </div>
  )
}
