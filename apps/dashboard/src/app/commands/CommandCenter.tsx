import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { CommandMenu } from '../../features/command-menu/CommandMenu.tsx'
import { ShortcutSheet } from '../../features/command-menu/ShortcutSheet.tsx'
import { useGlobalShortcuts } from '../../features/command-menu/use-global-shortcuts.ts'
import { useGoToKeys } from '../../features/command-menu/use-go-to-keys.ts'
import { PreviewsDialog } from '../../features/previews/PreviewsDialog.tsx'
import { offeredPreviews } from '../../features/previews/previews.rules.ts'
import { KeyboardKey } from '../../ui/KeyboardKey.tsx'
import type { MenuContext, MenuParams } from '../menus/menu.rules.ts'
import { isMissing } from '../menus/missing-pages.rules.ts'
import { commandPages } from './command-pages.ts'
import { goToPlaces } from './go-to-places.rules.ts'
import { closeOverlay, type Overlay, openOverlay, toggleOverlay, useOverlay } from './overlay.state.ts'
import { useCommands } from './use-commands.ts'

/** The search box of the header, and what lies over any page: the command menu, the shortcuts, the previews. */
export function CommandCenter({ params, context }: { params: MenuParams; context: MenuContext }) {
  const overlay = useOverlay()
  const navigate = useNavigate()
  useEffect(() => () => openOverlay(undefined), [])
  useGlobalShortcuts({
    commands: () => toggleOverlay('commands'),
    shortcuts: () => toggleOverlay('shortcuts'),
  })
  const places = context.previews.has('go-to-keys') ? goToPlaces(params, context) : []
  useGoToKeys(places.length > 0, (letter) => {
    const place = places.find((one) => one.letter === letter)
    if (place) void navigate({ to: place.path })
  })
  const commands = useCommands({ params, context })
  const stateOf = (which: Overlay) => ({
    open: overlay === which,
    onOpenChange: (next: boolean) => (next ? openOverlay(which) : closeOverlay(which)),
  })
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K F1"
        onClick={() => openOverlay('commands')}
        className="flex h-8 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-field px-2 text-ink-faint text-sm transition-colors hover:border-control max-lg:border-transparent max-lg:bg-transparent lg:w-48"
      >
        <Search className="size-4" aria-hidden />
        <span className="flex-1 text-left max-lg:sr-only">Search...</span>
        <span className="max-lg:hidden" aria-hidden="true">
          <KeyboardKey keys={['Mod', 'K']} />
        </span>
      </button>
      <CommandMenu {...stateOf('commands')} commands={commands} pages={commandPages(params)} />
      <ShortcutSheet
        {...stateOf('shortcuts')}
        groups={
          places.length === 0
            ? []
            : [
                {
                  title: 'Go to, one key after the other',
                  shortcuts: places.map(({ label, letter }) => ({
                    label,
                    keys: [['G', letter.toUpperCase()]],
                  })),
                },
              ]
        }
      />
      <PreviewsDialog {...stateOf('previews')} offered={offeredPreviews(context.edition, isMissing)} />
    </>
  )
}
