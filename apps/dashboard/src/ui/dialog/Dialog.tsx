import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { usePortalContainer } from '../floating/portal-container.ts'
import { dialogClass, scrimClass } from './dialog-class.ts'
import { DialogHold } from './dialog-hold.ts'
import { firstFocus } from './first-focus.ts'

type BaseProps = ComponentProps<typeof Base.Root>

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', xl: 'max-w-5xl' }

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof widths
  /** The element to focus instead of the first field or primary action; `itself` is the dialog. */
  initialFocus?: RefObject<HTMLElement | null> | 'itself'
  /** Fixed height: title and tabs stay, only the content scrolls. */
  fixedHeight?: boolean
  /** DialogBody and DialogFooter; a form may wrap both. */
  children: ReactNode
}

const accidentalReasons: readonly string[] = ['escape-key', 'outside-press', 'focus-out']

/** A modal dialog. Escape, the close button and a click outside close it, unless its content holds it open. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  initialFocus,
  fixedHeight = false,
  children,
}: DialogProps) {
  const container = usePortalContainer()
  const popup = useRef<HTMLDivElement>(null)
  const hold = useRef(false)
  const change: BaseProps['onOpenChange'] = (next, { reason }) => {
    if (!next && hold.current && accidentalReasons.includes(reason)) return
    onOpenChange(next)
  }
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal container={container}>
        <Base.Backdrop className={scrimClass} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-y-auto px-4 py-[8dvh]">
          <Base.Popup
            ref={popup}
            initialFocus={
              initialFocus === 'itself'
                ? popup
                : (initialFocus ?? ((openedBy) => firstFocus(popup.current, openedBy)))
            }
            className={cx(
              dialogClass,
              'w-full',
              widths[size],
              fixedHeight && 'flex h-[min(46rem,84dvh)] flex-col',
            )}
          >
            <header className="flex items-start justify-between gap-4 border-line border-b px-4 py-3">
              <div className="min-w-0">
                <Base.Title className="font-semibold text-base">{title}</Base.Title>
                {description && (
                  <Base.Description className="mt-0.5 text-ink-muted text-sm">{description}</Base.Description>
                )}
              </div>
              <Base.Close
                render={<IconButton label="Close" icon={X} size="sm" className="-mr-1.5 -mt-1" />}
              />
            </header>
            <DialogHold value={hold}>{children}</DialogHold>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
