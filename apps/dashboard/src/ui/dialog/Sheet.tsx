import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { usePortalContainer } from '../floating/portal-container.ts'
import { scrimClass } from './dialog-class.ts'

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-3xl' }

/** A task or detail at the right edge, with the page still visible. The body scrolls; header and footer stay. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof widths
  /** SheetBody and DialogFooter; a form may wrap both. */
  children: ReactNode
}) {
  const container = usePortalContainer()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal container={container}>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup
          ref={popup}
          // Not its first control, the close button, whose tooltip would appear.
          initialFocus={popup}
          className={cx(
            'fixed inset-y-0 right-0 z-40 flex w-full flex-col border-line-strong border-l bg-surface-1 text-ink shadow-floating outline-none',
            'transition-[translate,opacity] duration-150 data-ending-style:translate-x-8 data-starting-style:translate-x-8 data-ending-style:opacity-0 data-starting-style:opacity-0',
            widths[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 border-line border-b px-4 py-3">
            <div className="min-w-0">
              <Base.Title className="font-semibold text-base">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-ink-muted text-sm">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label="Close" icon={X} size="sm" className="-mr-1.5 -mt-1" />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
