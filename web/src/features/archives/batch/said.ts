import { CardNumber, PastDate, PersonName } from '@mingmou/contract'

interface Said {
  number: string
  name: string
  birthday: string
  gender?: 1 | 2 | null | undefined
}

/** What all of the files say alike of their patient, as far as a record may hold it. */
export function prefilled(files: readonly Said[]) {
  const said = (part: 'number' | 'name' | 'birthday') => {
    const [value = '', ...others] = new Set(files.map((file) => file[part]))
    return others.length > 0 ? '' : value
  }
  const [gender, ...others] = new Set(files.map((file) => file.gender ?? null))
  return {
    name: PersonName.safeParse(said('name')).data,
    ad_card_number: CardNumber.safeParse(said('number')).data,
    birthday: PastDate.safeParse(said('birthday')).data,
    gender: others.length > 0 ? undefined : (gender ?? undefined),
  }
}
