/** Taking images in, without the networks: what the web process needs. */
export { openImage, thumbnail, type OpenedImage } from './open.ts'
export { ImageRefused } from './refused.ts'
