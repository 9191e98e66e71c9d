import { Clock, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { When } from '../../ui/text/When.tsx'
import { recentsOf } from './recents.rules.ts'
import type { EditorKind, RecentItem } from './tab.port.ts'
import { useRecents, useTabs } from './tabs.port.ts'

const ITEMS_MAX = 8

/** The items an editor opened last. */
export function RecentList({
  projectRef,
  kind,
  linkTo,
}: {
  projectRef: string
  kind: EditorKind
  linkTo: (item: RecentItem) => ReactElement
}) {
  const recents = recentsOf(useRecents(projectRef), kind)
  const { actions } = useTabs(projectRef)
  return (
    <section aria-labelledby="recent-items" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 id="recent-items" className="font-medium">
          Recent items
        </h2>
        {recents.length > 0 && (
          <Button size="sm" onClick={() => actions.clearRecents(recents.map(({ id }) => id))}>
            Clear history
          </Button>
        )}
      </div>
      {recents.length === 0 ? (
        <p className="rounded-md border border-line border-dashed px-3 py-4 text-ink-muted text-sm">
          No recent items yet
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface-1">
          {recents.slice(0, ITEMS_MAX).map((item) => (
            <li
              key={item.id}
              className="relative flex h-10 items-center gap-2 px-3 text-sm hover:bg-surface-2"
            >
              <Clock className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
              <TextLink
                tone="quiet"
                render={linkTo(item)}
                className="min-w-0 flex-1 truncate text-ink after:absolute after:inset-0"
              >
                {item.label}
              </TextLink>
              <When time={item.timestamp} className="shrink-0 text-ink-muted text-xs" />
              <IconButton
                size="sm"
                icon={X}
                label={`Remove ${item.label} from recent items`}
                className="relative z-10"
                onClick={() => actions.clearRecents([item.id])}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
