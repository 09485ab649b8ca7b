import type { Figure } from '@mingmou/contract'

/** A figure that tables show, and one without a table: a grade or a count. */
export const isMain = ({ group, rare, key }: Figure) =>
  rare !== true && (group !== null || !/\.(?:area|uncounted|quadrants)|^vessel\./.test(key))
