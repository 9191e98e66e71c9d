import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { LogDrain, LogDrainChange, LogDrainParams, LogDrainTest, NewLogDrain } from './log-drains.schema.ts'

export const listLogDrains = endpoint({
  name: 'listLogDrains',
  method: 'GET',
  path: '/platform/projects/:ref/log-drains',
  summary: "Where a project's logs are sent, and how far that has come, oldest first",
  params: ProjectParams,
  response: z.array(LogDrain),
})

export const createLogDrain = endpoint({
  name: 'createLogDrain',
  method: 'POST',
  path: '/platform/projects/:ref/log-drains',
  summary: 'Send the events of a project from now on to a receiver',
  params: ProjectParams,
  body: NewLogDrain,
  response: Done,
  status: 201,
  audit: { title: 'Create a log drain', keeps: ['id', 'name', 'sources'] },
})

export const updateLogDrain = endpoint({
  name: 'updateLogDrain',
  method: 'PATCH',
  path: '/platform/projects/:ref/log-drains/:id',
  summary:
    'Change, pause or resume a log drain; events wait while it is paused, as long as the logs keep them',
  params: LogDrainParams,
  body: LogDrainChange,
  response: Done,
  audit: { title: 'Change a log drain', keeps: ['name', 'sources', 'is_paused'] },
})

export const deleteLogDrain = endpoint({
  name: 'deleteLogDrain',
  method: 'DELETE',
  path: '/platform/projects/:ref/log-drains/:id',
  summary: 'Delete a log drain; events that wait are not sent',
  params: LogDrainParams,
  response: Done,
  audit: { title: 'Delete a log drain' },
})

export const testLogDrain = endpoint({
  name: 'testLogDrain',
  method: 'POST',
  path: '/platform/projects/:ref/log-drains/:id/test',
  summary: 'Send a test event once, also while the drain is paused',
  params: LogDrainParams,
  response: LogDrainTest,
  audit: { title: 'Test a log drain' },
})
