import {
  isStageWithheld,
  sayIn,
  treatedText,
  type EyeSummary,
  type ReviewReason,
} from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { useModality } from '../../modalities/use-modality.ts'
import './findings.css'

/**
 * Each eye of an analysed sitting with its stage or what was found, and the eye without a photograph. A photograph of an
 * unknown eye may be its.
 */
export function EyeTags({ eyes }: { eyes: readonly EyeSummary[] }) {
  const { t } = useTranslation('findings')
  const { key } = useModality()
  if (eyes.length === 0) return null
  const mayBeEither = eyes.some(({ eye, photographs }) => eye === null && photographs > 0)
  const told = eyes.filter(({ photographs }) => photographs > 0 || !mayBeEither)
  return (
    <span className="fd-eyes">
      {told.map((summary) => (
        <Tag key={summary.eye} color={isSerious(summary) ? 'error' : 'default'}>
          {t(`eyes.${wordOf(summary)}`, {
            eye: summary.eye ?? t('eye.unknown'),
            stage: summary.stage ?? summary.at_least,
            found: summary.found && t(`found.${key}.${summary.found.word}`, { n: summary.found.n }),
          })}
          {summary.treated &&
            t('eyes.treated', { treated: treatedText(summary.treated, sayIn(language())) })}
          {reasonsBeside(summary).map(
            ({ reason, referral }) => t('comma') + t(`review.${reason}.${referral}`),
          )}
          {summary.machine &&
            t(`eyes.${machineWord(summary, summary.machine)}`, { stage: summary.machine.stage })}
        </Tag>
      ))}
    </span>
  )
}

const isSerious = ({ referral, contradicts }: EyeSummary) => contradicts || referral === 'referable'

/** Reasons that the word of the eye does not say. */
const reasonsBeside = ({ reasons, found }: EyeSummary) =>
  reasons.filter(({ reason }) => !SAID.has(reason) && !(reason === 'other' && found))

const SAID = new Set<ReviewReason['reason']>(['stage', 'treated', 'contradiction', 'ungradable'])

/** What the machine said where a clinician corrected it. */
const machineWord = ({ stage }: EyeSummary, machine: NonNullable<EyeSummary['machine']>) =>
  machine.stage === stage ? 'corrected' : machine.stage === null ? 'machine_open' : 'machine_stage'

function wordOf(eyeSummary: EyeSummary) {
  const { photographs, gradable, stage, at_least: least, contradicts, found } = eyeSummary
  if (photographs === 0) return 'missing'
  if (gradable === 0) return 'ungradable'
  if (contradicts) return 'review'
  if (found) return 'found'
  if (isStageWithheld(eyeSummary)) return 'treated_0'
  if (stage !== null) return 'stage'
  return least !== null ? 'open_above' : eyeSummary.lesions ? 'open_lesions' : 'open'
}
