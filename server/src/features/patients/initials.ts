import { pinyin } from 'pinyin-pro'

/** The first letter of each Chinese character's pinyin. A surname is read as one: 单 is shan. */
export const initialsOf = (name: string): string =>
  pinyin(name, {
    pattern: 'first',
    surname: 'head',
    toneType: 'none',
    nonZh: 'removed',
    type: 'array',
  }).join('')
