import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyModule, useLazyModule } from '../../lib/lazy-module.ts'

/** Shows nothing while the pointer only passes over. */
const DELAY_MS = 400
/** MaybePromise after one tooltip, the next one shows without delay. */
const NEXT_MS = 400

const popup = lazyModule(() => import('./TooltipPopup.tsx').then((module) => module.TooltipPopup))

let lastHiddenAt = Number.NEGATIVE_INFINITY

type Handlers = Partial<
  Record<'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur', (event: never) => void>
>

/**
 * A visual hint on hover or focus, never the only place of information: the trigger needs its own name. Its popup loads
 * with the first tooltip.
 */
export function Tooltip({
  content,
  side = 'top',
  children,
}: {
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  const TooltipPopup = useLazyModule(popup)
  const [anchor, setAnchor] = useState<Element>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const after = (delay: number, run: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, delay)
  }
  const show = (element: Element, delay: number) => {
    // A tooltip that fails to load must not break its trigger.
    popup.load().catch(() => undefined)
    after(delay, () => setAnchor(element))
  }
  const hide = () => {
    clearTimeout(timer.current)
    if (anchor) lastHiddenAt = performance.now()
    setAnchor(undefined)
  }

  const own = children.props as Handlers
  const triggered = cloneElement(children as ReactElement<Handlers>, {
    onPointerEnter: both(own.onPointerEnter, ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      const isNext = performance.now() - lastHiddenAt < NEXT_MS
      show(currentTarget, isNext ? 0 : DELAY_MS)
    }),
    onPointerLeave: both(own.onPointerLeave, hide),
    // After a press the tooltip is no longer needed.
    onPointerDown: both(own.onPointerDown, hide),
    onFocus: both(own.onFocus, ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) show(currentTarget, 0)
    }),
    onBlur: both(own.onBlur, hide),
  })
  return (
    <>
      {triggered}
      {anchor && TooltipPopup && (
        <TooltipPopup anchor={anchor} side={side} onEscape={hide}>
          {content}
        </TooltipPopup>
      )}
    </>
  )
}

const both =
  <E extends SyntheticEvent>(theirs: ((event: never) => void) | undefined, ours: (event: E) => void) =>
  (event: E) => {
    ;(theirs as ((event: E) => void) | undefined)?.(event)
    ours(event)
  }
