import sharp from 'sharp'
import { randomFrom } from '../random.ts'

type Drawer = (random: () => number, size: number) => string

const WORDS = [
  '姓名',
  '性别',
  '眼压',
  '16 mmHg',
  '右眼',
  '左眼',
  'Report',
  'visual acuity',
  '0.8',
  '2026-03-14',
]

const colour = (random: () => number, hue: number, light = 50) =>
  `hsl(${(hue + 20 * random()).toFixed(0)} ${(50 + 45 * random()).toFixed(0)}% ${(light + 15 * random()).toFixed(0)}%)`
const some = (n: number, of: (at: number) => string) =>
  Array.from({ length: n }, (_, at) => of(at)).join('')
const pick = <T>(random: () => number, from: readonly [T, ...T[]]): T =>
  from[Math.floor(random() * from.length)] ?? from[0]
const backdrop = (fill: string) => `<rect width="100%" height="100%" fill="${fill}"/>`

function disc(random: () => number, size: number, shade: string, ground = '#000'): string {
  const r = (0.3 + 0.17 * random()) * size
  return `<defs><radialGradient id="g" cx="${0.3 + 0.4 * random()}" cy="${0.3 + 0.4 * random()}">${shade}</radialGradient></defs>
${backdrop(ground)}<circle cx="${size / 2}" cy="${size / 2}" r="${r}" fill="url(#g)"/>`
}
const stops = (...colours: string[]) =>
  colours
    .map(
      (colour, at) =>
        `<stop offset="${at / Math.max(1, colours.length - 1)}" stop-color="${colour}"/>`,
    )
    .join('')

