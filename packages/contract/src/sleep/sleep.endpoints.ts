import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SleepSettings, SleepSettingsChange } from './sleep.schema.ts'

export const getSleepSettings = endpoint({
  name: 'getSleepSettings',
  method: 'GET',
  path: '/platform/projects/:ref/config/sleep',
  summary: 'How many idle minutes put the project to sleep, and whether it is asleep',
  params: ProjectParams,
  response: SleepSettings,
})

export const putToSleep = endpoint({
  name: 'putToSleep',
  method: 'POST',
  path: '/platform/projects/:ref/sleep',
  summary: 'Put the project to sleep now, if it is idle',
  params: ProjectParams,
  response: SleepSettings,
  audit: { title: 'Put a project to sleep' },
})

export const updateSleepSettings = endpoint({
  name: 'updateSleepSettings',
  method: 'PUT',
  path: '/platform/projects/:ref/config/sleep',
  summary: 'Set how many idle minutes put the project to sleep; null for never',
  params: ProjectParams,
  body: SleepSettingsChange,
  response: SleepSettings,
  audit: { title: 'Change when a project sleeps', keeps: ['idle_minutes'] },
})
