import type { BatchFile } from '@mingmou/contract'
import { useRef, useState } from 'react'
import { useModality } from '../../../modalities/use-modality.ts'
import { fileSitting, type Refused } from './file-sitting.ts'
import { isReady, sittingsOf, type Ready } from './ready.ts'
import { keepCapture } from '../last-capture.ts'
import { archivesChanged } from '../queries.ts'

export const without = (all: ReadonlySet<string>, gone: string) =>
  [...all].filter((key) => key !== gone)

/** Files sitting after sitting. A refused one keeps its reason and stays for another try. */
export function useFiling(rows: readonly BatchFile[]) {
  const { key, calls } = useModality()
  const [refused, setRefused] = useState<ReadonlyMap<string, Refused>>(new Map())
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)
  const running = useRef(false)
  const [join, setJoin] = useState(true)
  const needsYes = (row: BatchFile) => row.known !== null || refused.get(row.key)?.repeated === true
  const ready = rows.filter(isReady).filter((row) => !needsYes(row) || kept.has(row.key))
  const run = async (files: readonly Ready[], capture: object) => {
    if (running.current) return
    running.current = true
    keepCapture(key, capture as Parameters<typeof keepCapture>[1])
    const sittings = sittingsOf(files)
    setBusy(new Set(files.map((row) => row.key)))
    try {
      for (const [done, sitting] of sittings.entries()) {
        setProgress({ done, count: sittings.length })
        const found = await fileSitting(calls.archive.create, sitting, capture, {
          repeated: [...kept],
          join,
        })
        const keys = sitting.map((row) => row.key)
        setRefused(
          (before) =>
            new Map([...[...before].filter(([rowKey]) => !keys.includes(rowKey)), ...found]),
        )
        setBusy((before) => new Set([...before].filter((rowKey) => !keys.includes(rowKey))))
      }
    } finally {
      running.current = false
      setBusy(new Set())
      setProgress(null)
    }
    await archivesChanged()
  }
  const keep = (rowKey: string, isKept: boolean) =>
    setKept((before) => new Set(isKept ? [...before, rowKey] : without(before, rowKey)))
  return { ready, refused, kept, busy, progress, run, keep, join, setJoin }
}
