import { join } from 'node:path'
import type { Picture } from '../../src/image.ts'
import { secondCornea } from '../../src/surface/contents.ts'
import { loadModels, type Models } from '../../src/surface/models.ts'
import { seeEye } from '../../src/surface/see.ts'
import { EYE_DATA, MODELS_OF_ALL } from '../../src/testing/files.ts'
import { beside } from '../../src/testing/whole-pictures.ts'
import { ends, picturesOf, print } from '../told.ts'

/** Of a set, one photograph in this number is looked at. */
const EVERY = { panels: 1, sustech: 3 }

async function second(models: Models, pictures: readonly Picture[]): Promise<string> {
  const found: number[] = []
  for (const picture of pictures) found.push(secondCornea((await seeEye(models, picture)).cornea))
  return ends(found, [0, 0.1, 0.5, 0.9, 0.99, 1])
}

/** Single photographs, and two of them on one picture. */
export async function tellEyes(): Promise<void> {
  const models = await loadModels(join(MODELS_OF_ALL, 'surface'))
  print(
    'Second part of the cornea over the first: least, 10th, 50th, 90th, 99th percentile and most',
  )
  for (const [set, every] of Object.entries(EVERY)) {
    const eyes = await picturesOf(join(EYE_DATA, 'surface', set, 'images'), every)
    print(`${set}, single, ${eyes.length}: ${await second(models, eyes)}`)
    for (const below of [false, true]) {
      const pairs: Picture[] = []
      for (const [at, eye] of eyes.entries())
        if (at % 2 === 1) pairs.push(await beside(eyes[at - 1] ?? eye, eye, { below }))
      print(
        `${set}, two ${below ? 'below' : 'beside'} each other, ${pairs.length}: ${await second(models, pairs)}`,
      )
    }
  }
  await models.close()
}
