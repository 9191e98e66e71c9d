import { Callout } from '../../../../ui/feedback/Callout.tsx'
import type { QueryRunSnapshot } from '../run/query-run.ts'

/** What a run did not leave behind, though its text may read as if it did. */
export function SessionNotes({ snapshot }: { snapshot: QueryRunSnapshot }) {
  const { state, isRolledBack, source } = snapshot
  if (state !== 'done') return null
  if (isRolledBack)
    return (
      <Callout tone="warning" role="status" title="The transaction was rolled back" className="m-2">
        It was begun and not ended. Add commit, and run both together.
      </Callout>
    )
  if (source?.leavesSetting)
    return (
      <Callout role="status" title="The setting has ended with this run" className="m-2">
        Every run has a session of its own. Run what needs the setting together with it.
      </Callout>
    )
  return null
}
