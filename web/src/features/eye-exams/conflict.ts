import { EXAM_EYES, enteredOf, INDICATOR_KEYS, type Entries, type EyeExam } from '@mingmou/contract'
import type { TFunction } from 'i18next'
import type { Choices, ConflictRow } from '../../ui/dialogs/conflict-dialog.tsx'
import type { Content } from './content.ts'

const PLACES = EXAM_EYES.flatMap((eye) => INDICATOR_KEYS.map((indicator) => ({ eye, indicator })))
const keyOf = ({ eye, indicator }: (typeof PLACES)[number]) => `${indicator}.${eye}`

/** What the form and the stored record say differently. `began`: what the form began from. */
export function rowsOfConflict(
  t: TFunction<'eye-exams'>,
  mine: Content,
  stored: EyeExam,
  began: Content | undefined,
): ConflictRow[] {
  const rows = [
    {
      key: 'record_date',
      label: t('field.record_date'),
      of: (content: Content) => content.record_date,
    },
    ...PLACES.map((place) => ({
      key: keyOf(place),
      label: `${t(`eye.${place.eye}`)} ${t(`indicator.${place.indicator}`)}`,
      of: (content: Content) => enteredOf(content.entered, place.indicator, place.eye),
    })),
  ]
  return rows.flatMap(({ key, label, of }) => {
    const row = { key, label, mine: of(mine), stored: of(stored) }
    const untouched = began !== undefined && of(began) === row.mine
    return row.mine === row.stored
      ? []
      : [{ ...row, first: untouched ? 'stored' : 'mine' } as const]
  })
}

/** Each value as it was chosen. What both say alike needs no choice. */
export function merged(mine: Content, stored: EyeExam, choices: Choices): Content {
  const from = (key: string) => (choices[key] === 'stored' ? stored : mine)
  const entered: Entries = {}
  for (const place of PLACES) {
    const { eye, indicator } = place
    const entry = enteredOf(from(keyOf(place)).entered, indicator, eye)
    entered[indicator] = { ...entered[indicator], [eye]: entry }
  }
  return { record_date: from('record_date').record_date, entered }
}
