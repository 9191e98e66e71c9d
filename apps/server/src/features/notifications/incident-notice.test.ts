import { projectIncidents } from '@basalt/contract/notifications/notifications.rules.ts'
import { NewNotification } from '@basalt/contract/notifications/notifications.schema.ts'
import { expect, test } from 'vitest'
import { incidentNotice } from './incident-notice.ts'

const project = { ref: 'abcdefghijklmnopqrst', name: 'Shop' }

test.each(projectIncidents)('%s names the project, says why and offers something to do', (incident) => {
  const notice = incidentNotice(project, incident, 'The disk is full')
  expect(notice).toMatchObject({ name: incident, projectRef: project.ref, key: `project:${project.ref}` })
  expect(notice.title).toContain('Shop')
  expect(notice.message).toMatch(/^The disk is full\n\n\w/)
  // What we send ourselves keeps to what scripts may send.
  const { title, message, priority, actions } = notice
  expect(
    NewNotification.safeParse({ title, message, priority, actions, project_ref: project.ref }).success,
  ).toBe(true)
  expect(actions.length).toBeGreaterThan(0)
})

test('signs in a failure are shown as they are', () => {
  const { message } = incidentNotice(project, 'project_down', 'see *log* in [/a_b](c) `d`')
  expect(message).toContain('see \\*log\\* in \\[/a\\_b\\](c) \\`d\\`')
})

test('the longest name still makes a title', () => {
  for (const incident of projectIncidents)
    expect(incidentNotice({ ...project, name: 'x'.repeat(64) }, incident, '').title.length).toBeLessThan(120)
})
