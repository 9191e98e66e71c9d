import { CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'

/** A sheet that cannot do what its address asks. */
export function RefusingSheet({
  title,
  children,
  onClose,
}: {
  title: string
  children: ReactNode
  onClose: () => void
}) {
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()} title={title} size="xl">
      <SheetBody>
        <EmptyState icon={CircleSlash} title={title}>
          {children}
        </EmptyState>
      </SheetBody>
    </Sheet>
  )
}
