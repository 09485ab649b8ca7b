import { Table, type GetRef, type TableProps } from 'antd'
import { useEffect, useRef } from 'react'
import './list.css'

/** A table that is scrolled by keys too, where it is wider than its place. */
export function ScrollTable<Row extends object>(props: TableProps<Row>) {
  const table = useRef<GetRef<typeof Table>>(null)
  useEffect(() => {
    const scroller = table.current?.nativeElement.querySelector('.ant-table-content')
    if (!scroller) return
    const measure = () => {
      if (scroller.scrollWidth > scroller.clientWidth) scroller.setAttribute('tabindex', '0')
      else scroller.removeAttribute('tabindex')
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(scroller)
    for (const child of scroller.children) sizes.observe(child)
    return () => sizes.disconnect()
  })
  return <Table<Row> ref={table} {...props} />
}
