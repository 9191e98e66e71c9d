import { Fragment, type ReactNode } from 'react'
import { Panel, PanelGroup, PanelResizeHandle, setNonce } from 'react-resizable-panels'
import { cx } from '../lib/class-names.ts'
import { cspNonce } from '../lib/csp.ts'

export interface ResizablePanel {
  id: string
  /** Percent of the whole, from 0 to 100. */
  defaultSize: number
  minSize?: number
  maxSize?: number
  content: ReactNode
}

// While a border is dragged the library sets the cursor through a style element.
const nonce = cspNonce()
if (nonce) setNonce(nonce)

/** The library's storage, for browsers in which storage throws. */
const storage = {
  getItem: (name: string) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  },
  setItem: (name: string, value: string) => {
    try {
      localStorage.setItem(name, value)
    } catch {
      // Sizes then last as long as the page.
    }
  },
}

/** Panels that share a space; dragging or arrow keys move the borders. Sizes are remembered under `storageKey`. */
export function ResizablePanels({
  storageKey,
  direction,
  panels,
  className,
}: {
  storageKey: string
  direction: 'horizontal' | 'vertical'
  panels: readonly ResizablePanel[]
  className?: string
}) {
  return (
    <PanelGroup direction={direction} autoSaveId={storageKey} storage={storage} className={className}>
      {panels.map(({ id, content, ...size }, index) => (
        <Fragment key={id}>
          {index > 0 && (
            <PanelResizeHandle
              aria-label="Resize panels"
              className={cx(
                'relative z-10 bg-line transition-colors data-[resize-handle-state=drag]:bg-brand data-[resize-handle-state=hover]:bg-brand focus-visible:bg-brand',
                direction === 'horizontal' ? 'w-px' : 'h-px',
              )}
            />
          )}
          <Panel id={id} order={index} {...size} className="min-h-0 min-w-0">
            {content}
          </Panel>
        </Fragment>
      ))}
    </PanelGroup>
  )
}
