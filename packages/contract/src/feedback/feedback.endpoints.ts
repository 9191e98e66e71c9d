import { Done, endpoint } from '../endpoint.ts'
import { NewFeedback } from './feedback.schema.ts'

export const sendFeedback = endpoint({
  name: 'sendFeedback',
  method: 'POST',
  path: '/platform/feedback',
  summary: 'Tell the owner of this installation an idea, as a notification; it goes nowhere else',
  body: NewFeedback,
  response: Done,
  audit: { title: 'Share an idea with the owner of the installation' },
})
