import type { Language } from '../wire/constants.ts'
import { wordingIn, type Wording } from '../wire/wording.ts'
import { FUNDUS_NAMES } from './fundus/names.ts'
import type { ModalityKey } from '../wire/kinds.ts'
import type { KindNames } from './kind-names.ts'
import { OCTA_NAMES } from './octa/names.ts'
import { SURFACE_NAMES } from './surface/names.ts'

const KIND_NAMES: Readonly<Record<ModalityKey, KindNames>> = {
  fundus: FUNDUS_NAMES,
  surface: SURFACE_NAMES,
  octa: OCTA_NAMES,
}

/** One image of a kind, in words. */
export const imageName = (key: ModalityKey, language: Language): string =>
  wordingIn(KIND_NAMES[key].image, language)

/** What a file looks like, in a line. */
export const likeName = (key: ModalityKey, language: Language): string =>
  wordingIn(KIND_NAMES[key].like, language)

/** The images of a kind that a patient has, in words. */
export const imagesName = (key: ModalityKey, language: Language): string =>
  wordingIn(KIND_NAMES[key].images, language)

/** What a report of a kind is called. */
export const reportName = (key: ModalityKey, language: Language): string =>
  wordingIn(KIND_NAMES[key].report, language)

/** The words of the reasons that name a kind. */
export const kindReasons = (): Readonly<Record<`${'not' | 'seems'}_${ModalityKey}`, Wording>> =>
  Object.fromEntries(
    Object.entries(KIND_NAMES).flatMap(([key, { not, seems }]) => [
      [`not_${key}`, not],
      [`seems_${key}`, seems],
    ]),
  ) as Readonly<Record<`${'not' | 'seems'}_${ModalityKey}`, Wording>>

/** What a camera is told of an order of the kind. */
export const askedName = (key: ModalityKey): string => KIND_NAMES[key].asked

type Named = string | Wording | Readonly<{ [name: string]: Named }>
interface Worded {
  [name: string]: string | Worded
}

const isWording = (names: Named): names is Wording => Array.isArray(names)

const worded = (names: Readonly<{ [name: string]: Named }>, language: Language): Worded =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, named]) => {
      if (typeof named === 'string') return []
      return [[name, isWording(named) ? wordingIn(named, language) : worded(named, language)]]
    }),
  )

/** What pages call each kind, in one language. */
export const kindTexts = (language: Language): Worded =>
  Object.fromEntries(
    Object.entries(KIND_NAMES).map(([key, names]) => [key, worded({ ...names }, language)]),
  )
