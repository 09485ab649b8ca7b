import { findingText, percentOf, type Decided } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'
import './stage-bar.css'

/** The chances of the five stages as one thin bar, with the stages marked that a decision was made for. */
export function StageBar({
  stages,
  decided,
}: {
  stages: readonly number[]
  decided: Decided | null
}) {
  const say = (name: string, values?: Record<string, string | number>) =>
    findingText(language(), name, values)
  const shares = stages.map((chance, stage) =>
    say('dr.stage_chance', { stage, share: percentOf(chance) }),
  )
  const label = say('dr.stage_chances', { shares: shares.join(say('and')) })
  const inside = (stage: number) => decided !== null && stage >= decided.from && stage <= decided.to
  return (
    <div className="sb" role="img" aria-label={label} title={label}>
      {stages.map((chance, stage) => (
        <span key={stage} data-decided={inside(stage)} style={{ flexGrow: Math.max(chance, 0.02) }}>
          <i />
          <b>{stage}</b>
        </span>
      ))}
    </div>
  )
}
