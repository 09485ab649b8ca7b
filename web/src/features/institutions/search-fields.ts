import type { TFunction } from 'i18next'
import type { SearchField } from '../../ui/lists/list-search.tsx'

/** The filters that lists of institutions and of sign-ups share. */
export const searchFields = (t: TFunction<'institutions'>): SearchField[] => [
  { name: 'name', label: t('field.name'), max: 128 },
  { name: 'contact', label: t('field.contact'), max: 40 },
  { name: 'phone', label: t('field.phone'), max: 32 },
  { name: 'email', label: t('field.email'), max: 128 },
]
