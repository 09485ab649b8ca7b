import { BarChart, LineChart, ScatterChart } from 'echarts/charts'
import {
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use as register, type EChartsCoreOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import './chart.css'

register([
  ...[BarChart, LineChart, ScatterChart, GridComponent, LegendComponent],
  ...[MarkAreaComponent, MarkLineComponent, TooltipComponent, SVGRenderer],
])

/** A chart, drawn once it comes into sight. The table beside it says the same. */
export default function Chart({ option, name }: { option: EChartsCoreOption; name: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let chart: ReturnType<typeof init> | undefined
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      chart ??= init(element, null, { renderer: 'svg' })
      chart.setOption(option, true)
    })
    seen.observe(element)
    const resized = new ResizeObserver(() => chart?.resize())
    resized.observe(element)
    return () => {
      seen.disconnect()
      resized.disconnect()
      chart?.dispose()
    }
  }, [option])
  return <div ref={box} className="chart" role="img" aria-label={name} />
}
