import sharp, { type Sharp } from 'sharp'
import { lightTurned } from '../colour.ts'
import type { Picture } from '../image.ts'

/** A picture that is made of photographs: `one`, and `other` of another eye. */
export type Made = (one: Picture, other: Picture) => Promise<Picture>

const rawOf = ({ width, height, rgb }: Picture): Sharp =>
  sharp(rgb, { raw: { width, height, channels: 3 } })

async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgb: new Uint8Array(data) }
}

/** Photographs on a canvas: each at its place with its width, px. */
export async function canvas(
  size: { width: number; height: number },
  ground: string,
  parts: readonly { of: Picture; left: number; top: number; width: number; blend?: 'lighten' }[],
  svg = '',
): Promise<Picture> {
  const placed = await Promise.all(
    parts.map(async ({ of, width, blend, ...at }) => ({
      ...at,
      blend: blend ?? ('over' as const),
      input: await rawOf(of).resize(width).png().toBuffer(),
    })),
  )
  const drawn = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${svg}</svg>`,
  )
  const made = await sharp({ create: { ...size, channels: 3, background: ground } })
    .composite([...placed, { input: drawn, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return pictureOf(sharp(made))
}

const heightOf = ({ width, height }: Picture, at: number) => Math.round((at * height) / width)

function mapped(
  { width, height, rgb }: Picture,
  of: (r: number, g: number, b: number) => number[],
) {
  const out = new Uint8Array(rgb.length)
  for (let i = 0; i < out.length; i += 3)
    out.set(of(rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0).map(Math.round), i)
  return { width, height, rgb: out }
}

const text = (x: number, y: number, words: string, fill = '#222') =>
  `<text x="${x}" y="${y}" font-size="16" fill="${fill}">${words}</text>`

/** The middle of a photograph without its dark edge. */
async function inner(picture: Picture): Promise<Picture> {
  const side = Math.round(0.55 * Math.min(picture.width, picture.height))
  const [left, top] = [picture.width - side, picture.height - side].map((at) => Math.round(at / 2))
  return pictureOf(
    rawOf(picture).extract({ left: left ?? 0, top: top ?? 0, width: side, height: side }),
  )
}

/** Pictures of more than one field. */
export const SEVERAL: Record<string, Made> = {
  'two eyes beside each other': (one, other) => {
    const height = Math.max(heightOf(one, 600), heightOf(other, 600))
    return canvas({ width: 1200, height }, '#000', [
      { of: one, left: 0, top: 0, width: 600 },
      { of: other, left: 600, top: 0, width: 600 },
    ])
  },
  'two eyes on white': (one, other) =>
    canvas({ width: 1300, height: heightOf(one, 600) + heightOf(other, 600) + 60 }, '#fff', [
      { of: one, left: 20, top: 20, width: 600 },
      { of: other, left: 680, top: heightOf(one, 600), width: 600 },
    ]),
  'one below the other': (one, other) =>
    canvas({ width: 600, height: heightOf(one, 600) + heightOf(other, 600) }, '#000', [
      { of: one, left: 0, top: 0, width: 600 },
      { of: other, left: 0, top: heightOf(one, 600), width: 600 },
    ]),
  'four fields': (one, other) => {
    const height = Math.max(heightOf(one, 500), heightOf(other, 500))
    return canvas({ width: 1000, height: 2 * height }, '#000', [
      { of: one, left: 0, top: 0, width: 500 },
      { of: other, left: 500, top: 0, width: 500 },
      { of: other, left: 0, top: height, width: 500 },
      { of: one, left: 500, top: height, width: 500 },
    ])
  },
  montage: (one, other) => {
    const height = Math.max(heightOf(one, 700), heightOf(other, 700)) + 160
    return canvas({ width: 1000, height }, '#000', [
      { of: one, left: 0, top: 0, width: 700 },
      { of: other, left: 300, top: 160, width: 700, blend: 'lighten' },
    ])
  },
  'three in a row': (one, other) => {
    const height = Math.min(heightOf(one, 600), heightOf(other, 600))
    return canvas({ width: 1800, height }, '#000', [
      { of: one, left: 0, top: 0, width: 600 },
      { of: other, left: 600, top: 0, width: 600 },
      { of: one, left: 1200, top: 0, width: 600 },
    ])
  },
  'crops of two eyes, one below the other': async (one, other) => {
    const [upper, lower] = [await inner(one), await inner(other)]
    const height = heightOf(upper, 600)
    return canvas({ width: 600, height: 2 * height }, '#000', [
      { of: upper, left: 0, top: 0, width: 600 },
      { of: lower, left: 0, top: height, width: 600 },
    ])
  },
  'stereo pair of crops': async (picture) => {
    const [left, right] = [await inner(picture), await inner(picture)]
    const height = heightOf(left, 500)
    return canvas({ width: 1000, height }, '#000', [
      { of: left, left: 0, top: 0, width: 500 },
      { of: right, left: 500, top: 0, width: 500 },
    ])
  },
}

/** Pictures of one field with other things around it. */
export const SURROUNDED: Record<string, Made> = {
  'screen of a program': (picture) =>
    canvas(
      { width: 1280, height: heightOf(picture, 900) + 120 },
      '#3a3d42',
      [{ of: picture, left: 300, top: 80, width: 900 }],
      `<rect width="1280" height="60" fill="#dfe3e8"/><rect y="60" width="260" height="2000" fill="#f4f5f7"/>${text(20, 36, 'File  Edit  View')}${text(20, 120, 'OD 2026-01-02')}`,
    ),
  'page of a report': (picture) =>
    canvas(
      { width: 1000, height: heightOf(picture, 700) + 500 },
      '#fff',
      [{ of: picture, left: 150, top: 200, width: 700 }],
      Array.from({ length: 9 }, (_, row) =>
        text(
          80,
          60 + 22 * row + (row > 5 ? heightOf(picture, 700) + 180 : 0),
          'Report of the eye, visual acuity 0.8, no complaint',
        ),
      ).join(''),
    ),
  'a field with thumbnails': (one, other) =>
    canvas({ width: 1000, height: heightOf(one, 760) }, '#000', [
      { of: one, left: 0, top: 0, width: 760 },
      ...[0, 1, 2].map((at) => ({ of: other, left: 790, top: 20 + at * 180, width: 180 })),
    ]),
}

/** A photograph in a thin light frame, which programs draw around what they export. */
export const framed = (picture: Picture, breadth = 5): Promise<Picture> =>
  canvas({ width: 900 + 2 * breadth, height: heightOf(picture, 900) + 2 * breadth }, '#fff', [
    { of: picture, left: breadth, top: breadth, width: 900 },
  ])

/** As a JPEG of this quality. */
export async function compressed(picture: Picture, quality: number): Promise<Picture> {
  return pictureOf(sharp(await rawOf(picture).jpeg({ quality }).toBuffer()))
}

const lightOf = (r: number, g: number, b: number) => 0.3 * r + 0.59 * g + 0.11 * b

/** In the colours of old prints. */
export const TINTED: Record<string, (picture: Picture) => Picture> = {
  'in the sepia of a program': (picture) =>
    mapped(picture, (r, g, b) =>
      [
        0.393 * r + 0.769 * g + 0.189 * b,
        0.349 * r + 0.686 * g + 0.168 * b,
        0.272 * r + 0.534 * g + 0.131 * b,
      ].map((value) => Math.min(255, value)),
    ),
  'in a pale sepia': (picture) =>
    mapped(picture, (r, g, b) => [1, 0.92, 0.8].map((ink) => ink * lightOf(r, g, b))),
  'in two inks': (picture) =>
    mapped(picture, (r, g, b) => {
      const light = lightOf(r, g, b) / 255
      return [255 * Math.min(1, 1.5 * light), 255 * 0.9 * light, 255 * 0.7 * light ** 2]
    }),
}

/** In one hue, with the light that it had. */
function inOneHue(picture: Picture, hue: number, saturation: number): Picture {
  return mapped(picture, (r, g, b) => {
    const light = (0.299 * r + 0.587 * g + 0.114 * b) / 255
    const reach = saturation * Math.min(light, 1 - light)
    return [0, 8, 4].map((turn) => {
      const k = (turn + hue / 30) % 12
      return 255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    })
  })
}

/** With this share of its distance from grey. */
const faded = (picture: Picture, share: number) =>
  mapped(picture, (...channels) => {
    const [r, g, b] = channels
    const grey = 0.3 * r + 0.59 * g + 0.11 * b
    return channels.map((value) => grey + share * (value - grey))
  })

const inSteps = (picture: Picture, count: number) =>
  mapped(picture, (...channels) =>
    channels.map((value) => (Math.round((value / 255) * (count - 1)) * 255) / (count - 1)),
  )

/** The nearest of these to each pixel. */
const SIX = [
  ...[
    [0, 0, 0],
    [90, 20, 35],
    [130, 70, 15],
    [165, 70, 55],
    [205, 125, 55],
    [245, 205, 150],
  ],
]
const inSix = (picture: Picture) =>
  mapped(picture, (...channels) => {
    const far = (colour: number[]) =>
      channels.reduce((sum, value, c) => sum + (value - (colour[c] ?? 0)) ** 2, 0)
    return SIX.reduce((best, colour) => (far(colour) < far(best) ? colour : best))
  })

/** One photograph in so few colours that small lesions are lost. */
export const POSTERISED: Record<string, (picture: Picture) => Picture> = {
  'in six colours': inSix,
  'in four levels of each channel': (picture) => inSteps(picture, 4),
  'in eight levels of each channel': (picture) => inSteps(picture, 8),
}

/** A field with a dark grey thing below, as tall as `share` of it. */
const above = (picture: Picture, share: number, svg: (top: number, height: number) => string) => {
  const top = heightOf(picture, 900) + 12
  const height = Math.round(share * top)
  const size = { width: 900, height: top + height }
  return canvas(size, '#000', [{ of: picture, left: 0, top: 0, width: 900 }], svg(top, height))
}

/** Fields above something that is hardly lighter than the mask. */
export const ABOVE_DARK: Record<string, Made> = {
  'above a dark grey rectangle': (picture) =>
    above(
      picture,
      0.4,
      (top, height) => `<rect y="${top}" width="900" height="${height}" fill="#242424"/>`,
    ),
  'above a low dark panel': (picture) =>
    above(
      picture,
      0.15,
      (top, height) => `<rect y="${top}" width="900" height="${height}" fill="#1e1e1e"/>`,
    ),
  'above a dark section of a scan': (picture) =>
    above(picture, 0.45, (top, height) =>
      [0.35, 0.42, 0.5, 0.58, 0.66, 0.72]
        .map((share, at) => {
          const y = top + share * height
          const grey = 18 + 6 * (at % 4)
          return `<path d="M0 ${y} Q450 ${y + 30} 900 ${y}" stroke="rgb(${grey},${grey},${grey})" stroke-width="${0.11 * height}" fill="none"/>`
        })
        .join(''),
    ),
}

/** One photograph in other colours than those of its kind. */
export const RECOLOURED: Record<string, (picture: Picture) => Picture> = {
  'red and blue exchanged': (picture) => mapped(picture, (r, g, b) => [b, g, r]),
  'red and green exchanged': (picture) => mapped(picture, (r, g, b) => [g, r, b]),
  'green and blue exchanged': (picture) => mapped(picture, (r, g, b) => [r, b, g]),
  negative: (picture) => mapped(picture, (r, g, b) => [255 - r, 255 - g, 255 - b]),
  'negative with a black mask': (picture) =>
    mapped(picture, (r, g, b) =>
      Math.max(r, g, b) < 12 ? [0, 0, 0] : [255 - r, 255 - g, 255 - b],
    ),
  'red-free, grey': (picture) => mapped(picture, (_, g) => [g, g, g]),
  'red-free, green': (picture) => mapped(picture, (_, g) => [0.1 * g, g, 0.15 * g]),
  infrared: (picture) => mapped(picture, (r) => [r, r, r]),
  'stored as grey': (picture) =>
    mapped(picture, (r, g, b) =>
      Array.from({ length: 3 }, () => 0.299 * r + 0.587 * g + 0.114 * b),
    ),
  'sepia tint': (picture) => mapped(picture, (_, g) => [g, 0.85 * g, 0.6 * g]),
  'in one pale hue': (picture) => inOneHue(picture, 40, 0.15),
  'in one strong hue': (picture) => inOneHue(picture, 40, 0.5),
  faded: (picture) => faded(picture, 0.13),
  'angiogram-like': (picture) =>
    mapped(picture, (r, g, b) =>
      Math.max(r, g, b) < 12
        ? [0, 0, 0]
        : Array.from({ length: 3 }, () => Math.max(0, 230 - 1.6 * g)),
    ),
  'light and dark turned alone': (picture) => lightTurned(picture),
  'light and dark turned alone behind a black mask': (picture) => {
    const turned = lightTurned(picture)
    const rgb = turned.rgb.map((value, i) => {
      const at = i - (i % 3)
      return Math.max(...picture.rgb.subarray(at, at + 3)) < 12 ? 0 : value
    })
    return { ...turned, rgb }
  },
  'negative in grey': (picture) => mapped(picture, (_, g) => [255 - g, 255 - g, 255 - g]),
}

/** Four pictures on one, `gap` px apart, each with half the longer side of 600 px. */
export const fourOf = (one: Picture, other: Picture, gap: number): Promise<Picture> =>
  canvas({ width: 600 + gap, height: 600 + gap }, '#000', [
    { of: one, left: 0, top: 0, width: 300 },
    { of: other, left: 300 + gap, top: 0, width: 300 },
    { of: other, left: 0, top: 300 + gap, width: 300 },
    { of: one, left: 300 + gap, top: 300 + gap, width: 300 },
  ])

/** Two pictures beside each other or one below the other, each as large as the first, `gap` px apart. */
export async function beside(
  one: Picture,
  other: Picture,
  { gap = 0, ground = '#000', below = false } = {},
): Promise<Picture> {
  const [width, height] = [one.width, one.height]
  const size = { width: below ? width : 2 * width + gap, height: below ? 2 * height + gap : height }
  const at = below ? { left: 0, top: height + gap } : { left: width + gap, top: 0 }
  const fitted = await pictureOf(rawOf(other).resize(width, height, { fit: 'fill' }))
  return canvas(size, ground, [
    { of: one, left: 0, top: 0, width },
    { of: fitted, ...at, width },
  ])
}

/** What an OCT device shows besides a flow image, made of one or drawn. */
export const OTHER_OCT: Record<string, Made> = {
  'flow image in false colours': (scan) =>
    Promise.resolve(
      mapped(scan, (grey) => [
        Math.max(0, 2 * grey - 255),
        255 - Math.abs(2 * grey - 255),
        Math.max(0, 255 - 2 * grey),
      ]),
    ),
  'thickness map': () =>
    canvas(
      { width: 600, height: 600 },
      '#1a3cff',
      [],
      ['#19c8ff', '#35ff6b', '#ffe52e', '#ff3a1f', '#ffe52e', '#35ff6b']
        .map((fill, at) => `<circle cx="300" cy="300" r="${270 - 42 * at}" fill="${fill}"/>`)
        .join(''),
    ),
  section: () =>
    canvas(
      { width: 900, height: 400 },
      '#0a0a0a',
      [],
      [150, 175, 205, 230, 262, 280]
        .map(
          (y, at) =>
            `<path d="M0 ${y} Q450 ${y + 60} 900 ${y}" stroke-width="${6 + 3 * at}" stroke="#${'96c4b8'.slice(at, at + 1).repeat(6)}" fill="none"/>`,
        )
        .join(''),
    ),
  'page of a report': (scan) =>
    canvas(
      { width: 900, height: 1200 },
      '#fff',
      [{ of: scan, left: 60, top: 160, width: 360 }],
      text(60, 60, 'OCTA report OD') + text(480, 300, 'FAZ 0.31 mm2, density 47 %'),
    ),
}
