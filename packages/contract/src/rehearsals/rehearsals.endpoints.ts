import { endpoint } from '../endpoint.ts'
import { MIGRATION_BODY_LIMIT } from '../migrations/migrations.rules.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { CopyRehearsal, RehearsalParams, RehearsalRoom, SqlToRehearse } from './rehearsals.schema.ts'

export const readRehearsalRoom = endpoint({
  name: 'readRehearsalRoom',
  method: 'GET',
  path: '/platform/projects/:ref/database/rehearsals/room',
  summary: 'Whether a copy of the database fits on the disk',
  params: ProjectParams,
  response: RehearsalRoom,
})

export const startRehearsal = endpoint({
  name: 'startRehearsal',
  method: 'POST',
  path: '/platform/projects/:ref/database/rehearsals',
  summary:
    'Run statements in one transaction on a copy of the database, which is removed afterwards; returns at once',
  params: ProjectParams,
  body: SqlToRehearse,
  response: CopyRehearsal,
  status: 201,
  bodyLimit: MIGRATION_BODY_LIMIT,
  audit: { title: 'Rehearse statements on a copy', keeps: [], sql: ['sql'] },
})

export const getRehearsal = endpoint({
  name: 'getRehearsal',
  method: 'GET',
  path: '/platform/projects/:ref/database/rehearsals/:id',
  summary: 'How far a rehearsal on a copy is, and its report; kept until the next one or a restart of Basalt',
  params: RehearsalParams,
  response: CopyRehearsal,
})

export const cancelRehearsal = endpoint({
  name: 'cancelRehearsal',
  method: 'DELETE',
  path: '/platform/projects/:ref/database/rehearsals/:id',
  summary: 'End a rehearsal and remove its copy; answers once the copy is gone',
  params: RehearsalParams,
  response: CopyRehearsal,
  audit: { title: 'Cancel a rehearsal' },
})
