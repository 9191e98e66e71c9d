import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import {
  BroughtBack,
  PastMoment,
  PastMomentChoice,
  PastMomentParams,
  PastTable,
  PastTableChoice,
  RowsToBringBack,
  TableDifference,
} from './time-machine.schema.ts'

export const listPastMoments = endpoint({
  name: 'listPastMoments',
  method: 'GET',
  path: '/platform/database/:ref/time-machine',
  summary: 'The past moments of a project that are open, newest first',
  params: ProjectParams,
  response: z.array(PastMoment),
})

export const openPastMoment = endpoint({
  name: 'openPastMoment',
  method: 'POST',
  path: '/platform/database/:ref/time-machine',
  summary: 'Open a past moment of a project as a read-only branch, in the background',
  params: ProjectParams,
  body: PastMomentChoice,
  response: PastMoment,
  status: 201,
  audit: {
    title: 'Open a past moment',
    keeps: ['id', 'recovery_time_target', 'restore_point', 'before_restore'],
  },
})

export const closePastMoment = endpoint({
  name: 'closePastMoment',
  method: 'DELETE',
  path: '/platform/database/:ref/time-machine/:past',
  summary: 'Close a past moment and delete its branch',
  params: PastMomentParams,
  response: Done,
  audit: { title: 'Close a past moment' },
})

export const listPastTables = endpoint({
  name: 'listPastTables',
  method: 'GET',
  path: '/platform/database/:ref/time-machine/:past/tables',
  summary: 'The tables of a past moment, and whether their rows can be compared with the present ones',
  params: PastMomentParams,
  response: z.array(PastTable),
})

export const comparePastTable = endpoint({
  name: 'comparePastTable',
  method: 'GET',
  path: '/platform/database/:ref/time-machine/:past/compare',
  summary: 'How the rows of a table differ between a past moment and now',
  params: PastMomentParams,
  query: PastTableChoice,
  response: TableDifference,
})

export const bringBackRows = endpoint({
  name: 'bringBackRows',
  method: 'POST',
  path: '/platform/database/:ref/time-machine/:past/bring-back',
  summary: 'Give rows of a table the state of a past moment, in one transaction after a restore point',
  params: PastMomentParams,
  body: RowsToBringBack,
  response: BroughtBack,
  audit: { title: 'Bring back rows', keeps: ['schema', 'name', 'fates'] },
})

export const bringBackTable = endpoint({
  name: 'bringBackTable',
  method: 'POST',
  path: '/platform/database/:ref/time-machine/:past/bring-back-table',
  summary: 'Create a dropped table as it was at a past moment, with its rows',
  params: PastMomentParams,
  body: PastTableChoice,
  response: BroughtBack,
  audit: { title: 'Bring back a table', keeps: ['schema', 'name'] },
})
