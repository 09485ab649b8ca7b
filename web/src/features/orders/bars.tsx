import JsBarcode from 'jsbarcode'

/** Blank modules on each side, without which a scanner finds no begin and no end (ISO/IEC 15417). */
const QUIET = 10
const HEIGHT = 40

/** Code 128 as bars: the library says which modules are dark, and nothing is drawn by it. */
export function Bars({ text, label }: { text: string; label: string }) {
  const modules = modulesOf(text)
  const bars = [...modules.matchAll(/1+/g)]
  return (
    <svg
      className="order-bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length + 2 * QUIET} ${HEIGHT}`}
      shapeRendering="crispEdges"
    >
      {bars.map(({ index, 0: run }) => (
        <rect key={index} x={QUIET + index} width={run.length} height={HEIGHT} />
      ))}
    </svg>
  )
}

/** A sign for each module, 1 where it is dark. */
function modulesOf(text: string): string {
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  return (drawn.encodings ?? []).map(({ data }) => data).join('')
}
