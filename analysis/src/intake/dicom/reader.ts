import type { Element } from 'dicom-parser'
import { dataSet } from './set.ts'
import { ImageRefused } from '../refused.ts'

export interface Coding {
  /** VRs stand in the elements. */
  explicit: boolean
  little: boolean
}

/** So many elements a file has at most, those of its sequences among them. */
const MOST_ELEMENTS = 100_000
/** How deep sequences lie in each other. */
const MOST_DEEP = 16

/** VRs with a length of four bytes (PS3.5 7.1.2). */
const LONG = new Set([
  ...['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'],
])
const UNDEFINED = 0xffffffff
const ITEM = 0xfffee000
const ITEM_END = 0xfffee00d
const SEQUENCE_END = 0xfffee0dd
/** Float, double and other pixels: the last element that is read. */
const PIXELS = [0x7fe00008, 0x7fe00009, 0x7fe00010]

/** The items of encapsulated pixels hold no elements. */
const isPieces = ({ vr, tag }: Element) => vr === 'OB' || vr === 'OW' || tag === 'x7fe00010'

interface Found {
  elements: Record<string, Element>
  end: number
}

/** Reads elements by their headers alone. The values stay where they are. */
export class DicomReader {
  readonly #bytes: Buffer
  readonly #coding: Coding
  #left = MOST_ELEMENTS

  constructor(bytes: Buffer, coding: Coding) {
    this.#bytes = bytes
    this.#coding = coding
  }

  /** Elements from `at` on: of one group alone, or to the pixels, the end of the item, the end. */
  elements(at: number, to: number, only: { group?: number; deep?: number } = {}): Found {
    const elements: Record<string, Element> = {}
    const { group, deep = 0 } = only
    while (at + 8 <= to) {
      const tag = this.#tag(at)
      if (group !== undefined && tag >>> 16 !== group) break
      if (tag === ITEM_END || tag === SEQUENCE_END) return { elements, end: at + 8 }
      if (--this.#left < 0) throw new ImageRefused('image_damaged')
      const element = this.#header(at, tag)
      elements[element.tag] ??= element
      if (PIXELS.includes(tag) && deep === 0) break
      at = this.#behind(element, to, deep)
    }
    const rest = deep === 0 && at < to && at + 8 > to ? this.#bytes.subarray(at, to) : null
    if (rest?.some((byte) => byte !== 0)) throw new ImageRefused('image_cut')
    return { elements, end: at }
  }

  #tag(at: number): number {
    const { little } = this.#coding
    const of = (place: number) =>
      little ? this.#bytes.readUInt16LE(place) : this.#bytes.readUInt16BE(place)
    return ((of(at) << 16) | of(at + 2)) >>> 0
  }

  #long = (at: number) =>
    this.#coding.little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at)

  #header(at: number, tag: number): Element {
    const name = `x${tag.toString(16).padStart(8, '0')}`
    const vr = this.#bytes.toString('latin1', at + 4, at + 6)
    // Some writers leave the VR out of single elements.
    const isExplicit = this.#coding.explicit && /^[A-Z]{2}$/.test(vr)
    const isLong = isExplicit && LONG.has(vr)
    if (isLong && at + 12 > this.#bytes.length) throw new ImageRefused('image_cut')
    const short = () =>
      this.#coding.little ? this.#bytes.readUInt16LE(at + 6) : this.#bytes.readUInt16BE(at + 6)
    const length = isLong ? this.#long(at + 8) : isExplicit ? short() : this.#long(at + 4)
    const dataOffset = at + (isLong ? 12 : 8)
    return {
      tag: name,
      ...(isExplicit && { vr }),
      length,
      dataOffset,
      ...(length === UNDEFINED && { hadUndefinedLength: true }),
    }
  }

  /** Where the next element begins. Items of a sequence are read on the way. */
  #behind(element: Element, to: number, deep: number): number {
    const { dataOffset, length, vr } = element
    if (length === UNDEFINED) return this.#items(element, to, deep)
    const end = dataOffset + length
    if (end > to) throw new ImageRefused('image_cut')
    const begins = length >= 8 && this.#tag(dataOffset) === ITEM
    if (begins && (vr === 'SQ' || vr === undefined)) this.#items(element, end, deep)
    return end
  }

  #items(element: Element, to: number, deep: number): number {
    if (deep >= MOST_DEEP) throw new ImageRefused('image_damaged')
    const items: Element[] = []
    let at = element.dataOffset
    while (at + 8 <= to) {
      const tag = this.#tag(at)
      const length = this.#long(at + 4)
      at += 8
      if (tag === SEQUENCE_END) break
      if (tag !== ITEM || --this.#left < 0) throw new ImageRefused('image_damaged')
      const end = length === UNDEFINED ? to : at + length
      if (end > to) throw new ImageRefused('image_cut')
      if (isPieces(element)) {
        at = end
        continue
      }
      const found = this.elements(at, end, { deep: deep + 1 })
      items.push({
        tag: 'xfffee000',
        length: found.end - at,
        dataOffset: at,
        dataSet: dataSet(this.#coding.little, this.#bytes, found.elements),
      })
      at = length === UNDEFINED ? found.end : end
    }
    element.items = items
    return at
  }
}
