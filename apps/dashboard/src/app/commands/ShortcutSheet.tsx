import { Fragment } from 'react'
import { Sheet } from '../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../ui/dialog/SheetBody.tsx'
import { KeyboardKey } from '../../ui/text/KeyboardKey.tsx'
import { type Shortcut, type ShortcutGroup, shortcutGroups } from './shortcuts.rules.ts'

export function ShortcutSheet({
  open,
  onOpenChange,
  groups = [],
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Shortcuts of the open page, besides the global ones. */
  groups?: readonly ShortcutGroup[]
}) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="sm">
      <SheetBody className="gap-6">
        {[...shortcutGroups, ...groups].map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="pb-1 text-ink-faint text-xs">{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <ShortcutLine key={shortcut.label} shortcut={shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </SheetBody>
    </Sheet>
  )
}

function ShortcutLine({ shortcut: { label, keys } }: { shortcut: Shortcut }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-line border-b text-sm">
      <dt>{label}</dt>
      <dd className="flex items-center gap-1.5">
        {keys.map((combination, index) => (
          <Fragment key={combination.join('+')}>
            {index > 0 && <span className="text-ink-faint text-xs">or</span>}
            <KeyboardKey keys={combination} />
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
