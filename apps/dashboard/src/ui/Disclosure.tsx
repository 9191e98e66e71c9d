import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** Details below a line that opens them. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group/disclosure">
      <summary className="flex h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-ink-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open/disclosure:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  )
}
