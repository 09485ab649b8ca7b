import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** Goes on to a page after what was waited for, unless the person went elsewhere meanwhile. */
export function useGoOn(): (to: string) => void {
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (to) => {
    if (isHere.current) void navigate(to)
  }
}
