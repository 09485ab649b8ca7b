import { expect, test } from 'vitest'
import { wholeFiles } from '../testing/fuzz-files.ts'
import { tryFiles } from '../testing/fuzz-run.ts'
import { ImageRefused, openImage } from './index.ts'

test('files whose bytes were changed at random are read or refused, and nothing else', async () => {
  const { read, refused, faults } = await tryFiles({ seed: 35, count: 700 })
  expect(faults).toEqual([])
  // Neither all nor none: the files are like those of people.
  expect(read).toBeGreaterThan(50)
  expect([...refused.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(50)
})

test('the same files unchanged are read, or refused by their kind', async () => {
  for (const [name, bytes] of Object.entries(await wholeFiles())) {
    const answer = await openImage(bytes).catch((error: unknown) => error)
    expect([name, answer instanceof ImageRefused || typeof answer]).toEqual([
      name,
      expect.toBeOneOf([true, 'object']),
    ])
    if (/^(jpeg|png|tiff|webp|bmp|DICOM)/.test(name))
      expect(answer).not.toBeInstanceOf(ImageRefused)
  }
})
