import { expect, test } from 'vitest'
import { messageBody } from './message-body.ts'

const message = {
  name: 'project_down',
  priority: 'Critical' as const,
  title: 'The database of <Shop> & Co is down',
  message: 'Read the log.',
  project_ref: 'abcdefghijklmnopqrst',
}
const about = { organization: { slug: 'acme-x7k2q', name: 'Acme' }, at: '2026-03-01T12:00:00.000Z' }

test('the JSON format is an event with all fields', () => {
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

test('the Slack format escapes mentions and links', () => {
  expect(JSON.parse(messageBody('slack', message, about))).toEqual({
    text: '*The database of &lt;Shop&gt; &amp; Co is down*\nRead the log.\n_Acme · Critical_',
  })
  expect(JSON.parse(messageBody('slack', { ...message, message: '' }, about)).text).not.toContain('\n\n')
})
