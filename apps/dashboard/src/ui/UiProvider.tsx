import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { cspNonce } from '../lib/csp.ts'
import { Toaster } from './Toaster.tsx'

const TOOLTIP_DELAY_MS = 400

const nonce = cspNonce()

/** What the components need once around the whole page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
      <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>{children}</Tooltip.Provider>
      <Toaster />
    </CSPProvider>
  )
}
