import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { latePart, useLatePart } from '../../lib/late-part.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { KeyboardKey } from '../../ui/text/KeyboardKey.tsx'
import type { MenuContext, MenuParams } from '../menus/menu.port.ts'
import { goToPlaces } from './go-to-places.rules.ts'
import { openOverlay, toggleOverlay, useOverlay } from './overlay.state.ts'
import { useGlobalShortcuts } from './use-global-shortcuts.ts'
import { useGoToKeys } from './use-go-to-keys.ts'

const overlays = latePart(() => import('./Overlays.tsx').then((module) => module.Overlays))
const prepare = () => void overlays.ask().catch(() => undefined)

/** The search box of the header, and the keys that open what lies over any page. That itself is loaded after the page. */
export function CommandCenter({ params, context }: { params: MenuParams; context: MenuContext }) {
  const isWanted = useOverlay() !== undefined
  const Overlays = useLatePart(overlays)
  const navigate = useNavigate()
  useEffect(() => () => openOverlay(undefined), [])
  useEffect(() => (isWanted ? prepare() : whenIdle(prepare)), [isWanted])
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
