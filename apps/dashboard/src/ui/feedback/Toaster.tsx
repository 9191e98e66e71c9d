import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { floatingClass } from '../floating/floating-class.ts'
import type { Icon } from '../text/icon.ts'
import { renderToastsWith, type ToastRenderer, type ToastTone } from './toast.ts'

const MAX_VISIBLE = 4
const DURATION_MS = 5000
const UNTIL_CLOSED = 0
const looks: Record<ToastTone, { icon: Icon; ink: string }> = {
  info: { icon: Info, ink: 'text-brand-ink' },
  success: { icon: CircleCheck, ink: 'text-success-ink' },
  warning: { icon: TriangleAlert, ink: 'text-warning-ink' },
  critical: { icon: CircleAlert, ink: 'text-critical-ink' },
}

const manager = Base.createToastManager()

const renderer: ToastRenderer = {
  show: (
    id,
    {
      title,
      description,
      tone = 'info',
      durationMs,
      lasting = tone === 'critical' && durationMs === undefined,
      action,
    },
  ) =>
    void manager.add({
      id,
      title,
      description,
      type: tone,
      timeout: lasting ? UNTIL_CLOSED : (durationMs ?? DURATION_MS),
      actionProps: action && { children: action.label, onClick: action.onClick },
    }),
  close: (id) => manager.close(id),
}

/** Renders the toasts. Mounted once; F6 moves focus into it. */
export function Toaster() {
  useEffect(() => renderToastsWith(renderer), [])
  return (
    <Base.Provider toastManager={manager} limit={MAX_VISIBLE}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-[calc(1rem+var(--toast-floor,0px))] z-60 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 outline-none">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts } = Base.useToastManager()
  return toasts.map((item) => {
    const look = looks[(item.type as ToastTone | undefined) ?? 'info']
    return (
      <Base.Root
        key={item.id}
        toast={item}
        swipeDirection="right"
        className={cx(
          floatingClass,
          'translate-x-(--toast-swipe-movement-x) data-ending-style:translate-x-4 data-starting-style:translate-y-2 data-limited:hidden',
          'transition-[opacity,translate] focus-visible:outline-2 focus-visible:outline-focus',
        )}
      >
        <Base.Content className="flex items-start gap-2.5 p-3">
          <look.icon className={cx('mt-0.5 size-4', look.ink)} aria-hidden />
          <div className="min-w-0 flex-1">
            <Base.Title className="wrap-anywhere font-medium text-sm" />
            <Base.Description className="wrap-anywhere mt-0.5 text-ink-muted text-sm" render={<div />} />
            {item.actionProps && (
              <Base.Action
                render={
                  <Button size="sm" className="mt-2">
                    {item.actionProps.children}
                  </Button>
                }
              />
            )}
          </div>
          {/* The library hides it from screen readers until the list expands, although it can take the focus. */}
          <Base.Close
            aria-hidden={false}
            render={<IconButton label="Dismiss" icon={X} size="sm" className="-mt-1 -mr-1" />}
          />
        </Base.Content>
      </Base.Root>
    )
  })
}
