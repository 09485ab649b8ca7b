import { isElsewhere } from '../../lib/keys/use-keys.ts'
import { showWarning } from '../../lib/notices/notices.ts'
import type { Viewer } from '../../ui/eye-viewer/use-viewer.ts'
import { fellowOf, type StripImage } from './sitting/images.ts'

export interface Walk {
  images: readonly StripImage[]
  /** undefined while the pictures of the sitting come. */
  chosen: StripImage | undefined
  viewer: Viewer
  choose: (image: StripImage) => void
  /** Opens the field of an opinion that is still to come, or says in its place why there is none. */
  beginOpinion: () => void
}

interface WorkspaceKey {
  /** The text of the help. */
  shown: string
  /** Message key. */
  label: string
  keys: readonly string[]
  /** Returns the message key of why it could do nothing. */
  run: (walk: Walk) => string | undefined
}

const go = (image: StripImage | undefined, { choose }: Walk, otherwise: string) => {
  if (!image) return otherwise
  choose(image)
  return undefined
}
const beside = ({ images, chosen }: Walk, by: number) =>
  chosen && images[images.indexOf(chosen) + by]

/** The field of the opinion, from which the report is made. */
export const OPINION_ID = 'dx-opinion-text'
/** The field of an opinion whose result is still to come. */
export const EARLY_ID = 'dx-early-text'
/** The link to the comparison, where there was an earlier visit. */
export const COMPARE_ID = 'dx-compare'

export const WORKSPACE_KEYS: readonly WorkspaceKey[] = [
  {
    shown: 'n',
    label: 'keys.next',
    keys: ['n'],
    run: (walk) => go(beside(walk, 1), walk, 'keys.no_next'),
  },
  {
    shown: 'p',
    label: 'keys.previous',
    keys: ['p'],
    run: (walk) => go(beside(walk, -1), walk, 'keys.no_previous'),
  },
  {
    shown: 'e',
    label: 'keys.eye',
    keys: ['e'],
    run: (walk) => go(walk.chosen && fellowOf(walk.images, walk.chosen), walk, 'keys.no_eye'),
  },
  {
    shown: 'g',
    label: 'keys.report',
    keys: ['g'],
    run: ({ beginOpinion }) => {
      const field = document.getElementById(OPINION_ID) ?? document.getElementById(EARLY_ID)
      if (field) field.focus()
      else beginOpinion()
      return undefined
    },
  },
  {
    shown: 'c',
    label: 'keys.compare',
    keys: ['c'],
    run: () => {
      const link = document.getElementById(COMPARE_ID)
      if (!link) return 'keys.no_compare'
      link.click()
      return undefined
    },
  },
  {
    shown: '?',
    label: 'keys.help',
    keys: ['?'],
    run: ({ viewer }) => {
      viewer.change({ help: true })
      return undefined
    },
  },
]

/** Carries out a key anywhere on the page, except while somebody types or a dialog is open. */
export function pressInWorkspace(
  event: KeyboardEvent,
  walk: Walk,
  say: (key: string) => string,
): void {
  if (isElsewhere(event)) return
  const meant = WORKSPACE_KEYS.find(({ keys }) => keys.includes(event.key))
  if (!meant) return
  event.preventDefault()
  const why = meant.run(walk)
  if (why !== undefined) showWarning(say(why))
}
