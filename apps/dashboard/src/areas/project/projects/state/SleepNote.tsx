import { Moon } from 'lucide-react'
import { When } from '../../../../ui/text/When.tsx'

/** Says of a project that sleeps that there is nothing to do about it. */
export function SleepNote({ since }: { since: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-surface-1 px-4 py-3 text-ink-muted text-sm">
      <Moon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        This project fell asleep <When time={since} />. The next query, API call or connection wakes it.
      </span>
    </p>
  )
}
