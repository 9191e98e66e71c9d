import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Details below a line that opens them. */
export function Disclosure({
  summary,
  isWrong = false,
  children,
}: {
  summary: ReactNode
  /** A field among the details was refused: they open, and it gets focus if it is the first such field of its form. */
  isWrong?: boolean
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    // Fields that are open have got their focus already.
    if (!isWrong || !element || element.open) return
    element.open = true
    const wrong = element.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong && element.contains(wrong)) wrong.focus()
  }, [isWrong])
  return (
    <details ref={details} className="group/disclosure">
      <summary className="flex h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-sm text-ink-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open/disclosure:rotate-90" aria-hidden />
        {summary}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  )
}
