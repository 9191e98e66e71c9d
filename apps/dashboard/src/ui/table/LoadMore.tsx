import { useEffect, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { scrollParent } from '../../lib/scroll-parent.ts'
import { Button, type ButtonProps } from '../controls/Button.tsx'

/** Loads the next page when scrolled near; also a button, for the keyboard and after a failure. */
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
  /** The failure message, such as “The next projects could not be loaded.” */
  failure: string
  /** Loading is on hold; its position is checked again afterwards. */
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
        // A busy page gets several changes at once; the last is the current one.
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
