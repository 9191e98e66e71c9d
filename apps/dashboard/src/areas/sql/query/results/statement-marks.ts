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

/** The icon of a statement's state, and the message when it returned no rows. */
export const statementMarks: Record<StatementState, { icon: Icon; tone: string; message: string }> = {
  waiting: { icon: Circle, tone: 'text-ink-faint', message: 'Waiting for the statements before it.' },
  running: { icon: LoaderCircle, tone: 'text-ink-muted', message: 'Running' },
  ok: { icon: CircleCheck, tone: 'text-success', message: 'Success. No rows returned.' },
  'rolled back': {
    icon: Undo2,
    tone: 'text-warning-ink',
    message: 'Rolled back. Its changes were undone.',
  },
  failed: { icon: CircleX, tone: 'text-critical-ink', message: 'Failed' },
  cancelled: { icon: CircleAlert, tone: 'text-warning-ink', message: 'Cancelled' },
  'not run': {
    icon: CircleDashed,
    tone: 'text-ink-faint',
    message: 'Not run because the script stopped before it.',
  },
  unknown: {
    icon: CircleQuestionMark,
    tone: 'text-warning-ink',
    message: 'The connection was lost. Check whether this statement took effect before you run it again.',
  },
}
