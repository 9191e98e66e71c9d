import { useEffect, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { scrollParent } from '../../lib/scroll-parent.ts'
import { Button, type ButtonProps } from '../controls/Button.tsx'

/** Loads what comes next when it scrolls near; a button too, for the keyboard and after a failure. */
export function LoadMore({
  isLoading,
  failed,
  failure,
  isHeld = false,
  onLoad,
  size,
  className,
}: {
  isLoading: boolean
  failed: boolean
  /** What a failure says, such as “The next projects could not be loaded.” */
  failure: string
  /** It has to wait for something else, after which it looks again whether it is near. */
  isHeld?: boolean
  onLoad: () => void
  size?: ButtonProps['size']
  className?: string
}) {
  const anchor = useRef<HTMLDivElement>(null)
  const load = useRef(onLoad)
  load.current = onLoad
  const mayLoad = !isLoading && !isHeld && !failed

  useEffect(() => {
    if (!anchor.current || !mayLoad) return
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page hears of several changes at once: only the last says where it is now.
        if (entries.at(-1)?.isIntersecting) load.current()
      },
      { root: scrollParent(anchor.current), rootMargin: '400px' },
    )
    observer.observe(anchor.current)
    return () => observer.disconnect()
  }, [mayLoad])

  return (
    <div ref={anchor} className={cx('flex flex-col items-center gap-2', className)}>
      {failed && (
        <p role="alert" className="text-critical-ink text-sm">
          {failure}
        </p>
      )}
      <Button size={size} onClick={onLoad} loading={isLoading}>
        {failed ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}
