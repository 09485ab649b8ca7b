import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

/**
 * Goes on to a page after what was waited for, unless the person went elsewhere meanwhile. A page that is
 * still loading counts: the one before it stays in sight until then.
 */
export function useGoOn(): (to: string, options?: { replace: boolean }) => void {
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = !isLeaving
    return () => {
      isHere.current = false
    }
  }, [isLeaving])
  return (to, options) => {
    if (isHere.current) void navigate(to, options)
  }
}