/** Pictures that somebody may upload by mistake, as SVG. */
const DRAWERS: Record<string, Drawer> = {
  'plain disc': (random, size) => disc(random, size, stops(colour(random, 10))),
  'shaded disc': (random, size) =>
    disc(random, size, stops(colour(random, 15, 60), colour(random, 5, 25))),
  'disc with a bright spot': (
    random,
    size,
  ) => `${disc(random, size, stops(colour(random, 15, 50), colour(random, 5, 30)))}
<circle cx="${(0.35 + 0.3 * random()) * size}" cy="${size / 2}" r="${0.05 * size}" fill="#fd8"/>`,
  moon: (random, size) => `${disc(random, size, stops('#eee', '#888'))}
${some(40, () => `<circle cx="${(0.25 + 0.5 * random()) * size}" cy="${(0.25 + 0.5 * random()) * size}" r="${0.03 * random() * size}" fill="#777" opacity="0.5"/>`)}`,
  'ball on a table': (random, size) =>
    disc(
      random,
      size,
      stops('#fff', colour(random, 360 * random(), 50), '#222'),
      colour(random, 360 * random(), 60),
    ),
  'drawn eye': (random, size) => `${backdrop(colour(random, 15, 65))}
<ellipse cx="50%" cy="50%" rx="${0.42 * size}" ry="${(0.18 + 0.12 * random()) * size}" fill="#f3ece6"/>
<circle cx="50%" cy="50%" r="${0.17 * size}" fill="${colour(random, 20 + 200 * random(), 30)}"/>
${some(60, () => `<line x1="50%" y1="50%" x2="${(0.5 + 0.16 * (2 * random() - 1)) * size}" y2="${(0.5 + 0.16 * (2 * random() - 1)) * size}" stroke="#432" opacity="0.4"/>`)}
<circle cx="50%" cy="50%" r="${(0.05 + 0.05 * random()) * size}" fill="#080606"/>
${some(14, () => `<path d="M${random() < 0.5 ? 0.1 * size : 0.9 * size} ${0.5 * size} q${30 * (random() - 0.5)} ${40 * (random() - 0.5)} ${random() * 0.2 * size} ${(random() - 0.5) * 0.1 * size}" stroke="#c33" fill="none" opacity="0.6"/>`)}
<circle cx="${0.47 * size}" cy="${0.46 * size}" r="${0.02 * size}" fill="#fff"/>`,
  'scan in layers': (random, size) => {
    const dip = 0.02 + 0.05 * random()
    const layer = (y: number, light: number, breadth: number) =>
      `<path d="M0 ${y * size} Q${0.35 * size} ${y * size} ${0.5 * size} ${(y + dip) * size} T${size} ${y * size}" stroke="rgb(${light},${light},${light})" stroke-width="${breadth * size}" fill="none"/>`
    return `<filter id="n"><feTurbulence baseFrequency="0.7" numOctaves="2" seed="${Math.floor(999 * random())}"/><feColorMatrix type="saturate" values="0"/><feComposite in2="SourceGraphic" operator="arithmetic" k1="1.4" k2="0" k3="0.3"/></filter>
<g filter="url(#n)">${backdrop('#1c1c1c')}${some(6, (at) => layer(0.35 + 0.05 * at + 0.02 * random(), at % 2 ? 90 : 170 + 60 * random(), 0.03))}</g>`
  },
  'page of text': (random, size) => `${backdrop(pick(random, ['#fff', '#fbf7ea', '#eef']))}
${some(22, (line) => `<text x="${0.06 * size}" y="${(0.06 + 0.042 * line) * size}" font-size="${0.026 * size}" fill="#222">${some(7, () => `${pick(random, WORDS as [string, ...string[]])} `)}</text>`)}`,
  chart: (random, size) => `${backdrop('#fff')}
${some(9, (at) => `<rect x="${(0.1 + 0.09 * at) * size}" y="${(0.9 - 0.7 * random()) * size}" width="${0.06 * size}" height="${size}" fill="${colour(random, 360 * random())}"/>`)}
<polyline fill="none" stroke="#d33" stroke-width="3" points="${some(12, (at) => `${(0.08 * at * size).toFixed(0)},${(random() * size).toFixed(0)} `)}"/>`,
  'pie chart': (
    random,
    size,
  ) => `${disc(random, size, stops(colour(random, 20)), pick(random, ['#fff', '#000']))}
${some(4, () => `<line x1="50%" y1="50%" x2="${random() * size}" y2="${random() * size}" stroke="#fff" stroke-width="4"/>`)}`,
  'page of a program': (random, size) => `${backdrop('#f5f7fa')}
<rect width="${size}" height="${0.07 * size}" fill="${colour(random, 200, 40)}"/><rect y="${0.07 * size}" width="${0.18 * size}" height="${size}" fill="#fff"/>
${some(30, () => `<rect x="${(0.22 + 0.5 * random()) * size}" y="${(0.12 + 0.8 * random()) * size}" width="${0.2 * random() * size}" height="${0.012 * size}" fill="#667"/>`)}
<circle cx="${0.8 * size}" cy="${0.3 * size}" r="${0.09 * size}" fill="${colour(random, 15, 40)}"/>`,
  'drawing of vessels': (random, size) => `${backdrop(pick(random, ['#fff', '#fdeee4', '#000']))}
<circle cx="50%" cy="50%" r="${0.4 * size}" fill="none" stroke="#666" stroke-width="2"/>
${some(14, () => `<path d="M${0.35 * size} ${0.5 * size} q${(random() - 0.5) * size} ${(random() - 0.5) * size} ${random() * 0.5 * size} ${(random() - 0.5) * 0.8 * size}" fill="none" stroke="${pick(random, ['#c22', '#22c', '#000'])}" stroke-width="${2 + 5 * random()}"/>`)}`,
  leaves: (
    random,
  ) => `<filter id="n"><feTurbulence type="fractalNoise" baseFrequency="${0.01 + 0.03 * random()}" numOctaves="4" seed="${Math.floor(999 * random())}"/><feColorMatrix values="0.9 0 0 0 0.1  0 0.8 0 0 0  0 0 0.4 0 0  0 0 0 0 1"/></filter>
<rect width="100%" height="100%" filter="url(#n)"/>`,
  'orange cloth': (
    random,
    size,
  ) => `<filter id="n"><feTurbulence type="fractalNoise" baseFrequency="${0.02 + 0.2 * random()} ${0.02 + 0.2 * random()}" numOctaves="3" seed="${Math.floor(999 * random())}"/><feColorMatrix values="0.4 0 0 0 0.5  0.3 0 0 0 0.2  0.1 0 0 0 0.1  0 0 0 0 1"/></filter>
<rect width="${size}" height="${size}" filter="url(#n)"/>`,
}

/** The kinds that `drawOther` can draw. */
export const OTHERS = Object.keys(DRAWERS)

/** A drawn picture that is no photograph of a fundus. */
export function drawOther(kind: string, seed: number): Promise<Buffer> {
  const random = randomFrom(seed)
  const size = Math.round(400 + 600 * random())
  const inside = DRAWERS[kind]?.(random, size) ?? ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${inside}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer()
}
