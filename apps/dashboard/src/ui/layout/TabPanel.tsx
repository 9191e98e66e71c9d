import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export function TabPanel({
  value,
  className,
  children,
}: {
  value: string
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Panel value={value} className={className}>
      {children}
    </Base.Panel>
  )
}
