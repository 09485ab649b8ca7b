import { useEffect, useRef } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router'

/** Goes on to a page after what was waited for, unless the person went elsewhere meanwhile. */
export function useGoOn(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return (to, options) => {
    if (isHere.current) void navigate(to, options)
  }
}
