import { z } from 'zod'
import { Text } from '../text.ts'
import { FEEDBACK_MAX, PAGE_PATH } from './feedback.rules.ts'

export const NewFeedback = z.strictObject({
  message: Text.trim()
    .min(1, 'Write what you would like to share')
    .max(FEEDBACK_MAX, `Write at most ${FEEDBACK_MAX} characters`),
  /** The path of the page that was open, without what stands behind its question mark. */
  page: z.string().max(300).regex(PAGE_PATH, 'Not the path of a page').optional(),
})
