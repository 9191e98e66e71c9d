import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { lazyModule, useLazyModule } from '../../lib/lazy-module.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { KeyboardKey } from '../../ui/text/KeyboardKey.tsx'
import type { MenuContext, MenuParams } from '../menus/menu.port.ts'
import { goToStep } from './go-to.rules.ts'
import { goToPlaces } from './go-to-places.rules.ts'
import { openOverlay, toggleOverlay, useOverlay } from './overlay.state.ts'
import { globalShortcut, type PressContext } from './shortcuts.rules.ts'

const overlays = lazyModule(() => import('./Overlays.tsx').then((module) => module.Overlays))
const prepare = () => void overlays.load().catch(() => undefined)

/** The search box of the header and the global shortcuts. The overlays they open load after the page. */
export function CommandCenter({ params, context }: { params: MenuParams; context: MenuContext }) {
  const isNeeded = useOverlay() !== undefined
  const Overlays = useLazyModule(overlays)
  const navigate = useNavigate()
  useEffect(() => () => openOverlay(undefined), [])
  useEffect(() => (isNeeded ? prepare() : whenIdle(prepare)), [isNeeded])
  useGlobalShortcuts({
    commands: () => toggleOverlay('commands'),
    shortcuts: () => toggleOverlay('shortcuts'),
  })
  const places = context.previews.has('go-to-keys') ? goToPlaces(params, context) : []
  useGoToKeys(places.length > 0, (letter) => {
    const place = places.find((one) => one.letter === letter)
    if (place) void navigate({ to: place.path })
  })
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K F1"
        onPointerEnter={prepare}
        onClick={() => openOverlay('commands')}
        className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-field px-2 text-ink-faint text-sm transition-colors hover:border-control max-lg:border-transparent max-lg:bg-transparent lg:w-48"
      >
        <Search className="size-4" aria-hidden />
        <span className="flex-1 text-left max-lg:sr-only">Search...</span>
        <span className="max-lg:hidden" aria-hidden="true">
          <KeyboardKey keys={['Mod', 'K']} />
        </span>
      </button>
      {Overlays && <Overlays params={params} context={context} places={places} />}
    </>
  )
}

/** Handles the shortcuts that work on every page. */
function useGlobalShortcuts(on: Record<NonNullable<ReturnType<typeof globalShortcut>>, () => void>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const meaning = globalShortcut(event, pressContextOf(event.target))
    if (!meaning) return
    event.preventDefault()
    on[meaning]()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const TEXT_FIELDS = 'input, textarea, select, [contenteditable="true"], [role="textbox"]'

const pressContextOf = (target: EventTarget | null): PressContext => ({
  isEditor: target instanceof Element && target.closest('.cm-editor') !== null,
  isTextField: target instanceof Element && target.closest(TEXT_FIELDS) !== null,
})

/** Elements that handle single letters themselves. */
const TYPED_INTO =
  'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="menu"], [role="listbox"], [role="grid"], [role="dialog"], [role="alertdialog"], [role="combobox"], .cm-editor'

/** Handles G followed by a letter. */
function useGoToKeys(isOn: boolean, go: (letter: string) => void) {
  const armedAt = useRef<number>(undefined)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const { key, metaKey, ctrlKey, altKey, timeStamp: at, target } = event
    const isTyped = target instanceof Element && target.closest(TYPED_INTO) !== null
    const step = goToStep(armedAt.current, { key, isModified: metaKey || ctrlKey || altKey, isTyped, at })
    armedAt.current = step.armedAt
    if (step.letter !== undefined) go(step.letter)
  })
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn])
}
