/** Parts of the analysis that tests and measurements of other packages look at one by one. */
export { checkFile } from '../check/file.ts'
export { findField } from '../field.ts'
export { holdsOf } from '../fundus/contents/contents.ts'
export { fieldColours } from '../fundus/contents/around.ts'
export { blobsOf } from '../geometry/blobs.ts'
export { decode, encodeGrey } from '../image.ts'
export { smallPicture } from '../tiles.ts'
