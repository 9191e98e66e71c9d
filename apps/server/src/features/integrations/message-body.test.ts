import { expect, test } from 'vitest'
import { messageBody } from './message-body.ts'

const message = {
  name: 'project_down',
  priority: 'Critical' as const,
  title: 'The database of <Shop> & Co does not run',
  message: 'Read the log.',
  project_ref: 'abcdefghijklmnopqrst',
}
const about = { organization: { slug: 'acme-x7k2q', name: 'Acme' }, at: '2026-03-01T12:00:00.000Z' }

test('a program gets an event with everything that is known', () => {
  expect(JSON.parse(messageBody('json', message, about))).toEqual({
    type: 'notification.project_down',
    timestamp: about.at,
    data: {
      priority: 'Critical',
      title: message.title,
      message: 'Read the log.',
      organization: about.organization,
      project_ref: message.project_ref,
    },
  })
})

test('a chat gets a text that cannot mention anybody or lead anywhere', () => {
  expect(JSON.parse(messageBody('slack', message, about))).toEqual({
    text: '*The database of &lt;Shop&gt; &amp; Co does not run*\nRead the log.\n_Acme · Critical_',
  })
  expect(JSON.parse(messageBody('slack', { ...message, message: '' }, about)).text).not.toContain('\n\n')
})
