/**
 * Writes training/annotations/fields.csv: `npx tsx scripts/fields.ts [EYE_DATA]`. It holds the
 * field of view of every photograph below EYE_DATA/fundus. The product's own code finds it, so that
 * the networks learn from the same crops. Pictures that are no photographs are left out. Centre and diameter are those of the circle, x to height
 * is the box of the visible part, all px. outline is 0 where no dark surround was found.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findField } from '../analysis/src/field.ts'
import { decode } from '../analysis/src/image.ts'

const ROOT = resolve(import.meta.dirname, '..')
const DATA = process.argv[2] ?? process.env['EYE_DATA'] ?? join(ROOT, '../shared/data')

/** No field of view can be found in these: high-pass filtered, or squares around the disc; or points alone of photographs of another set. */
const LEFT_OUT = ['aptos224-filtered', 'rim-one', 'idrid-fovea']

const rows = ['set,name,centre_x,centre_y,diameter,x,y,width,height,outline']
for (const set of (await readdir(join(DATA, 'fundus'))).sort()) {
  if (LEFT_OUT.includes(set)) continue
  const folder = join(DATA, 'fundus', set, 'images')
  for (const file of (await readdir(folder)).sort()) {
    const { centre, diameter, box, outline } = findField(
      await decode(await readFile(join(folder, file))),
    )
    const circle = [centre[0], centre[1], diameter].map((value) => value.toFixed(1))
    const visible = [box.x, box.y, box.width, box.height]
    rows.push(
      [set, file.replace(/\.\w+$/, ''), ...circle, ...visible, outline.toFixed(2)].join(','),
    )
  }
}
await writeFile(join(ROOT, 'training/annotations/fields.csv'), `${rows.join('\n')}\n`)
