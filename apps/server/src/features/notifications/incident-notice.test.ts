import { type ProjectIncident, projectIncidents } from '@basalt/contract/notifications/notifications.rules.ts'
import { NewNotification } from '@basalt/contract/notifications/notifications.schema.ts'
import { expect, test } from 'vitest'
import { incidentNotice } from './incident-notice.ts'

const project = { ref: 'abcdefghijklmnopqrst', name: 'Shop' }

test.each(projectIncidents)('%s names the project, gives the cause and offers an action', (incident) => {
  const notice = incidentNotice(project, incident, 'The disk is full')
  expect(notice).toMatchObject({ name: incident, projectRef: project.ref })
  expect(notice.title).toContain('Shop')
  expect(notice.message).toMatch(/^The disk is full\n\n\w/)
  // Our own notices follow the rules for scripts.
  const { title, message, priority, actions } = notice
  expect(
    NewNotification.safeParse({ title, message, priority, actions, project_ref: project.ref }).success,
  ).toBe(true)
  expect(actions.length).toBeGreaterThan(0)
})

test('a newer notice replaces an older one, except notices of moved ports, of backups and of a fail-over', () => {
  const keyOf = (incident: ProjectIncident) => incidentNotice(project, incident, '').key
  const others = projectIncidents.filter(
    (incident) => !/port_moved|backup|archive|failed_over/.test(incident),
  )
  expect(new Set(others.map(keyOf))).toEqual(new Set([`project:${project.ref}`]))
  expect(keyOf('project_backup_failed')).toBe(`project:${project.ref}:backup`)
  expect(keyOf('project_archive_behind')).toBe(`project:${project.ref}:archive`)
  expect(keyOf('project_failed_over')).toBe(`project:${project.ref}:fail-over`)
  expect(keyOf('project_port_moved')).toBe(`project:${project.ref}:port`)
  expect(keyOf('project_pooler_port_moved')).toBe(`project:${project.ref}:pooler-port`)
})

test('Markdown characters in a failure are escaped', () => {
  const { message } = incidentNotice(project, 'project_down', 'see *log* in [/a_b](c) `d`')
  expect(message).toContain('see \\*log\\* in \\[/a\\_b\\](c) \\`d\\`')
})

test('the longest project name fits into a title', () => {
  for (const incident of projectIncidents)
    expect(incidentNotice({ ...project, name: 'x'.repeat(64) }, incident, '').title.length).toBeLessThan(120)
})
