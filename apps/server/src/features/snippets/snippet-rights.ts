import { type Need, refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { SnippetVisibility } from '@basalt/contract/snippets/snippets.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { Allows, Caller } from '../../http/gate.ts'

/** Who asks, in which project, and what the role of who asks allows. */
export interface Asking {
  caller: Caller
  project: { ref: string }
  allows: Allows
}

interface Owned {
  owner_id: string
  visibility: SnippetVisibility
}

const dataOf = ({ caller }: Asking, { owner_id, visibility }: Owned) => ({
  resource: { type: 'sql', owner_id, visibility },
  subject: { id: caller.userId },
})

/** Throws `forbidden` when a role does not allow it for this very snippet. */
export function mustAllowFor(asking: Asking, need: Need, snippet: Owned) {
  if (!asking.allows(need, dataOf(asking, snippet))) throw new AppError('forbidden', refusalOf(need))
}

/** Whether the snippet is there for who asks: one's own, or shared. */
export const maySee = (asking: Asking, snippet: Owned) =>
  asking.allows(needs.seeSnippets, dataOf(asking, snippet))

export const viewerOf = ({ caller, project }: Asking) => ({ ref: project.ref, userId: caller.userId })
