import { archiveEntry, findingText, type ModalityKey } from '@mingmou/contract'
import { z } from 'zod/mini'
import { language } from '../../lib/texts/i18n.ts'
import { datasetOf } from './queries.ts'

const YES_NO = ['yes', 'no'] as const
const choices = (keys: readonly string[], label: (key: string) => string) =>
  Object.fromEntries(keys.map((key) => [key, label(key)]))

export function galleryFields(t: (key: string) => string, key: ModalityKey) {
  const dataset = datasetOf(key)
  const { devices, fields } = archiveEntry(dataset.key).archive
  const facet = (name: string) => findingText(language(), `facet.${key}.${name}`)
  return [
    { name: 'start_date', label: t('field.start_date'), kind: 'date' as const },
    { name: 'end_date', label: t('field.end_date'), kind: 'date' as const },
    {
      name: 'collect_device',
      label: t('field.collect_device'),
      choices: choices(devices, (device) => device),
    },
    // Where a sitting must have a type, photographs are told apart by it.
    ...(fields['img_type'] && !z.safeParse(fields['img_type'], undefined).success
      ? [
          {
            name: 'img_type',
            label: t('field.img_type'),
            choices: choices(['1', '2'], (type) => t(`img_type.${type}`)),
          },
        ]
      : []),
    {
      name: 'analysed',
      label: t('field.analysed'),
      choices: choices(YES_NO, (answer) => t(`analysed.${answer}`)),
    },
    {
      name: 'gradable',
      label: t('field.gradable'),
      choices: choices(YES_NO, (answer) => t(`gradable.${answer}`)),
    },
    {
      name: 'facet',
      label: t('field.facet'),
      choices: choices(Object.keys(dataset.facets), facet),
    },
  ]
}
