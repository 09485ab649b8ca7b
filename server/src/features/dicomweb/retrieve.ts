import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Context } from '../../context.ts'
import { HttpProblem } from '../../http/problem.ts'
import { turnOf } from '../../http/turns.ts'
import { SYNTAX } from '../../platform/dicom/classes.ts'
import { multipart, type Part } from '../../platform/dicom/multipart.ts'
import { part10 } from '../../platform/dicom/part10.ts'
import { notThere, working, type Given } from './admit.ts'
import { queryOf } from './asked.ts'
import { answer } from './search.ts'
import { addressOf, metadataOf, opened, openStudy, type Opened } from './study.ts'

const PIXELS = '7FE00010'
const DOCUMENT = '00420011'

/** A browser may say it in the address (PS3.18 8.3.3.1). */
const acceptOf = (given: Given) =>
  (queryOf(given).get('accept') ?? given.request.headers.accept ?? '*/*').toLowerCase()
const unacceptable = (why: string) => new HttpProblem(406, 'not-acceptable', why)

/** The one instance of an address. */
async function only(ctx: Context, { caller, at }: Given): Promise<Opened> {
  const { study = '', series, instance } = at
  for await (const file of opened(await openStudy(ctx, caller, study), { series, instance }))
    return file
  throw notThere()
}

/** Files of a study, a series or one instance (PS3.18 10.4), each in the form in which it is stored. */
export async function retrieve(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { study = '', series, instance } = given.at
  const accept = acceptOf(given)
  const wanted = /transfer-syntax="?([\d.*]+)/.exec(accept)?.[1] ?? '*'
  const isWanted = ({ file }: Opened) => wanted === '*' || wanted === file.syntax
  if (
    instance !== undefined &&
    !accept.includes('multipart') &&
    accept.includes('application/dicom')
  ) {
    const single = await only(ctx, given)
    if (!isWanted(single)) throw unacceptable(`It is stored as ${single.file.syntax}`)
    return given.reply.type('application/dicom').send(part10(single.file))
  }
  const found = opened(await openStudy(ctx, given.caller, study), { series, instance })
  const first = await found.next()
  if (first.done === true) throw notThere()
  if (!isWanted(first.value)) throw unacceptable(`It is stored as ${first.value.file.syntax}`)
  const partOf = (opened: Opened): Part => ({
    type: `application/dicom; transfer-syntax=${opened.file.syntax}`,
    location: addressOf(base, study, opened),
    bytes: part10(opened.file),
  })
  const all = async function* (): AsyncGenerator<Part> {
    yield partOf(first.value)
    for (;;) {
      // The turn of the request is over: each file that follows waits for one of its own.
      const next = await working(() => found.next(), turnOf(given.caller))
      if (next.done === true) return
      yield partOf(next.value)
    }
  }
  return sendParts(given, 'application/dicom', all())
}

function sendParts({ reply }: Given, type: string, parts: AsyncIterable<Part> | Iterable<Part>) {
  const { type: whole, body } = multipart(type, parts)
  return reply.header('content-type', whole).send(Readable.from(body))
}

/** All that files say, without pixels and documents. */
export async function metadata(ctx: Context, base: string, given: Given): Promise<unknown> {
  const { study = '', series, instance } = given.at
  const found = []
  for await (const file of opened(await openStudy(ctx, given.caller, study), { series, instance }))
    found.push(metadataOf(base, study, file))
  if (found.length === 0) throw notThere()
  return answer(given, found)
}

const valueOf = ({ elements }: Opened, tag: string) =>
  elements.find((element) => element.tag === tag)

