import { type ReactNode, useState } from 'react'
import { PortalContainer } from './floating/portal-container.ts'

/** Renders part of the page in another theme, including its floating layers. */
export function ThemeScope({
  theme,
  className,
  children,
}: {
  theme: string
  className?: string
  children: ReactNode
}) {
  const [scope, setScope] = useState<HTMLElement | null>(null)
  return (
    <div ref={setScope} data-theme={theme} className={className}>
      <PortalContainer value={scope}>{children}</PortalContainer>
    </div>
  )
}
