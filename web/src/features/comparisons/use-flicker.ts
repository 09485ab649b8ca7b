import { useEffect, useState } from 'react'

const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Shows the upper picture by turns. Where the system asks for less motion, only by hand. */
export function useFlicker(active: boolean) {
  const [upper, setUpper] = useState(true)
  const [runs, setRuns] = useState(() => !isCalm())
  const [seconds, setSeconds] = useState(1)
  useEffect(() => {
    if (!active || !runs) return
    const timer = setInterval(() => setUpper((before) => !before), seconds * 1000)
    return () => clearInterval(timer)
  }, [active, runs, seconds])
  return {
    upper,
    runs,
    setRuns,
    seconds,
    setSeconds,
    turn: () => {
      setRuns(false)
      setUpper(!upper)
    },
  }
}
