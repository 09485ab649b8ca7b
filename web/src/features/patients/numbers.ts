import type { Identifier } from '@mingmou/contract'
import type { TFunction } from 'i18next'

/** The numbers of a patient besides the card number, as they are read; empty where there is none. */
export const numbersOf = (t: TFunction<'patients'>, all: readonly Identifier[]): string =>
  all
    .map(({ kind, value, issuer }) => {
      const said = issuer === '' ? value : t('identifier.from', { value, issuer })
      return `${t(`identifier.${kind}`)} ${said}`
    })
    .join(t('incomplete.comma'))
