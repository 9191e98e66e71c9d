import { type Need, refusalOf } from '@basalt/contract/permissions/need.rules.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { SnippetVisibility } from '@basalt/contract/snippets/snippets.schema.ts'
import { AppError } from '../../http/app-error.ts'
import type { Allows, Caller } from '../../http/gate.ts'

/** The caller, the project, and what the caller's role allows there. */
export interface RequestContext {
  caller: Caller
  project: { ref: string }
  allows: Allows
}

interface Owned {
  owner_id: string
  visibility: SnippetVisibility
}

const dataOf = ({ caller }: RequestContext, { owner_id, visibility }: Owned) => ({
  resource: { type: 'sql', owner_id, visibility },
  subject: { id: caller.userId },
})

/** Throws `forbidden` when the caller's role does not allow it for this snippet. */
export function mustAllowFor(context: RequestContext, need: Need, snippet: Owned) {
  if (!context.allows(need, dataOf(context, snippet))) throw new AppError('forbidden', refusalOf(need))
}

/** Whether the caller can see the snippet: their own, or shared. */
export const maySee = (context: RequestContext, snippet: Owned) =>
  context.allows(needs.seeSnippets, dataOf(context, snippet))

export const viewerOf = ({ caller, project }: RequestContext) => ({ ref: project.ref, userId: caller.userId })
