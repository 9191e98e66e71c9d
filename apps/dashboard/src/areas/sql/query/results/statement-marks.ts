import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  LoaderCircle,
  Undo2,
} from 'lucide-react'
import type { Icon } from '../../../../ui/text/icon.ts'
import type { StatementState } from './script-statements.rules.ts'

/** The mark for a statement's outcome, and its sentence where it returned no rows. */
export const statementMarks: Record<StatementState, { icon: Icon; tone: string; words: string }> = {
  waiting: { icon: Circle, tone: 'text-ink-faint', words: 'Waiting for the statements before it.' },
  running: { icon: LoaderCircle, tone: 'text-ink-muted', words: 'Running' },
  ok: { icon: CircleCheck, tone: 'text-success', words: 'Success. No rows returned.' },
  'rolled back': {
    icon: Undo2,
    tone: 'text-warning-ink',
    words: 'Rolled back. Nothing it changed has stayed.',
  },
  failed: { icon: CircleX, tone: 'text-critical-ink', words: 'Failed' },
  cancelled: { icon: CircleAlert, tone: 'text-warning-ink', words: 'Cancelled' },
  'not run': {
    icon: CircleDashed,
    tone: 'text-ink-faint',
    words: 'Not run, because the run ended before it.',
  },
  unknown: {
    icon: CircleQuestionMark,
    tone: 'text-warning-ink',
    words: 'The connection was lost. Check whether this statement took effect before you run it again.',
  },
}