/** A JPEG as it is stored, or the pixels by rows: each picture has one frame. */
export async function frames(ctx: Context, given: Given): Promise<unknown> {
  const found = await only(ctx, given)
  const pixels = valueOf(found, PIXELS)
  if (!pixels || given.at.frame !== '1') throw notThere()
  const isJpeg = found.file.syntax === SYNTAX.jpegBaseline
  const accept = acceptOf(given)
  const asked = /type="?([\w./+*-]+)/.exec(accept)?.[1] ?? '*/*'
  // Viewers ask so for bytes of any form, and read which in the answer.
  const isAny = asked === 'application/octet-stream' && accept.includes('transfer-syntax=*')
  const type = isJpeg && !isAny ? 'image/jpeg' : 'application/octet-stream'
  if (![type, '*/*', isJpeg ? 'image/*' : 'application/*'].includes(asked))
    throw unacceptable(`The frame is ${type}`)
  const bytes = pixels.frame ?? pixels.value
  return sendParts(given, type, [{ type: `${type}; transfer-syntax=${found.file.syntax}`, bytes }])
}

/** A picture as browsers show it, and a report as its PDF. */
export async function rendered(ctx: Context, given: Given): Promise<unknown> {
  const found = await only(ctx, given)
  const { reply } = given
  const document = documentIn(found)
  if (document) return reply.type('application/pdf').send(document)
  const pixels = valueOf(found, PIXELS)
  if (!pixels) throw notThere()
  const asPng = acceptOf(given).includes('image/png')
  const [width, height] = (queryOf(given).get('viewport') ?? '').split(',').map(Number)
  const within = [width, height].every((side) => Number.isInteger(side) && Number(side) > 0)
  if (pixels.frame && !asPng && !within)
    return reply.type('image/jpeg').send(withoutPadding(pixels.frame))
  const image = pixels.frame ? sharp(pixels.frame) : sharp(pixels.value, { raw: shapeOf(found) })
  if (within)
    image.resize({
      width: Math.min(width ?? 1, 8192),
      height: Math.min(height ?? 1, 8192),
      fit: 'inside',
      withoutEnlargement: true,
    })
  const drawn = await (asPng ? image.png() : image.jpeg({ quality: 92 })).toBuffer()
  return reply.type(asPng ? 'image/png' : 'image/jpeg').send(drawn)
}

function shapeOf(opened: Opened): { width: number; height: number; channels: 1 | 3 } {
  const number = (tag: string) => valueOf(opened, tag)?.value.readUInt16LE(0) ?? 0
  const channels = number('00280002') === 1 ? 1 : 3
  return { width: number('00280011'), height: number('00280010'), channels }
}

/** A value of DICOM has an even length: a JPEG ends with its mark. */
const withoutPadding = (bytes: Buffer) =>
  bytes.at(-1) === 0 ? bytes.subarray(0, bytes.length - 1) : bytes

function documentIn(opened: Opened): Buffer | null {
  const document = valueOf(opened, DOCUMENT)
  const length = valueOf(opened, '00420015')?.value.readUInt32LE(0)
  return document ? document.value.subarray(0, length) : null
}

/** The small picture of the lists. */
export async function thumbnail(ctx: Context, given: Given): Promise<unknown> {
  const { study = '', instance } = given.at
  const { instances } = await openStudy(ctx, given.caller, study)
  const thumb = instances.find(({ uid }) => uid === instance)?.thumb
  if (!thumb) throw notThere()
  return given.reply.type('image/jpeg').send(await ctx.files.read(thumb))
}

/** What the metadata name by an address. */
export async function bulkData(ctx: Context, given: Given): Promise<unknown> {
  const found = await only(ctx, given)
  const tag = (given.at.tag ?? '').toUpperCase()
  const document = tag === DOCUMENT ? documentIn(found) : null
  const pixels = tag === PIXELS ? valueOf(found, PIXELS) : undefined
  const bytes = document ?? pixels?.frame ?? pixels?.value
  if (!bytes) throw notThere()
  const type = document
    ? 'application/pdf'
    : pixels?.frame
      ? 'image/jpeg'
      : 'application/octet-stream'
  if (acceptOf(given).includes('multipart')) return sendParts(given, type, [{ type, bytes }])
  return given.reply.type(type).send(bytes)
}
