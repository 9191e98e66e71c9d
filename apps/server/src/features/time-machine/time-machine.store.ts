import type { PastMoment } from '@basalt/contract/time-machine/time-machine.schema.ts'
import type { Metadata } from '../../platform/metadata/metadata.ts'

export type TimeMachineStore = ReturnType<typeof timeMachineStore>

/** The past moments of projects that are open. All throw MetadataUnavailable. */
export function timeMachineStore(metadata: Metadata) {
  const moments = (ref: string) =>
    metadata
      .selectFrom('branches')
      .innerJoin('projects', 'projects.ref', 'branches.project_ref')
      .select(({ ref: column }) => [
        'branches.project_ref as ref',
        'branches.name',
        column('branches.past_moment').$notNull().as('moment'),
        'projects.status',
        'projects.failure',
        'branches.created_at as opened_at',
      ])
      .where('branches.source_project_ref', '=', ref)
      .where('branches.past_moment', 'is not', null)

  return {
    /** Newest first. */
    list: (ref: string): Promise<PastMoment[]> =>
      moments(ref).orderBy('branches.created_at', 'desc').orderBy('branches.id').execute(),

    find: (ref: string, past: string): Promise<PastMoment | undefined> =>
      moments(ref).where('branches.project_ref', '=', past).executeTakeFirst(),
  }
}
