import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { cspNonce } from '../lib/csp.ts'
import { ToasterSlot } from './feedback/ToasterSlot.tsx'

const nonce = cspNonce()

/** What the components need once around the whole page. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
      {children}
      <ToasterSlot />
    </CSPProvider>
  )
}
