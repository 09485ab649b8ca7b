import { loadAllModels, type Models, type NamedMap, type Ready } from '@mingmou/analysis'
import { MODELS_OF_ALL, sha256, THREADS } from '@mingmou/analysis/testing/files'

let loading: Promise<Models> | undefined

/** The models of every modality, loaded once for all test files of this process. */
export function sharedModels(): Promise<Models> {
  return (loading ??= loadAllModels(MODELS_OF_ALL, THREADS))
}

let remembering: Promise<Models> | undefined

/**
 * The same models, which answer for the same image at once, without stages, when they are asked
 * again. For tests of what follows from an analysis, not of the analysis itself.
 */
export function rememberingModels(): Promise<Models> {
  return (remembering ??= newlyRememberingModels())
}

/** The same for one file, which sees the first analysis of each image through its stages. */
export async function newlyRememberingModels(): Promise<Models> {
  const models = Object.entries(await sharedModels())
  return Object.fromEntries(models.map(([key, ready]) => [key, remembered(ready)])) as Models
}

function remembered(ready: Ready): Ready {
  const answers = new Map<string, ReturnType<Ready['analyse']>>()
  return {
    ...ready,
    analyse: async (bytes, known = {}, watch = {}) => {
      if (known.drawn) return ready.analyse(bytes, known, watch)
      const key = `${sha256(bytes)} ${JSON.stringify(known)}`
      const answer = answers.get(key) ?? ready.analyse(bytes, known, watch).then(encodedOnce)
      answers.set(key, answer)
      try {
        const { findings, ...maps } = await answer
        return { findings: structuredClone(findings), ...maps }
      } catch (fault) {
        // It may have been called off.
        answers.delete(key)
        throw fault
      }
    },
  }
}

type Answer = Awaited<ReturnType<Ready['analyse']>>

/** Each map is drawn for one width once. */
function encodedOnce({ findings, maps, shown }: Answer): Answer {
  const once = ({ name, encode }: NamedMap): NamedMap => {
    const drawn = new Map<number | undefined, Promise<Buffer>>()
    return {
      name,
      encode: (maxWidth) => {
        const png = drawn.get(maxWidth) ?? encode(maxWidth)
        drawn.set(maxWidth, png)
        return png
      },
    }
  }
  return { findings, maps: maps.map(once), shown: shown.map(once) }
}
