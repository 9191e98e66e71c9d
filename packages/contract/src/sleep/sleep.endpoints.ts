import { endpoint } from '../endpoint.ts'
import { ProjectParams } from '../projects/projects.schema.ts'
import { SleepSettings, SleepSettingsChange } from './sleep.schema.ts'

export const getSleepSettings = endpoint({
  name: 'getSleepSettings',
  method: 'GET',
  path: '/platform/projects/:ref/config/sleep',
  summary: 'After how many minutes without use the project falls asleep, and whether it sleeps',
  params: ProjectParams,
  response: SleepSettings,
})

export const putToSleep = endpoint({
  name: 'putToSleep',
  method: 'POST',
  path: '/platform/projects/:ref/sleep',
  summary: 'Let the project fall asleep at once, if nobody uses it',
  params: ProjectParams,
  response: SleepSettings,
  audit: { title: 'Put a project to sleep' },
})

export const updateSleepSettings = endpoint({
  name: 'updateSleepSettings',
  method: 'PUT',
  path: '/platform/projects/:ref/config/sleep',
  summary: 'Say after how many minutes without use the project falls asleep; null for never',
  params: ProjectParams,
  body: SleepSettingsChange,
  response: SleepSettings,
  audit: { title: 'Change when a project sleeps', keeps: ['idle_minutes'] },
})
