import { openImage } from '@mingmou/analysis'
import {
  decode,
  fieldColours,
  findField,
  holdsOf,
  smallPicture,
} from '@mingmou/analysis/testing/parts'
import { DRAWN } from './stages.ts'
import { spread } from './table.ts'

/** Processor time, which other work changes least, that the check of what is in a fundus photograph adds to its analysis, its field and its features at hand. */
export async function benchContents(times: number): Promise<Record<string, object>> {
  const drawn = await DRAWN['fundus photograph, 4288x2848'].draw()
  const picture = await decode((await openImage(drawn)).bytes)
  const field = findField(picture)
  const ms: number[] = []
  for (let index = 0; index <= times; index++) {
    const before = process.cpuUsage()
    const small = smallPicture(picture)
    fieldColours(small, field)
    holdsOf(small, field)
    const { user, system } = process.cpuUsage(before)
    if (index > 0) ms.push((user + system) / 1000)
  }
  return { 'what is in the picture': spread(ms) }
}
