import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { Text } from '../text.ts'
import { FEEDBACK_MAX, PAGE_PATH } from './feedback.rules.ts'

const NewFeedback = z.strictObject({
  message: Text.trim()
    .min(1, 'Write what you would like to share')
    .max(FEEDBACK_MAX, `Write at most ${FEEDBACK_MAX} characters`),
  /** The path of the open page, without its query string. */
  page: z.string().max(300).regex(PAGE_PATH, 'Not the path of a page').optional(),
})

export const sendFeedback = endpoint({
  name: 'sendFeedback',
  method: 'POST',
  path: '/platform/feedback',
  summary: 'Send an idea to the owner of this installation as a notification; it goes nowhere else',
  body: NewFeedback,
  response: Done,
  audit: { title: 'Share an idea with the owner of the installation' },
})
