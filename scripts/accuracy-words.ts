import type { Figure } from '../analysis/src/cards.ts'

/**
 * What a figure means for a patient, in plain words. Every number in the words is computed from the
 * figure, so that words and figure cannot differ.
 */

export interface Both {
  zh: string
  en: string
}
export type Means = (figure: Figure) => Both

const both = (zh: string, en: string): Both => ({ zh, en })
const END = both('', '')
/** Below this number of cases the words say how few they were. */
const FEW = 20

/** A figure with one value. Figures of several have no words. */
function valueOf({ name, value }: Figure): number {
  if (Array.isArray(value)) throw new Error(`${name}: several values have no one meaning`)
  return value
}

/** Parts of a hundred. What is not nothing or all is not rounded to it. */
function ofHundred(share: number): string {
  const parts = Math.round(share * 100)
  if (share > 0 && parts === 0) return '0.5'
  return share < 1 && parts === 100 ? '99.5' : String(parts)
}
const rest = (share: number) => String(100 - Number(ofHundred(share)))

function sureness({ interval95, n }: Figure): Both {
  const few = n < FEW ? both(`只测了${n}例。`, ` Only ${n} were measured.`) : END
  if (!interval95) return few
  const [low, high] = interval95.map(ofHundred)
  return both(
    `95%区间为每100中${low}至${high}。${few.zh}`,
    ` The 95 % interval is ${low} to ${high} of 100.${few.en}`,
  )
}

const told = (figure: Figure, words: Both, so: Both): Both => {
  const sure = sureness(figure)
  const last = so.en ? ` ${so.en}` : ''
  return both(`${words.zh}${sure.zh}${so.zh}`, `${words.en}${sure.en}${last}`)
}

/** A share: this part of a hundred is `yes`, the others are `no`. `so`: what follows for the patient. */
export const share =
  (of: Both, yes: Both, no: Both, so: Both = END): Means =>
  (figure) => {
    const value = valueOf(figure)
    const [part, other] = [ofHundred(value), rest(value)]
    const words = both(
      `每100${of.zh}中，约${part}${yes.zh}，约${other}${no.zh}。`,
      `Of 100 ${of.en}, about ${part} ${yes.en} and about ${other} ${no.en}.`,
    )
    return told(
      figure,
      value === 0 ? none(figure, of, yes) : value === 1 ? without(figure, of, yes) : words,
      so,
    )
  }

/** Where all of those measured went one way, nothing is said of a hundred. */
const without = ({ n }: Figure, of: Both, all: Both) =>
  both(
    `所测的${n}${of.zh}中，${n}${all.zh}，无一例外。`,
    `Of the ${n} ${of.en} measured, ${n} ${all.en}, without exception.`,
  )

const none = ({ n }: Figure, of: Both, yes: Both) =>
  both(`所测的${n}${of.zh}中，没有一${yes.zh}。`, `Of the ${n} ${of.en} measured, none ${yes.en}.`)

/** A Dice coefficient. `rests`: what is measured on the outline. */
export const overlap =
  (what: Both, rests: Both): Means =>
  (figure) => {
    const [part, other] = [ofHundred(valueOf(figure)), rest(valueOf(figure))]
    return told(
      figure,
      both(
        `程序与人工标出的${what.zh}合计，每100份面积约${part}份彼此重合，约${other}份不重合。`,
        `Of 100 parts of ${what.en} drawn by program and truth together, about ${part} agree and about ${other} do not.`,
      ),
      both(`误差会带入${rests.zh}。`, `The error goes on into ${rests.en}.`),
    )
  }

/** The area under precision-recall: the share of called pixels that is right, as a mean over all cuts. */
export const precision =
  (what: Both): Means =>
  (figure) => {
    const [part, other] = [ofHundred(valueOf(figure)), rest(valueOf(figure))]
    return told(
      figure,
      both(
        `在各个检出水平上平均，每标出100个像素，约${part}个属于${what.zh}，约${other}个不是。`,
        `Of 100 pixels called ${what.en}, the mean over all cuts, about ${part} are and about ${other} are not.`,
      ),
      both('标出之处须由医生核对。', 'A clinician checks what is marked.'),
    )
  }

/** The area under the curve: pairs put in the right order. */
export const order =
  (ill: Both, well: Both): Means =>
  (figure) => {
    const [part, other] = [ofHundred(valueOf(figure)), rest(valueOf(figure))]
    return told(
      figure,
      both(
        `任取一${ill.zh}与一${well.zh}，每100对中约${part}对次序正确，约${other}对颠倒（全凭猜测为50对）。`,
        `Of 100 pairs of ${ill.en} and ${well.en}, about ${part} are put in the right order and about ${other} in the wrong one (a guess: 50).`,
      ),
      END,
    )
  }

/** The specificity at a sensitivity that the figure's name says. */
export const spared =
  (ill: Both, well: Both): Means =>
  (figure) => {
    const found = Number(/sensitivity (0\.\d+)$/.exec(figure.name)?.[1])
    if (!found) throw new Error(`${figure.name}: names no sensitivity`)
    const [part, other] = [ofHundred(valueOf(figure)), rest(valueOf(figure))]
    return told(
      figure,
      both(
        `若要每100${ill.zh}找出${ofHundred(found)}张，则每100${well.zh}约${part}张不会被误报，约${other}张被误报。`,
        `Where ${ofHundred(found)} of 100 ${ill.en} are to be found, about ${part} of 100 ${well.en} are spared and about ${other} are flagged for nothing.`,
      ),
      END,
    )
  }

/** A relative error: how far off a true value of 100 is measured. */
export const off =
  (what: Both): Means =>
  (figure) => {
    const by = ofHundred(valueOf(figure))
    return told(
      figure,
      both(
        `${what.zh}的真实值为100时，测得值通常相差约${by}。`,
        `A true ${what.en} of 100 is usually measured about ${by} off.`,
      ),
      both('小于此的差别不能当作变化。', 'A smaller difference cannot be taken for a change.'),
    )
  }

/** An error in the unit of the measure. */
export const away =
  (what: Both, unit: Both, digits: number): Means =>
  (figure) => {
    const by = valueOf(figure).toFixed(digits)
    return told(
      figure,
      both(
        `${what.zh}平均相差约${by}${unit.zh}。`,
        `${what.en} is about ${by}${unit.en} off, on average.`,
      ),
      both('小于此的差别不能当作变化。', 'A smaller difference cannot be taken for a change.'),
    )
  }

/** A mean error with its sign. */
export const bias =
  (what: Both): Means =>
  (figure) => {
    const by = Math.abs(valueOf(figure)).toFixed(2)
    const side = valueOf(figure) < 0 ? both('偏小', 'too small') : both('偏大', 'too large')
    const words =
      Number(by) === 0
        ? both(
            `${what.zh}平均既不偏大也不偏小（相差约${by}）。`,
            `${what.en} is neither too large nor too small on average (about ${by} off).`,
          )
        : both(
            `${what.zh}平均${side.zh}约${by}。`,
            `${what.en} is about ${by} ${side.en} on average.`,
          )
    return told(figure, words, END)
  }

/** The expected calibration error. */
export const chance =
  (what: Both): Means =>
  (figure) => {
    const by = ofHundred(valueOf(figure))
    return told(
      figure,
      both(
        `所示的${what.zh}概率与实际比例平均相差约${by}个百分点。`,
        `The chance told of ${what.en} is about ${by} points off the share that has it, on average.`,
      ),
      END,
    )
  }
