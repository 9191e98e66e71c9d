import { Suspense } from 'react'
import { FeedbackDialog } from '../../areas/installation/feedback/FeedbackDialog.tsx'
import { lazyLayer } from '../../ui/lazy-layer.tsx'
import type { MenuContext, MenuParams } from '../menus/menu.port.ts'
import { isMissing } from '../menus/missing-pages.rules.ts'
import { PreviewsDialog } from '../previews/PreviewsDialog.tsx'
import { offeredPreviews } from '../previews/previews.rules.ts'
import { closeSidePanel, openSidePanel, useSidePanel } from '../shell/side-panel.port.ts'
import { CommandMenu } from './CommandMenu.tsx'
import { commandFinder, commandPages } from './command-pages.ts'
import type { GoToPlace } from './go-to-places.rules.ts'
import { closeOverlay, type Overlay, openOverlay, useOverlay } from './overlay.state.ts'
import { ShortcutSheet } from './ShortcutSheet.tsx'
import { useCommands } from './use-commands.ts'

const ApiDocsPanel = lazyLayer(
  () => import('../../areas/connect/api-docs/ApiDocsPanel.port.tsx').then((module) => module.ApiDocsPanel),
  ({ open }) => open,
)

/** The overlays of any page: command menu, shortcuts, previews, feedback and a project's API docs. */
export function Overlays({
  params,
  context,
  places,
}: {
  params: MenuParams
  context: MenuContext
  places: readonly GoToPlace[]
}) {
  const overlay = useOverlay()
  const panel = useSidePanel()
  const commands = useCommands({ params, context })
  const stateOf = (which: Overlay) => ({
    open: overlay === which,
    onOpenChange: (next: boolean) => (next ? openOverlay(which) : closeOverlay(which)),
  })
  return (
    <>
      <CommandMenu
        {...stateOf('commands')}
        commands={commands}
        pages={commandPages(params)}
        useSearchResults={commandFinder(params)}
      />
      <ShortcutSheet
        {...stateOf('shortcuts')}
        groups={
          places.length === 0
            ? []
            : [
                {
                  title: 'Go to (press in sequence)',
                  shortcuts: places.map(({ label, letter }) => ({
                    label,
                    keys: [['G', letter.toUpperCase()]],
                  })),
                },
              ]
        }
      />
      {params.ref !== undefined && context.previews.has('api-docs-panel') && (
        <Suspense>
          <ApiDocsPanel
            key={params.ref}
            projectRef={params.ref}
            open={panel === 'api-docs'}
            onOpenChange={(next) => (next ? openSidePanel('api-docs') : closeSidePanel('api-docs'))}
          />
        </Suspense>
      )}
      <PreviewsDialog {...stateOf('previews')} offered={offeredPreviews(context.edition, isMissing)} />
      <FeedbackDialog {...stateOf('feedback')} projectRef={params.ref} />
    </>
  )
}
