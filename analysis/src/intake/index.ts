export { openImage, thumbnail, type OpenedImage } from './open.ts'
export { ImageRefused } from './refused.ts'
