import {
  type PasswordScore,
  passwordScore,
  passwordScoreWords,
} from '@basalt/contract/projects/password.rules.ts'
import { cx } from '../../../../lib/class-names.ts'

const fills: Record<PasswordScore, string> = {
  0: 'bg-critical',
  1: 'bg-critical',
  2: 'bg-critical',
  3: 'bg-warning',
  4: 'bg-success',
}
const STEPS = [1, 2, 3, 4] as const

/** How hard a password is to guess. `quiet` leaves the words out where an error already says them. */
export function PasswordStrength({ password, quiet }: { password: string; quiet: boolean }) {
  if (password === '') return null
  const score = passwordScore(password)
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {STEPS.map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 rounded-full transition-colors',
              step <= score ? fills[score] : 'bg-surface-4',
            )}
          />
        ))}
      </div>
      <p role="status" className="text-ink-muted text-xs">
        {!quiet && passwordScoreWords[score]}
      </p>
    </div>
  )
}
