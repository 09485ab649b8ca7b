import { isElsewhere } from '../../lib/keys/use-keys.ts'
import type { Viewer } from '../../ui/eye-viewer/viewer-state.ts'
import { fellowOf, type StripImage } from './sitting/images.ts'

interface Walk {
  images: readonly StripImage[]
  /** undefined while the pictures of the sitting come. */
  chosen: StripImage | undefined
  viewer: Viewer
  choose: (image: StripImage) => void
  /** Where the opinion of the sitting that the address names is still to come. */
  beginEarly: () => void
}

interface WorkspaceKey {
  /** The text of the help. */
  shown: string
  /** Message key. */
  label: string
  keys: readonly string[]
  run: (walk: Walk) => void
}

const step = ({ images, chosen, choose }: Walk, by: number) => {
  const next = chosen && images[images.indexOf(chosen) + by]
  if (next) choose(next)
}

/** The field of the opinion, from which the report is made. */
export const OPINION_ID = 'dx-opinion-text'
/** The link to the comparison, where there was an earlier visit. */
export const COMPARE_ID = 'dx-compare'

export const WORKSPACE_KEYS: readonly WorkspaceKey[] = [
  { shown: 'n', label: 'keys.next', keys: ['n'], run: (walk) => step(walk, 1) },
  { shown: 'p', label: 'keys.previous', keys: ['p'], run: (walk) => step(walk, -1) },
  {
    shown: 'e',
    label: 'keys.eye',
    keys: ['e'],
    run: ({ images, chosen, choose }) => {
      const fellow = chosen && fellowOf(images, chosen)
      if (fellow) choose(fellow)
    },
  },
  {
    shown: 'g',
    label: 'keys.report',
    keys: ['g'],
    run: ({ beginEarly }) => {
      const field = document.getElementById(OPINION_ID)
      if (field) field.focus()
      else beginEarly()
    },
  },
  {
    shown: 'c',
    label: 'keys.compare',
    keys: ['c'],
    run: () => document.getElementById(COMPARE_ID)?.click(),
  },
  {
    shown: '?',
    label: 'keys.help',
    keys: ['?'],
    run: ({ viewer }) => viewer.change({ help: true }),
  },
]

/** Carries out a key anywhere on the page, except while somebody types or a dialog is open. */
export function pressInWorkspace(event: KeyboardEvent, walk: Walk): void {
  if (isElsewhere(event)) return
  const meant = WORKSPACE_KEYS.find(({ keys }) => keys.includes(event.key))
  if (!meant) return
  event.preventDefault()
  meant.run(walk)
}
