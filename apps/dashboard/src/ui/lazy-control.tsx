import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { lazyModule, useLazyModule } from '../lib/lazy-module.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { toast } from './feedback/toast.ts'

/** Keys that open a menu from its button, besides Enter and Space. */
const OPENING_KEYS = ['ArrowDown', 'ArrowUp']

/**
 * A control whose code loads after the page. Until then `Button`, which must look the same, replaces it. It loads on
 * hover or focus, otherwise when the browser is idle. An earlier click is replayed, the focus stays, and the button is
 * not replaced while pressed.
 */
export function lazyControl<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Button: ComponentType<Props>,
): ComponentType<Props> {
  const part = lazyModule(load)
  const prepare = () => void part.load().catch(() => undefined)

  return function LazyControl(props: Props) {
    const Loaded = useLazyModule(part)
    const host = useRef<HTMLSpanElement>(null)
    const hasFocus = useRef(false)
    const isOver = useRef(false)
    const wasPressed = useRef(false)
    const [isHeld, setHeld] = useState(false)
    const isHere = Loaded !== undefined && !isHeld

    useEffect(() => whenIdle(prepare), [])
    useLayoutEffect(() => {
      if (isHere && hasFocus.current) buttonIn(host.current)?.focus()
    }, [isHere])
    useEffect(() => {
      // Not earlier, because the loaded control attaches itself in effects.
      const button = buttonIn(host.current)
      if (isHere && wasPressed.current) button?.click()
      // A pointer resting on the button entered the placeholder, so the events are replayed.
      else if (isHere && isOver.current) for (const type of ENTERING) button?.dispatchEvent(entering(type))
      wasPressed.current = false
    }, [isHere])
    useEffect(() => {
      if (!isHeld) return
      const release = ({ target, type }: Event) => {
        // Released over the button it is a click, which ends the hold itself.
        if (type === 'pointercancel' || !host.current?.contains(target as Node)) setHeld(false)
      }
      addEventListener('pointerup', release)
      addEventListener('pointercancel', release)
      return () => {
        removeEventListener('pointerup', release)
        removeEventListener('pointercancel', release)
      }
    }, [isHeld])

    if (isHere)
      return (
        <span ref={host} className="contents">
          <Loaded {...props} />
        </span>
      )
    const press = () => {
      wasPressed.current = true
      setHeld(false)
      part.load().catch(() => {
        wasPressed.current = false
        toast({
          id: 'lazy-load',
          tone: 'warning',
          title: 'Failed to load part of this page',
          description: 'Check the connection and try again, or reload the page.',
        })
      })
    }
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the button inside
      <span
        ref={host}
        className="contents"
        onPointerEnter={() => {
          isOver.current = true
          prepare()
        }}
        onPointerLeave={() => {
          isOver.current = false
        }}
        onFocus={() => {
          hasFocus.current = true
          prepare()
        }}
        onBlur={() => {
          hasFocus.current = false
          setHeld(false)
        }}
        onPointerDown={({ button }: PointerEvent) => button === 0 && setHeld(true)}
        onClick={press}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === ' ') setHeld(true)
          if (!OPENING_KEYS.includes(event.key)) return
          event.preventDefault()
          press()
        }}
      >
        <Button {...props} />
      </span>
    )
  }
}

const ENTERING = ['mouseenter', 'mousemove']
const entering = (type: string) => new MouseEvent(type, { bubbles: type === 'mousemove' })

const buttonIn = (host: HTMLElement | null) => host?.querySelector('button')
